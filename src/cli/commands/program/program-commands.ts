// The commands for an event as a folder of files.
import { defineCommand } from '../../command.ts';
import { flag } from '../../flag.ts';
import {
  allowNewValue,
  allowPartial,
  base,
  changesOfRecords,
  clashFlags,
  detailedExitcode,
  empty,
  listLimit,
  maxChanges,
  overwrite,
  paceFlags,
  placeFlags,
  planFlags,
  readingFlags,
  reportFlags,
  schedule,
  summary,
} from '../../flag-sets.ts';
import { needing } from '../../flags.ts';

const folder = {
  folder: {
    description: 'folder of the program (default: the one that the command runs in)',
    type: 'folder',
    isOptional: true,
    isWorkingFolder: true,
  },
} as const;

const eventFlags = {
  event: flag.text(
    '<event>',
    'event: its id, slug or name (or PLENARY_EVENT; default: that of the folder)',
  ),
  timezone: flag.timezone(
    'time zone of local times (or PLENARY_TIMEZONE; default: that of the event)',
  ),
};

const changeFlags = {
  ...eventFlags,
  create: flag.boolean('create records for rows without an id'),
  listLimit,
  base,
  overwrite,
  empty: {
    ...empty,
    description: 'with --overwrite, without a base: what an empty cell does',
    needs: 'overwrite',
  },
  allowNewValue,
  maxChanges: maxChanges(changesOfRecords, ' (default without a terminal: 30%, and at least 20)'),
  allowPartial,
  ...clashFlags,
};

const pull = defineCommand({
  words: 'program pull',
  description:
    'Write the speakers, submissions and schedule of an event into a folder of CSV files',
  sends: 'read',
  json: 'pull-report',
  arguments: folder,
  flags: {
    ...eventFlags,
    merge: flag.boolean('merge what has changed in the service into files that you have edited'),
    base,
    prefer: flag.choice('<side>', 'with --merge: the side whose value is used in a conflict', {
      choices: ['file', 'service'],
      needs: 'merge',
    }),
    privateColumns: flag.onOff(
      'write addresses, phone numbers, notes and feedback as well, now and at later pulls',
      'remove them from the files',
    ),
  },
  exitCodes: [6],
  about: `The folder contains speakers.csv, submissions.csv, schedule.csv and program.json, which
describes them. What was seen is saved in .plenary/, which is ignored by git. Columns and rows of
your own, such as breaks, are preserved. New records need addresses, which are in the files with
--private-columns only.`,
  examples: [
    'plenary program pull devconf --event devconf --private-columns',
    'plenary program pull devconf --merge',
  ],
  load: async () => (await import('./pull.ts')).pull,
});

const status = defineCommand({
  words: 'program status',
  description: 'Show what has changed in the service and in the files since the last pull',
  sends: 'read',
  json: 'program-status',
  arguments: folder,
  flags: {
    ...eventFlags,
    base,
    detailedExitcode: detailedExitcode('exit with 8 if something has changed'),
  },
  exitCodes: [8],
  load: async () => (await import('./pull.ts')).status,
});

const plan = defineCommand({
  words: 'program plan',
  description: 'Show what the files of a program would change in the service; sends nothing',
  sends: 'read',
  json: 'plan',
  arguments: folder,
  flags: { ...changeFlags, ...planFlags },
  exitCodes: [6, 8],
  about: `Edits since the last pull are compared with the service: what only the service has changed
stays, and a value that both have changed is a conflict, unless --overwrite decides it for the
files. Without the snapshot of a pull, as in a clone, pass --base: the folder as it was applied
last. Without both, values that differ are conflicts. Rows that a stopped run created get their
ids.`,
  examples: [
    'plenary program plan devconf',
    'plenary program plan devconf --create --out plan.json',
    'plenary program plan devconf --base ../applied/devconf',
  ],
  load: async () => (await import('./apply.ts')).plan,
});

const apply = defineCommand({
  words: 'program apply',
  description:
    'Change speakers, submissions and sessions as the files of a program or a saved plan specify',
  sends: 'write',
  json: 'report',
  arguments: {
    folder: {
      description:
        'folder of the program, or saved plan; - is standard input (default: the folder that ' +
        'the command runs in)',
      type: 'file',
      isOptional: true,
      isWorkingFolder: true,
    },
  },
  flags: { ...changeFlags, summary, ...reportFlags, ...paceFlags },
  isUndoable: true,
  exitCodes: [6, 9, 10],
  about: `Speakers come first, then submissions, then sessions. Rows that were removed from a file
are left alone, because the API cannot delete. Afterwards, what was applied, and what else has
changed in the service, is merged into the files. After an interruption, run the same command again
to resume.`,
  examples: [
    'plenary program apply devconf',
    'plenary program apply devconf --create --yes',
    'plenary program apply plan.json --yes',
  ],
  load: async () => (await import('./apply.ts')).apply,
});

const exportCommand = defineCommand({
  words: 'program export',
  description: 'Write the public program as data or pages for a website',
  sends: 'read',
  json: 'site-report',
  arguments: { folder: { description: 'folder of the website to write into', type: 'folder' } },
  flags: {
    ...placeFlags,
    ...needing('schedule', readingFlags),
    schedule,
    format: flag.choice(
      '<format>',
      'markdown for a page with front matter for each talk and speaker, json for data files',
      { choices: ['json', 'markdown'], isRequired: true },
    ),
    confirmed: flag.boolean(
      'leave out speakers who have not confirmed, and talks without a confirmed speaker',
    ),
  },
  exitCodes: [6],
  about: `Accepted talks that take place and their speakers, for Hugo, Eleventy or Astro. No file
contains e-mail addresses, phone numbers of speakers, notes or feedback. File names never change:
commit .plenary-index.json, which has them. In a page, text below its last generated line stays. A
file that the index does not name is never overwritten, and none is deleted.`,
  examples: [
    'plenary program export site/content --format markdown --schedule schedule.csv',
    'plenary program export site/_data/program --format json --confirmed',
  ],
  load: async () => (await import('./export.ts')).exportSite,
});

export const programCommands = [pull, status, plan, apply, exportCommand];
