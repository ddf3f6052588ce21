// Inputs that the program did not survive once. Each is read, or refused with the words that are beside it.
import { icalOf } from '../../src/schedule/export/ical.ts';
import { session, timetable } from '../support/timetables.ts';
import { type ReadingName, sample } from './readings.ts';

export interface FoundFile {
  readonly name: string;
  readonly reading: ReadingName;
  readonly content: Buffer;
  readonly exitCode: 0 | 1 | 3;
  /** A part of what is printed beside the data. */
  readonly message: string;
}

export const foundFiles: readonly FoundFile[] = [
  calendar(
    'a duration without a length',
    'DURATION:P',
    ':3: an event begins here that cannot be read: invalid duration value',
  ),
  calendar(
    'an end that is a date, without saying so',
    'DTEND:20270521',
    ':3: an event begins here that cannot be read: invalid date-time value',
  ),
  calendar(
    'an end without minutes',
    'DTEND:20270520T10',
    ':3: an event begins here that cannot be read: invalid date-time value',
  ),
  {
    name: 'a title of 300,000 characters without a space',
    exitCode: 0,
    message: '',
    reading: 'timetable',
    content: Buffer.from(icalOf(timetable([session('2026-05-02T09:00:00+02:00', 45, { title: 'x'.repeat(300_000) })]))),
  },
  {
    name: 'a header that repeats a noun',
    reading: 'timetable',
    exitCode: 0,
    message: 'Not used: "emailemail',
    content: Buffer.from(`title,${'email'.repeat(16)},room,start,duration\nTalk,,Aula,2027-05-20 09:30,45\n`),
  },
  {
    name: 'a header of 60,000 characters',
    reading: 'timetable',
    exitCode: 0,
    message: 'Not used: "stasta',
    content: Buffer.from(`title,${'sta'.repeat(20_000)},room,start,duration\nTalk,,Aula,2027-05-20 09:30,45\n`),
  },
  {
    name: 'a header of 900 words',
    reading: 'timetable',
    exitCode: 3,
    message: 'has no column for submission_id or title and room',
    content: Buffer.from(`${'ti '.repeat(900)}title,start,end,duration,speakers\n`),
  },
  {
    name: 'a saved row that is numbered 0',
    reading: 'rows to resume',
    exitCode: 1,
    message: 'rows.ndjson:1: the saved row is damaged',
    content: Buffer.from(sample('interrupted/rows.ndjson').toString().replace('[1,', '[0,')),
  },
  {
    name: '500 rows of people without a talk, which are compared with each other',
    reading: 'people of autoplace',
    content: Buffer.from(`name,from,to\n${Array.from({ length: 500 }, (_, at) => `Person ${at},x,y\n`).join('')}`),
    exitCode: 3,
    message: 'people.csv:2 column "from": ',
  },
];

function calendar(name: string, line: string, message: string): FoundFile {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'SUMMARY:Talk',
    'LOCATION:Aula',
    'DTSTART:20270520T093000Z',
    line,
  ];
  return {
    name,
    reading: 'timetable',
    content: Buffer.from([...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')),
    exitCode: 3,
    message,
  };
}
