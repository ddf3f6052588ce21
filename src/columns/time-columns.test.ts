// Columns of dates and times: ends, zones, whole times, slots, and a name beside them.
import { describe, expect, it } from 'vitest';
import { type Kind, readMapping } from '../../test/support/columns.ts';

function mapped(kind: Kind, text: string): readonly string[] {
  return readMapping(kind, text).mapping.mapped.map(({ column, target }) => `${column}=${target}`);
}

it.each([
  [
    'Title;Room;start date;start time;end date;end time',
    ['start date=date', 'start time=time', 'end date=end_date', 'end time=end'],
  ],
  [
    'Titel;Raum;Startdatum;Startzeit;Enddatum;Endzeit;Zeitzone',
    ['Startdatum=date', 'Startzeit=time', 'Enddatum=end_date', 'Endzeit=end', 'Zeitzone=timezone'],
  ],
  ['title;room;start;timezone', ['start=start', 'timezone=timezone']],
  ['Title;Room;Date;Time (PDT)', ['Date=date', 'Time (PDT)=time']],
  // A slot is a start only without a time.
  ['Title;Room;Date;Time;Slot', ['Date=date', 'Time=time']],
  ['Title;Room;Date;Slot', ['Date=date', 'Slot=start']],
  ['Titel;Raum;Datum;Uhrzeit;Zeitslot', ['Datum=date', 'Uhrzeit=time']],
])('%s', (header, expected) => {
  expect(mapped('sessions', header).slice(2)).toEqual(expected);
});

describe('a column whose cells have dates and times', () => {
  it.each([
    ['title;room;time\nTides;Hall;2027-05-26 11:30', ['time=start']],
    ['title;room;date;time\nTides;Hall;2027-05-26;26 May 2027, 11:30', ['date=date', 'time=start']],
    [
      'title;room;date_start;date_end\nTides;Hall;2025-01-01T12:00:00;2025-01-01T12:30:00',
      ['date_start=start', 'date_end=end'],
    ],
  ])('is that of the start or the end: %s', (text, expected) => {
    expect(mapped('sessions', text).slice(2)).toEqual(expected);
  });

  it.each([
    ['title;room;date;time\nTides;Hall;2027-05-26 00:00:00;11:30', ['date=date', 'time=time']],
    [
      'title;room;date;time\nTides;Hall;2027-05-26;11:30\nDikes;Hall;2027-05-26;2027-05-26 12:30',
      ['date=date', 'time=time'],
    ],
    ['title;room;date;time\nTides;Hall;2027-05-26;11:30 - 12:00', ['date=date', 'time=time']],
  ])('is no other: %s', (text, expected) => {
    expect(mapped('sessions', text).slice(2)).toEqual(expected);
  });
});

describe('a name without a title', () => {
  it.each<[Kind, string, string | undefined]>([
    ['sessions', 'id;name;day;starttime;endtime;room', 'title'],
    ['sessions', 'Name;Raum;Beginn', 'title'],
    ['sessions', 'Name;Presenter;Track', 'title'],
    ['submissions', 'Name;Speaker;Speaker email', 'title'],
    ['submissions', 'Name;Authors;Email', 'title'],
    ['submissions', 'Name;Room;Start', 'title'],
    // It may be that of the person.
    ['sessions', 'Name;Track', undefined],
    ['sessions', 'Name;Email;Room;Start', undefined],
    ['submissions', 'Name;Email;Abstract', 'name'],
    ['submissions', 'Name;Email;Room;Start', 'name'],
    // With a title.
    ['sessions', 'Title;Name;Room;Start', 'speakers'],
    ['submissions', 'Title;Name;Email;Room', 'name'],
  ])('%s %s: %s', (kind, header, target) => {
    const found = readMapping(kind, header).mapping.mapped;
    expect(found.find(({ column }) => column.toLowerCase() === 'name')?.target).toBe(target);
  });
});
