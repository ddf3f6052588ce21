// The start in the cells of a row: each cell is judged alone. Instants are written by hand, in UTC.
import { describe, expect, it } from 'vitest';
import { hasDate, readStartCells, type StartCells, type StartOptions } from './start-cells.ts';

const options: StartOptions = { timeZone: 'Europe/Berlin', isDateless: false };
const festival: StartOptions = { ...options, firstDay: '2027-05-26', isDateless: true };
const none = { start: undefined, date: undefined, time: undefined };
const read = (cells: Partial<StartCells>, given = options) =>
  readStartCells({ ...none, ...cells }, given);

const atNine = { ok: true, ms: Date.parse('2027-05-26T07:00:00Z') };

describe('a start', () => {
  it.each<[Partial<StartCells>, string, boolean]>([
    [{ start: '2027-05-26 09:00' }, 'start', true],
    [{ time: '2027-05-26 09:00' }, 'time', true],
    [{ time: '2027-05-26T07:00:00Z' }, 'time', true],
    [{ date: '2027-05-26', time: '2027-05-26 09:00' }, 'time', true],
    // The date on the clocks of the event, or as it is written.
    [{ date: '26.5.2027', start: '2027-05-25T22:00:00-09:00' }, 'start', true],
    [{ date: '25.5.2027', start: '2027-05-25T22:00:00-09:00' }, 'start', true],
    [{ date: '26 May 2027', time: '9:00' }, 'time', false],
    [{ date: '2027-05-26', start: '9 am' }, 'start', false],
    [{ date: '2027-05-26', start: '9:00', time: '10:00' }, 'start', false],
  ])('is read from %j', (cells, target, isWhole) => {
    expect(read(cells)).toMatchObject({ target, isWhole, reading: atNine });
  });

  it.each([{}, { date: '2027-05-26' }])('is not in %j', (cells) => {
    expect(read(cells)).toBeUndefined();
  });

  it.each<[Partial<StartCells>, string, string, string]>([
    [
      { date: '2027-05-27', start: '2027-05-26 09:00' },
      'start',
      'contradiction',
      '"2027-05-26 09:00" contradicts the date "2027-05-27"',
    ],
    [
      { date: '27.5.2027', time: '2027-05-26T09:00' },
      'time',
      'contradiction',
      '"2027-05-26T09:00" contradicts the date "27.5.2027"',
    ],
    [{ date: '2027-05-26', time: 'noon' }, 'time', 'format', '"noon": write the time as 09:00'],
    [
      { start: 'noon' },
      'start',
      'format',
      '"noon" is no date and time; write one such as 2026-05-02 09:00',
    ],
    [
      { time: '9:00' },
      'time',
      'format',
      '"9:00" is a time without a date: write the date in each row',
    ],
    [{ date: 'soon', time: '9:00' }, 'date', 'format', '"soon": write the date as 2026-05-02'],
  ])('is refused: %j', (cells, target, problem, message) => {
    expect(read(cells)).toMatchObject({ target, reading: { ok: false, problem, message } });
  });
});

describe('a time without a date in a file without dates', () => {
  it('is on the first day of the event, whatever the other cells are', () => {
    for (const cells of [{ time: '9:00' }, { start: '9.00 Uhr' }, { start: '9:00–9:45' }]) {
      expect(read(cells, festival)).toMatchObject({ reading: atNine });
    }
  });

  it('is on the clocks of its row', () => {
    const zone = { kind: 'name', name: 'Europe/Lisbon' } as const;
    const reading = { ok: true, ms: Date.parse('2027-05-26T08:00:00Z') };
    expect(read({ time: '9:00' }, { ...festival, zone })).toMatchObject({ reading });
  });

  it.each([
    ['24:00', 'format', '"24:00" is no date and time; write one such as 2026-05-02 09:00'],
    [
      'after lunch',
      'format',
      '"after lunch" is no date and time; write one such as 2026-05-02 09:00',
    ],
    ['0:30', 'unclear_time', '"0:30" is before 6:00: write its date'],
  ])('is refused alone: %j', (start, problem, message) => {
    const refused = { target: 'start', reading: { ok: false, problem, message } };
    expect(read({ start }, festival)).toMatchObject(refused);
  });

  it('needs that day', () => {
    const reading = { ok: false, problem: 'first_day', message: '"9:00" is a time without a date' };
    expect(read({ time: '9:00' }, { ...festival, firstDay: undefined })).toMatchObject({ reading });
  });
});

describe('a cell', () => {
  it.each(['2027-05-26', '26 May', 'Friday', 'Day 2', '2027-05-26 09:00', '5/6/2027', 'Fri 9:00'])(
    'has a date: %j',
    (text) => expect(hasDate(text, options)).toBe(true),
  );

  it.each(['9:00', '9:00–9:45', '24:00', 'after lunch', 'see 3', '10:00 EDT', '', '9'])(
    'has none: %j',
    (text) => expect(hasDate(text, options)).toBe(false),
  );
});
