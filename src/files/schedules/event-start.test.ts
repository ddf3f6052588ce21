// The start of an event: which date a clock time is on, and what is refused because it contradicts
// another text.
import { describe, expect, it } from 'vitest';
import { readLines } from '../../../test/support/tables.ts';
import { dayFault, nightFaults, roomFault, startOf, type TimedEvent } from './event-start.ts';

const berlin = 'Europe/Berlin';
const noDay = { date: '', start: '', end: '' };

describe('a date with a clock time beside a start', () => {
  it.each([
    ['2027-05-26T09:30:00+02:00', '09:30', berlin],
    ['2027-05-26T09:30:00+02:00', '9:30:00', undefined],
    // The same instant in the zone of the schedule.
    ['2027-05-26T07:30:00Z', '09:30', berlin],
    ['2027-05-26T09:30:00+02:00', '', berlin],
  ])('agree: %s and %j', (date, clock, zone) => {
    expect(startOf({ title: 'Mooring', date, clock }, noDay, zone)).toEqual({ start: date });
  });

  it.each([
    ['2027-05-26T11:30:00+02:00', '09:30', berlin],
    ['2027-05-26T11:30', '09:30', berlin],
    ['2027-05-26T00:00:00+02:00', '9:30', undefined],
  ])('contradict each other: %s and %j', (date, clock, zone) => {
    const times = `the date ${date} and the start ${clock}`;
    const fault = `"Mooring" has ${times}, which contradict each other`;
    expect(startOf({ title: 'Mooring', date, clock }, noDay, zone).fault).toBe(fault);
  });
});

it('leaves a start beside an instant in UTC to the zone of the event', () => {
  const event = { title: '', date: '2027-05-20T09:00:00Z', clock: '11:00' };
  expect(startOf(event, noDay, undefined)).toEqual({ start: event.date, time: '11:00' });
});

describe('an hour after midnight on a day without a start', () => {
  const on = (day: string, ...clocks: readonly string[]) =>
    clocks.map((clock) => ({
      time: { title: 'Late', date: '', clock },
      day: { ...noDay, date: day },
      room: 'Hall',
    }));
  const faultsOf = (events: readonly TimedEvent[]) => {
    const faults = nightFaults(events);
    return events.map((event) => faults.get(event));
  };

  it('is refused below later times', () => {
    const message =
      '"Late" starts at 01:30, below later times of 2027-05-20: ' +
      'write the date 2027-05-21 for the event, or 2027-05-20 if that is what you mean';
    const events = on('2027-05-20', '10:00', '23:45', '01:30');
    expect(faultsOf(events)).toEqual([undefined, undefined, message]);
  });

  it.each([
    ['above them', on('2027-05-20', '01:30', '10:00')],
    ['in a list without an order', on('2027-05-20', '10:00', '01:30', '09:00')],
    ['on another day', [...on('2027-05-20', '10:00'), ...on('2027-05-21', '01:30')]],
    [
      'on a day with a start',
      on('2027-05-20', '10:00', '01:30').map((each) => ({
        ...each,
        day: { ...each.day, start: '09:00' },
      })),
    ],
    [
      'with its own date',
      on('2027-05-20', '10:00', '01:30').map((each) => ({
        ...each,
        time: { ...each.time, date: each.day.date },
      })),
    ],
  ])('is none %s', (_, events) => {
    expect(faultsOf(events)).toEqual(events.map(() => undefined));
  });
});

describe('a clock time on a day', () => {
  const day = { date: '2027-05-26', start: '2027-05-26T10:00:00+02:00', end: '' };
  const late = { ...day, end: '2027-05-27T02:00:00+02:00' };
  const short = { ...day, end: '2027-05-26T18:00:00+02:00' };

  it.each([
    ['00:30', day, '2027-05-27 00:30 Europe/Berlin'],
    ['00:30', late, '2027-05-27 00:30 Europe/Berlin'],
    ['22:30', late, '2027-05-26 22:30 Europe/Berlin'],
    ['10:00', short, '2027-05-26 10:00 Europe/Berlin'],
    ['00:30', { ...day, start: '09:00' }, '2027-05-27 00:30 Europe/Berlin'],
    ['00:30', { ...day, start: '' }, '2027-05-26 00:30 Europe/Berlin'],
  ])('%s is on the next date only before the day begins', (clock, on, start) => {
    expect(startOf({ title: '', date: '', clock }, on, berlin)).toEqual({ start });
  });

  it('is refused outside of the day', () => {
    const { fault } = startOf({ title: 'Knots', date: '', clock: '09:30' }, short, berlin);
    expect(fault).toBe(
      `"Knots" starts at 09:30, outside of its day, which is from ${day.start} to ${short.end}`,
    );
  });

  it('stays on the date that the event itself has', () => {
    const event = { title: '', date: '2027-05-27', clock: '00:30' };
    expect(startOf(event, late, undefined).start).toBe('2027-05-27 00:30');
  });
});

describe('a date in a day', () => {
  const day = { ...noDay, date: '2027-05-26' };
  const until = (end: string) => ({ ...day, start: '2027-05-26T09:00:00+02:00', end });

  it.each([
    ['2027-05-26T09:30:00+02:00', day, berlin],
    ['2027-05-26', day, undefined],
    ['', day, berlin],
    ['2027-05-27T01:30:00+02:00', day, berlin],
    ['2027-05-27T05:59', day, undefined],
    // The days of the schedule change at this time.
    ['2027-05-27T08:30:00+02:00', { ...day, start: '09:00' }, berlin],
    ['2027-05-27T09:30:00+02:00', until('2027-05-27T10:00:00+02:00'), berlin],
    ['2027-05-25T23:30:00Z', day, berlin],
    ['2027-05-25T16:30:00Z', day, undefined],
    ['2027-05-28T09:30:00+02:00', noDay, berlin],
  ])('agrees with it: %s', (date, within, zone) => {
    expect(dayFault({ title: 'Tides', date, clock: '' }, within, zone)).toBeUndefined();
  });

  it.each([
    ['2027-05-25T14:30:00+02:00', day, berlin],
    ['2027-05-25T23:30:00+02:00', day, undefined],
    ['2027-05-27T14:30:00+02:00', until('2027-05-26T18:00:00+02:00'), berlin],
    ['2027-05-27T06:00:00+02:00', day, berlin],
    ['2027-05-28T01:30:00+02:00', day, berlin],
    ['2027-05-28T01:30:00Z', day, undefined],
    ['2027-05-27', day, undefined],
  ])('contradicts it: %s', (date, within, zone) => {
    const both = `the date ${date} in the day 2027-05-26`;
    expect(dayFault({ title: 'Tides', date, clock: '14:30' }, within, zone)).toBe(
      `"Tides" has ${both}, which contradict each other`,
    );
  });
});

it.each([
  ['Aula', 'Pier', '"Tides" has the room "Pier" in the room "Aula", which contradict each other'],
  ['Aula', 'aula ', undefined],
  ['Aula', '', undefined],
  ['', 'Pier', undefined],
])('compares the room %j with that of its event, %j', (around, own, fault) => {
  expect(roomFault({ title: 'Tides', date: '', clock: '' }, own, around)).toBe(fault);
});

describe('a schedule', () => {
  const xml = (...lines: readonly string[]) =>
    [
      '<schedule><conference><time_zone_name>Europe/Berlin</time_zone_name></conference>',
      '<day date="2027-05-26" start="2027-05-26T10:00:00+02:00" end="2027-05-27T02:00:00+02:00">',
      '<room name="Hall">',
      ...lines,
      '</room></day></schedule>',
    ].join('\n');
  const json = (events: readonly object[]) => {
    const day = {
      date: '2027-05-26',
      day_start: '2027-05-26T10:00:00+02:00',
      rooms: { Hall: events },
    };
    return JSON.stringify({ schedule: { conference: { days: [day] } } }, null, 1);
  };
  const read = (text: string) => readLines(text, { contents: 'sessions' });

  it('as XML follows the day, as JSON does', async () => {
    const event = '<event id="1"><start>00:30</start><title>Late</title></event>';
    expect((await read(xml(event))).table[1]).toBe(
      '1 | Late | Hall | 2027-05-27 00:30 Europe/Berlin',
    );
    expect((await read(json([{ id: 1, start: '00:30', title: 'Late' }]))).table[1]).toBe(
      '1 | Late | Hall | 2027-05-27 00:30',
    );
  });

  it('has a fault on the line of an event whose times contradict each other', async () => {
    const date = '2027-05-26T11:30:00+02:00';
    const times = `<date>${date}</date><start>09:30</start>`;
    const event = `<event id="1">${times}<title>Mooring</title></event>`;
    const fault = `"Mooring" has the date ${date} and the start 09:30, which contradict each other`;
    expect(await read(xml(event))).toMatchObject({ lines: [4], faults: [fault] });
    const { faults, lines } = await read(json([{ id: 1, date, start: '09:30', title: 'Mooring' }]));
    expect([faults, lines]).toEqual([[fault], [10]]);
  });

  it.each([
    [
      'day',
      { date: '2027-05-28T14:30:00+02:00', start: '14:30' },
      'the date 2027-05-28T14:30:00+02:00 in the day 2027-05-26',
    ],
    ['room', { start: '14:30', room: 'Pier' }, 'the room "Pier" in the room "Hall"'],
  ])('has a fault on the line of an event in another %s', async (_, texts, both) => {
    const fault = `"Tides" has ${both}, which contradict each other`;
    const elements = Object.entries({ ...texts, title: 'Tides' }).map(([name, text]) => {
      return `<${name}>${text}</${name}>`;
    });
    const event = `<event id="1">${elements.join('')}</event>`;
    expect(await read(xml(event))).toMatchObject({ lines: [4], faults: [fault] });
    const { faults, lines } = await read(json([{ id: 1, ...texts, title: 'Tides' }]));
    expect([faults, lines]).toEqual([[fault], [10]]);
  });
});
