// The file of people as people write it, and what cannot be read, all of it together.
import { describe, expect, it } from 'vitest';
import {
  faultsOf,
  readTexts,
  roomsText as rooms,
  timeMs,
} from '../../../../test/support/autoplace-files.ts';

const [morning, noon] = [timeMs('09:00'), timeMs('12:00')];

describe('people', () => {
  const schedule = 'title,speaker,speaker email\nA,Ada Lovelace,ada@example.org\n';

  it.each([
    [
      'by address, with both times',
      'email,from,to,availability\nADA@example.org,2026-05-02 09:00,2026-05-02 12:00,can\n',
      { presence: 'can', startMs: morning, endMs: noon },
    ],
    [
      'a date alone is the whole day',
      'name,from,to,availability\nAda Lovelace,2026-05-02,2026-05-02,no\n',
      { presence: 'cannot', startMs: timeMs('00:00'), endMs: timeMs('00:00') + 24 * 3_600_000 },
    ],
  ])('%s', async (_, people, expected) => {
    const { talks } = await readTexts({ schedule, rooms, people });
    expect(talks.map((talk) => talk.people)).toMatchObject([
      [{ name: 'Ada Lovelace', rows: [expected] }],
    ]);
  });

  it.each([
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z'],
    ['Africa/Cairo', '2026-04-23', '2026-04-22T22:00:00Z', '2026-04-23T22:00:00Z'],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z', '2026-09-07T03:00:00Z'],
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00Z', '2026-03-29T21:00:00Z'],
    // Midnight is there twice.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
  ])('a date alone in %s is the whole day: %s', async (timeZone, date, start, end) => {
    const presence = `name,from,to,availability\nAda Lovelace,${date},${date},no\n`;
    const texts = { schedule, rooms: 'room,start,end\nHall,2026-05-02 09:00,12:00\n', timeZone };
    const { talks } = await readTexts({ ...texts, people: presence });
    const row = { startMs: Date.parse(start), endMs: Date.parse(end) };
    expect(talks).toMatchObject([{ people: [{ rows: [row] }] }]);
  });

  it.each([
    ['Can not', 'x', 'cannot'],
    ['Unavailable', 'yes', 'cannot'],
    ['Away?', 'no', 'can'],
    ['Status', 'unavailable', 'cannot'],
    ['Available', 'no', 'cannot'],
    ['availability', "can't", 'cannot'],
    ['can|cannot|rather_not', 'rather not', 'rather_not'],
  ])('have the meaning of a column %s: %s', async (column, cell, presence) => {
    const people = `name,from,to,${column}\nAda Lovelace,2026-05-02 09:00,12:00,${cell}\n`;
    const { talks } = await readTexts({ schedule, rooms, people });
    expect(talks).toMatchObject([{ people: [{ rows: [{ presence }] }] }]);
  });

  it.each([
    ['name,from,to', 'Ada Lovelace,2026-05-02 09:00,12:00', 'availability'],
    ['name,from,to,Notes', 'Ada Lovelace,2026-05-02 09:00,12:00,cannot', 'availability'],
    [
      'name,Unavailable from,Unavailable to',
      'Ada Lovelace,2026-05-02 09:00,12:00',
      'from or to or day and availability',
    ],
  ])('are an error without a meaning of their times: %s', async (header, row, missing) => {
    const reading = readTexts({ schedule, rooms, people: `${header}\n${row}\n` });
    await expect(reading).rejects.toThrow(`people.csv has no column for ${missing}`);
  });

  it('are an error with a time without a meaning, or with another word', async () => {
    const people = `name,from,Status
Ada Lovelace,2026-05-02,
Ada Lovelace,2026-05-02,confirmed
`;
    expect(await faultsOf({ schedule, rooms, people })).toEqual([
      'people.csv:2 Status: a row with a time needs can, cannot or rather_not',
      'people.csv:3 Status: "confirmed": expected can, cannot or rather_not',
    ]);
  });

  it('report all of their faults together', async () => {
    const people = `name,from,to,availability
Ada Lovelace,2026-05-02 12:00,2026-05-02 09:00,can
Ada Lovelace,,,cannot
Ada Lovelace,2026-05-02,,perhaps
,2026-05-02,,can
Ada Lovelace,09:00,,can
`;
    expect(await faultsOf({ schedule, rooms, people })).toEqual([
      'people.csv:2 to: "2026-05-02 09:00" is not after "2026-05-02 12:00"',
      'people.csv:3 from: "cannot" needs a time: from, to, or both',
      'people.csv:4 availability: "perhaps": expected can, cannot or rather_not',
      'people.csv:5 name: a row needs a name or an address',
      'people.csv:6 from: "09:00": a date is missing',
    ]);
  });
});
