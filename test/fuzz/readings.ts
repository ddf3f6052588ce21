// The commands that read a file, and what has to be beside the file. Must not know what is in the file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A command that reads a generated file. */
export interface Reading {
  /** Where the file is, in the folder of the command. */
  readonly file: string;
  readonly args: readonly string[];
  /** Any of these flags may be added. */
  readonly flags: readonly string[];
  /** Other files that the command needs: their place, and their sample. */
  readonly beside?: Readonly<Record<string, string>>;
}

/** An intact file of the program's own, without its place. */
export function sample(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, 'samples', name));
}

const applied = 'state/runs/20270101-000000-00000001/journal.ndjson';
const interrupted = 'state/runs/20270101-000000-00000002/journal.ndjson';
const interruptedRows = 'state/runs/20270101-000000-00000002/rows.ndjson';

const runs = {
  [applied]: 'applied/journal.ndjson',
  [interrupted]: 'interrupted/journal.ndjson',
  [interruptedRows]: 'interrupted/rows.ndjson',
};
const folder = {
  'program/speakers.csv': 'program/speakers.csv',
  'program/submissions.csv': 'program/submissions.csv',
  'program/schedule.csv': 'program/schedule.csv',
  'program/program.json': 'program/program.json',
  'program/.plenary/base.ndjson': 'program/base.ndjson',
};
const conference = { 'schedule.csv': 'talks.csv', 'rooms.csv': 'rooms.csv', 'people.csv': 'people.csv' };
const autoplace = ['sessions', 'autoplace', 'schedule.csv', '--rooms-file', 'rooms.csv', '--people-file', 'people.csv'];
const steps = [...autoplace, '--steps', '20', '--out', 'placed.csv'];

export const readings = {
  speakers: importOf('speakers', ['--on-conflict=update']),
  submissions: importOf('submissions', ['--submitter-email=p@example.org', '--speakers=more.csv']),
  'speakers of submissions': {
    ...importOf('submissions', []),
    file: 'more.csv',
    args: ['submissions', 'import', 'talks.csv', '--dry-run', '--speakers', 'more.csv'],
    beside: { 'talks.csv': 'talks.csv' },
  },
  records: {
    file: 'input',
    args: ['speakers', 'plan', 'input'],
    flags: ['--create', '--allow-partial', '--json', '--empty=clear'],
  },
  decisions: {
    file: 'input',
    args: ['submissions', 'plan', 'input'],
    flags: ['--allow-partial', '--allow-new-value', '--json', '--summary=markdown', '--status-map=yes=accepted'],
  },
  feedback: {
    file: 'feedback.txt',
    args: ['submissions', 'plan', 'decisions.csv', '--feedback-template', 'feedback.txt'],
    flags: ['--json'],
    beside: { 'decisions.csv': 'decisions.csv' },
  },
  schedule: {
    file: 'input',
    args: ['sessions', 'plan', 'input', '--fail-on', 'never'],
    flags: [
      '--create',
      '--json',
      '--summary=markdown',
      '--layout=grid',
      '--first-day=2027-05-20',
      '--room=Aula',
      '--submitter-email=p@example.org',
    ],
  },
  timetable: {
    file: 'input',
    args: ['timetable', 'show', '--file-only', '--schedule', 'input'],
    flags: ['--json', '--first-day=2027-05-20', '--date-order=dmy', '--people-separator=,', '--layout=list'],
  },
  'talks of autoplace': {
    file: 'schedule.csv',
    args: steps,
    flags: ['--json', '--why=Queues', '--first-day=2027-05-20'],
    beside: conference,
  },
  'rooms of autoplace': { file: 'rooms.csv', args: steps, flags: ['--json'], beside: conference },
  'people of autoplace': { file: 'people.csv', args: steps, flags: ['--json'], beside: conference },
  'mapping of columns': {
    file: 'map.json',
    args: ['speakers', 'import', 'speakers.csv', '--dry-run', '--map-file', 'map.json'],
    flags: ['--json'],
    beside: { 'speakers.csv': 'program/speakers.csv' },
  },
  'body of a request': {
    file: 'input',
    args: ['api', 'POST', '/v1/events/{event_id}/speakers', '--input', 'input'],
    flags: ['--json'],
  },
  'plan of records': {
    file: 'plan.json',
    args: ['speakers', 'apply', 'plan.json', '--yes'],
    flags: ['--json', '--allow-partial'],
  },
  'plan of sessions': {
    file: 'plan.json',
    args: ['sessions', 'apply', 'plan.json', '--yes'],
    flags: ['--json', '--allow-partial', '--fail-on=never'],
  },
  'plan of a program': {
    file: 'plan.json',
    args: ['program', 'apply', 'plan.json', '--yes'],
    flags: ['--json', '--fail-on=never'],
  },
  'speakers of a program': program('program/speakers.csv'),
  'submissions of a program': program('program/submissions.csv'),
  'schedule of a program': program('program/schedule.csv'),
  'settings of a program': program('program/program.json'),
  'snapshot of a program': program('program/.plenary/base.ndjson'),
  'list of runs': { file: applied, args: ['runs', 'list'], flags: ['--json'], beside: runs },
  'journal of a run': {
    file: applied,
    args: ['runs', 'show', '20270101-000000-00000001'],
    flags: ['--json'],
    beside: runs,
  },
  'journal to verify': {
    file: applied,
    args: ['runs', 'verify', '20270101-000000-00000001'],
    flags: ['--json'],
    beside: runs,
  },
  'journal to undo': {
    file: applied,
    args: ['runs', 'undo', '20270101-000000-00000001', '--dry-run'],
    flags: ['--json'],
    beside: runs,
  },
  'journal to resume': {
    file: interrupted,
    args: ['runs', 'resume', '20270101-000000-00000002', '--yes'],
    flags: ['--json'],
    beside: runs,
  },
  'rows to resume': {
    file: interruptedRows,
    args: ['runs', 'resume', '20270101-000000-00000002', '--yes'],
    flags: ['--json'],
    beside: runs,
  },
  settings: { file: 'config/config.json', args: ['config', 'list'], flags: ['--json', '--profile=other'] },
  'settings to change': {
    file: 'config/config.json',
    args: ['config', 'set', 'timezone', 'Europe/Paris'],
    flags: ['--profile=other'],
  },
} as const satisfies Readonly<Record<string, Reading>>;

export type ReadingName = keyof typeof readings;

function importOf(resource: string, flags: readonly string[]) {
  return {
    file: 'input',
    args: [resource, 'import', 'input', '--dry-run'],
    flags: [
      '--skip-invalid',
      '--json',
      '--allow-odd-addresses',
      '--rejects=rejects.csv',
      '--name-order=last-first',
      ...flags,
    ],
  };
}

function program(file: string) {
  return {
    file,
    args: ['program', 'plan', 'program', '--fail-on', 'never'],
    flags: ['--create', '--json', '--empty=clear', '--allow-new-value', '--summary=markdown'],
    beside: folder,
  };
}
