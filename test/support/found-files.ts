// Inputs that the program did not survive once. Each is read, or refused with the words that are
// beside it.
import { icalOf } from '../../src/schedule/export/ical.ts';
import { ownFiles, placePeople, type Reading, resumeRows, showTimetable } from './file-samples.ts';
import { session, timetable } from './timetables.ts';

interface FoundFile extends Reading {
  readonly name: string;
  readonly bytes: Buffer;
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
  {
    name: 'a title of 300,000 characters without a space',
    exitCode: 0,
    message: '',
    ...showTimetable,
    bytes: Buffer.from(
      icalOf(timetable([session('2026-05-02T09:00:00+02:00', 45, { title: 'x'.repeat(300_000) })])),
    ),
  },
  {
    name: 'a header that repeats a noun',
    ...showTimetable,
    exitCode: 0,
    message: 'Not used: "emailemail',
    bytes: Buffer.from(
      `title,${'email'.repeat(16)},room,start,duration\nTalk,,Aula,2027-05-20 09:30,45\n`,
    ),
  },
  {
    name: 'a header of 60,000 characters',
    ...showTimetable,
    exitCode: 0,
    message: 'Not used: "stasta',
    bytes: Buffer.from(
      `title,${'sta'.repeat(20_000)},room,start,duration\nTalk,,Aula,2027-05-20 09:30,45\n`,
    ),
  },
  {
    name: 'a header of 900 words',
    ...showTimetable,
    exitCode: 3,
    message: 'has no column for submission_id or title and room',
    bytes: Buffer.from(`${'ti '.repeat(900)}title,start,end,duration,speakers\n`),
  },
  {
    name: 'a saved row with another number',
    ...resumeRows,
    exitCode: 1,
    message: 'the saved rows of run 20270101-000000-00000002, or its header, are damaged',
    bytes: Buffer.from(String(ownFiles.get(resumeRows.file)).replace('"number":1', '"number":0')),
  },
  {
    name: '500 rows of people without a talk, which are compared with each other',
    ...placePeople,
    bytes: Buffer.from(
      `name,from,to,availability\n` +
        `${Array.from({ length: 500 }, (_, at) => `Person ${at},x,y,can\n`).join('')}`,
    ),
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
    ...showTimetable,
    bytes: Buffer.from([...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')),
    exitCode: 3,
    message,
  };
}
