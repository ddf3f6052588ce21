// The commands of sessions that are no endpoint, and the endpoint that checks a placement first.
import { endpoints } from '../../../contract/index.ts';
import { statuses } from '../../../contract/statuses.ts';
import { type Command, defineCommand } from '../../command.ts';
import { endpointRow } from '../../endpoint/endpoint-command.ts';
import { flag } from '../../flag.ts';
import {
  allowPartial,
  base,
  clashFlags,
  days,
  detailedExitcode,
  dryRunFlags,
  maxChanges,
  overwrite,
  paceFlags,
  placeFlags,
  planOut,
  readingFlags,
  reportFlags,
  roomsFile,
  schedule,
  summary,
} from '../../flag-sets.ts';
import { needing } from '../../flags.ts';
import { negativeDelay } from './negative-delay.ts';

/** The command of the endpoint, which checks the placement first. */
export function placeCommand(): Command {
  const row = endpointRow(endpoints.placeSession);
  return defineCommand({
    ...row,
    flags: () => ({ ...row.flags(), ...clashFlags, schedule }),
    load: async () => (await import('./place.ts')).placeSession,
  });
}

const planFlags = {
  ...placeFlags,
  ...readingFlags,
  ...clashFlags,
  allowPartial,
  base,
  overwrite,
};

const about = `The file has one row for each session. Its columns are submission_id, or title (and
submitter_email if titles repeat); room; start, or date and time; and, to find clashes, end or
duration, and speakers. Other names are recognized as in an import. Rows titled as breaks (Lunch,
Kaffeepause), or with such a format, that name nobody are not sent. Or it is a grid: a line
2027-05-20,Hall 1,Hall 2 (also Hall 1 speakers) above lines such as 9:00-9:45,Title (Speaker). Dates
are 2027-05-20, 20.5.2027 or 20 May 2027, times 9:00, 9h30 or 2 pm.

Without a file, or with that of the folder, the schedule of the folder is compared with its last
pull: what only others have moved stays.`;

const plan = defineCommand({
  words: 'sessions plan',
  description: 'Show what a schedule file would change, and its clashes; sends nothing',
  sends: 'read',
  json: 'plan',
  arguments: {
    file: {
      description:
        'schedule file: CSV, XLSX, ODS, JSON, ICS or c3voc schedule; - is standard input ' +
        '(default: that of the folder)',
      type: 'file',
      isOptional: true,
    },
  },
  flags: {
    ...planFlags,
    schedule,
    out: planOut,
    maxChanges: maxChanges('move more placed sessions'),
    detailedExitcode: detailedExitcode(),
    summary,
  },
  exitCodes: [6, 8],
  about,
  examples: [
    'plenary sessions plan schedule.csv --timezone Europe/Berlin',
    'plenary sessions plan schedule.csv --detailed-exitcode --summary markdown',
    'plenary sessions plan schedule.csv --out plan.json',
  ],
  load: async () => (await import('./apply-schedule.ts')).planFile,
});

const apply = defineCommand({
  words: 'sessions apply',
  description: 'Place and move sessions as a schedule file or a saved plan specifies',
  sends: 'write',
  json: 'report',
  arguments: {
    file: {
      description:
        'schedule file or saved plan; - is standard input (default: the schedule of the folder)',
      type: 'file',
      isOptional: true,
    },
  },
  flags: {
    ...planFlags,
    ...reportFlags,
    ...paceFlags,
    schedule,
    maxChanges: maxChanges('move more placed sessions'),
  },
  isUndoable: true,
  exitCodes: [6, 9, 10],
  about,
  examples: [
    'plenary sessions apply schedule.csv --timezone Europe/Berlin',
    'plenary sessions apply plan.json --yes',
  ],
  load: async () => (await import('./apply-schedule.ts')).applyFile,
});

const talk = { description: 'id or title of a placed talk' };

/** What commands are that change the places of a few talks. */
const moving = {
  sends: 'write',
  json: ['report', 'plan'],
  isUndoable: true,
  exitCodes: [6, 8, 9, 10],
} as const;

const unplace = defineCommand({
  words: 'sessions unplace',
  description: 'Take a talk out of the schedule',
  ...moving,
  arguments: { submission: talk },
  flags: { ...placeFlags, ...paceFlags, ...dryRunFlags },
  about:
    'Only this command and `plenary runs undo` take a talk out of the schedule. A service ' +
    'may lack the operation.',
  examples: ["plenary sessions unplace 'Queues all the way down'"],
  load: async () => (await import('./unplace.ts')).unplaceSession,
});

const moveFlags = { ...placeFlags, ...clashFlags, ...paceFlags, schedule, ...dryRunFlags };

const swap = defineCommand({
  words: 'sessions swap',
  description: 'Exchange the rooms and times of two talks',
  ...moving,
  arguments: { a: talk, b: talk },
  flags: moveFlags,
  examples: ["plenary sessions swap 'Queues all the way down' 'Maps of the sea'"],
  load: async () => (await import('./swap.ts')).swapSessions,
});

const delay = defineCommand({
  words: 'sessions delay',
  description: 'Let a talk begin later, and what follows it in its room, until a gap is left',
  ...moving,
  arguments: {
    submission: talk,
    time: { description: 'how much later, e.g. 15m', refuseNegative: negativeDelay },
  },
  flags: moveFlags,
  about: `Talks that follow without a gap, or with the turnaround alone, begin later as well. A
break that only the schedule file has stays: a talk that reaches into it is a clash.`,
  examples: ["plenary sessions delay 'Queues all the way down' 15m --turnaround 5m"],
  load: async () => (await import('./delay.ts')).delaySession,
});

const move = defineCommand({
  words: 'sessions move',
  description: 'Move all talks of a room to another one, at the same times',
  ...moving,
  flags: {
    from: flag.text('<room>', 'room of the talks', { isRequired: true }),
    to: flag.text('<room>', 'room to which they move', { isRequired: true }),
    day: days,
    ...moveFlags,
  },
  examples: ["plenary sessions move --from 'Open Air' --to Cinema --day 2027-05-21"],
  load: async () => (await import('./move.ts')).moveSessions,
});

const check = defineCommand({
  words: 'sessions check',
  description: "Find the clashes among an event's sessions",
  sends: 'read',
  json: 'session-check',
  flags: { ...placeFlags, ...needing('schedule', readingFlags), ...clashFlags, schedule },
  exitCodes: [6],
  load: async () => (await import('./check.ts')).checkEvent,
});

const autoplace = defineCommand({
  words: 'sessions autoplace',
  description:
    'Find a room and a time for each talk, without clashes, and write a schedule file; sends ' +
    'nothing',
  sends: 'read',
  json: 'autoplace-report',
  arguments: {
    file: {
      description:
        'schedule file; - is standard input (default: the submissions of the event, with what ' +
        'the schedule of the folder has)',
      type: 'file',
      isOptional: true,
    },
  },
  flags: {
    ...placeFlags,
    ...readingFlags,
    roomsFile,
    peopleFile: flag.file(
      'file with the times at which people can speak, cannot, or would rather not',
    ),
    out: flag.file('schedule file to write; - is standard output', {
      default: '-',
      isWritten: true,
    }),
    keep: flag.choice(
      '<how>',
      'what stays where it is: each placed session, or only what is pinned, in several rooms ' +
        'or not in the file; of the others, few move',
      { choices: ['placed', 'none'], default: 'placed' },
    ),
    time: flag.duration(1, 'how long to search', { default: '20s' }),
    steps: flag.wholeNumber(
      '<n>',
      'how many steps to search, instead of a time: with the same seed, the same steps find ' +
        'the same schedule',
      {
        from: 0,
        to: 1e12,
        excludes: ['time'],
      },
    ),
    seed: flag.wholeNumber('<n>', 'any number; another one may find another schedule', {
      from: 0,
      to: 2 ** 31,
      default: '1',
    }),
    status: flag.text('<status>', 'only submissions with this status', {
      recommended: statuses.submissions.recommended,
    }),
    defaultDuration: flag.duration(1, 'duration of a talk without one', { default: '45m' }),
    turnaround: flag.duration(0, 'time that a room stays empty between two talks', {
      default: '0m',
    }),
    every: flag.duration(
      60_000,
      'start talks only at multiples of it on the clock, e.g. 15m; those with a start keep it',
    ),
  },
  exitCodes: [9],
  about: `The schedule file has one row for each talk. Rows without a start are placed; rows with a
room and a start stay, as do the placed sessions of the event. Optional columns: duration, pinned,
exclusive, needs, expected, after, not_with, not_before, not_after, room_wish, track, format. The
file of rooms has the columns room, start and end; optional: capacity, has (equipment), only
(formats or tracks), turnaround and shared. The rooms.csv of a folder is found without its flag.
The file of people has email or name, from, to, and availability (can, cannot or rather_not).

A must is never broken: a room and a person are in one talk at a time, rooms have times and
equipment, people have times. A talk for which that leaves no place is left out and named, and the
exit code is 9. Wishes are met as far as possible: expected audience, order, tracks, room_wish,
rather_not. The report lists those that are not met.`,
  examples: [
    'plenary sessions autoplace talks.csv --rooms-file rooms.csv --out schedule.csv --timezone ' +
      'Europe/Berlin',
    'plenary sessions autoplace --status accepted --rooms-file rooms.csv --people-file ' +
      'people.csv --out schedule.csv',
  ],
  load: async () => (await import('./autoplace/autoplace.ts')).autoplace,
});

export const scheduleCommands = [unplace, plan, apply, swap, delay, move, check, autoplace];
