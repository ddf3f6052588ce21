// Intact files of every format that the program reads, and the commands that read them. Must not
// know damages.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { csvText } from '../../src/files/csv-write.ts';
import { scheduleJsonOf, scheduleXmlOf } from '../../src/schedule/export/c3voc.ts';
import { icalOf } from '../../src/schedule/export/ical.ts';
import { session, timetable } from './timetables.ts';
import { odsEntries, odsLine, odsTable, odsText, textRow, xlsxEntries } from './workbooks.ts';

/** A command that reads a file. */
export interface Reading {
  /** Where the file is, in the folder of the command. */
  readonly file: string;
  readonly args: readonly string[];
}

export interface Sample extends Reading {
  /** Bytes, or the entries of a ZIP archive. */
  readonly content: Buffer | Readonly<Record<string, string>>;
  /** If the file is intact; 0 unless given. The service of these samples never changes a record. */
  readonly exitCode?: number;
}

/**
 * The program's own files by their place in the folder of a command, which may read several of
 * them.
 */
export const ownFiles = new Map(
  readdirSync(join(import.meta.dirname, 'intact'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => [relative(join(import.meta.dirname, 'intact'), path), readFileSync(path)]),
);

const applied = 'state/runs/20270101-000000-00000001/journal.ndjson';
const interrupted = 'state/runs/20270101-000000-00000002/journal.ndjson';
const interruptedRows = 'state/runs/20270101-000000-00000002/rows.ndjson';
const resume = 'runs resume 20270101-000000-00000002 --yes';
const place =
  'sessions autoplace schedule.csv --rooms-file rooms.csv --people-file people.csv --steps 20 ' +
  '--out placed.csv';

const reads = (words: string, file = 'input'): Reading => ({ file, args: words.split(' ') });
const importPeople = reads('speakers import input --dry-run');
export const showTimetable = reads('timetable show --schedule input');
const planSessions = reads('sessions plan input --fail-on never');
export const resumeRows = reads(resume, interruptedRows);
export const placePeople = reads(place, 'people.csv');

const own: readonly (readonly [file: string, words: string, exitCode?: number])[] = [
  ['speakers.csv', 'speakers plan speakers.csv'],
  ['decisions.csv', 'submissions plan decisions.csv'],
  ['feedback.txt', 'submissions plan decisions.csv --feedback-template feedback.txt'],
  ['body.json', 'speakers add --input body.json'],
  ['records-plan.json', 'speakers apply records-plan.json --yes'],
  ['sessions-plan.json', 'sessions apply sessions-plan.json --yes --fail-on never', 9],
  ['program-plan.json', 'program apply program-plan.json --yes --fail-on never'],
  ['program/speakers.csv', 'program plan program'],
  ['program/submissions.csv', 'program plan program'],
  ['program/schedule.csv', 'program plan program'],
  ['program/program.json', 'program plan program'],
  ['program/.plenary/base.json', 'program plan program'],
  [applied, 'runs list'],
  [applied, 'runs show 20270101-000000-00000001'],
  [applied, 'runs verify 20270101-000000-00000001', 6],
  [applied, 'runs undo 20270101-000000-00000001 --yes'],
  [interrupted, resume],
  [interruptedRows, resume],
  ['config/config.json', 'config list'],
  ['config/config.json', 'config set timezone Europe/Paris'],
  ['schedule.csv', place],
  ['rooms.csv', place],
  ['people.csv', place],
];

type Lines = readonly (readonly string[])[];

const people: Lines = [
  ['email', 'first_name', 'last_name', 'company_name', 'Notizen'],
  ['zoe@example.org', 'Zoë', 'Sü', 'A, B; C|D', '2027-05-20'],
  ['li@example.org', 'Li', 'Ma', '=1+1', 'Dr. X & Y'],
];
const sessions: Lines = [
  ['title', 'room', 'start', 'end', 'speakers', 'track'],
  ['Queues', 'Aula', '2027-05-20 09:30', '10:15', 'Ada Lovelace', 'Größe'],
  [
    'Types',
    'Lab',
    '2027-05-21T09:30:00+02:00',
    '2027-05-21T10:00:00+02:00',
    'Bo Li; Ada Lovelace',
    '',
  ],
];
const grid: Lines = [
  ['2027-05-20', 'Aula', 'Lab'],
  ['9:30-10:15', 'Queues', 'Types'],
  ['10:30', 'Lunch', ''],
];

const csv = (lines: Lines, delimiter = ',') => csvText(lines, { delimiter });
const records = ([header = [], ...rows]: Lines) =>
  rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at]])));

/** A table in each format. */
const formats: Readonly<Record<string, (lines: Lines) => Sample['content']>> = {
  'comma.csv': (lines) => Buffer.from(csv(lines)),
  'semicolon.csv': (lines) => Buffer.from(`\ufeff${csv(lines, ';').replaceAll('\n', '\r\n')}`),
  'utf-16le.tsv': (lines) => Buffer.from(`\ufeff${csv(lines, '\t')}`, 'utf16le'),
  'utf-16be.txt': (lines) => Buffer.from(`\ufeff${csv(lines, '|')}`, 'utf16le').swap16(),
  'list.json': (lines) =>
    Buffer.from(JSON.stringify({ count: 2, next: null, results: records(lines) })),
  'lines.ndjson': (lines) =>
    Buffer.from(
      records(lines)
        .map((record) => JSON.stringify(record))
        .join('\n'),
    ),
  'book.xlsx': (lines) =>
    xlsxEntries({
      sheets: [
        {
          name: 'S',
          rows: lines.map((cells, at) => textRow(at + 1, ...cells.map(escaped))).join(''),
        },
      ],
    }),
  'book.ods': (lines) =>
    odsEntries(
      odsTable(
        'S',
        ...lines.map((cells) => odsLine(...cells.map((cell) => odsText(escaped(cell))))),
      ),
    ),
};

const escaped = (text: string) => text.replaceAll('&', '&amp;');

const conferenceDay = timetable([
  session('2027-05-20T09:30:00+02:00', 45, { submissionId: 'sub_1', title: 'Queues' }),
  session('2027-05-20T10:30:00+02:00', 30, { submissionId: 'sub_2', title: 'Types', room: 'Lab' }),
]);
const exported = {
  'program.ics': icalOf,
  'schedule.json': scheduleJsonOf,
  'schedule.xml': scheduleXmlOf,
};

/** By a name that shows the format and the command. */
export const samples: ReadonlyMap<string, Sample> = new Map([
  ...own.map(([file, words, exitCode = 0]) =>
    named(file, reads(words, file), ownFiles.get(file), exitCode),
  ),
  ...Object.entries(formats).flatMap(([name, write]) => [
    named(name, importPeople, write(people)),
    named(name, showTimetable, write(sessions)),
  ]),
  named('grid.csv', showTimetable, Buffer.from(csv(grid))),
  ...Object.entries(exported).flatMap(([name, write]) =>
    [showTimetable, planSessions].map((reading) =>
      named(name, reading, Buffer.from(write(conferenceDay))),
    ),
  ),
]);

function named(
  name: string,
  reading: Reading,
  content: Sample['content'] = Buffer.of(),
  exitCode = 0,
) {
  return [`${name}: ${reading.args.join(' ')}`, { ...reading, content, exitCode }] as const;
}
