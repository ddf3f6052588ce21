// Owns the flags that several commands have, alone and in sets. Must not know any single command.
import { UsageError } from '../errors.ts';
import { flag } from './flag.ts';
import { type FlagValues, grouped, needing } from './flags.ts';
import { readConditions, readOrder } from './selection/terms.ts';

/** The event that a command works on. */
export const event = flag.text('<event>', 'event: its id, slug or name (or PLENARY_EVENT)');

/** How a list is chosen from, after it was read. */
export const selectionFlags = grouped('Selection', {
  where: flag.parsedList(
    '<condition>',
    'only records with a value (status=accepted) or a text (title~queue), chosen here; != and ' +
      '!~ exclude; times are as in --json, usually in UTC; repeatable',
    { type: 'condition', read: readConditions },
  ),
  sort: flag.parsed('<fields>', 'sort by these fields; -field sorts in descending order', {
    type: 'fields',
    read: readOrder,
  }),
});

export const limit = flag.wholeNumber('<n>', 'stop after this many records', {
  from: 1,
  to: 1_000_000_000,
});

/**
 * Where the service does not show who submitted what, a list that is cut off hides which
 * submissions exist.
 */
export const listLimit = flag.onOff(
  'refuse submissions beyond the 1,000 that the list of a service may show',
  'create them: this service lists more',
);

/** For a status, a track or a format that is new in an event. */
export const allowNewValue = flag.boolean(
  'send a status, or the name of a track or a format, that no record of the event has yet',
);

/** Which column fills which field, and how the file is read. */
export const columnFlags = grouped('Reading the file', {
  map: flag.list('<column=field>', 'map a column to a field ("Column=" ignores it); repeatable'),
  encoding: flag.text('<name>', 'encoding of the file, e.g. windows-1252 (default: UTF-8)'),
  sheet: flag.text('<name>', 'sheet of a workbook or list in a JSON file, by name or number'),
  names: flag.choice('<form>', 'form of names, and what a comma means', {
    choices: ['first last', 'last first', 'last, first', 'first last, affiliation'],
  }),
});

export const empty = flag.choice('<how>', 'what an empty cell does', {
  choices: ['keep', 'clear'],
  default: 'keep',
});

export const statusMap = flag.parsedList(
  '<word=status>',
  'the status that a word of the file means; repeatable',
  { read: readWords },
);

/** One row that was cut off may clear many values. */
export const changesOfRecords = 'change more existing records, or clear more values,';

/** The limit on changes. @param change what is counted */
export function maxChanges(change = changesOfRecords, unless = '') {
  return flag.limit(
    `refuse to ${change} than this; a number, or a percentage such as 30%${unless}`,
    { noun: 'records', example: '20 or 30%' },
  );
}

/** How fast requests are sent. */
export const paceFlags = grouped('Sending', {
  concurrency: flag.wholeNumber('<n>', 'requests at a time', {
    from: 1,
    to: 64,
    default: '32',
  }),
  rate: flag.parsed('<n/s>', 'maximum rate of requests, e.g. 10/s or 100/m', { read: readRate }),
});

/** The files that report on each row. */
export const reportFlags = grouped('Sending', {
  rejects: flag.file('write the rows that were not applied to a CSV file, with the reasons', {
    isWritten: true,
  }),
  results: flag.file('write the outcome and the id of each row to a CSV file', {
    isWritten: true,
  }),
});

/** What may differ when a run is resumed. */
export const runFlags = grouped('Sending', {
  maxErrors: flag.limit(
    'stop if more rows than this are invalid or refused; a number, or a percentage such as 5%',
    { noun: 'rows', example: '10 or 5%' },
  ),
  ...reportFlags,
  ...paceFlags,
});

/** How a plan or a report is printed for people who review it elsewhere. */
export const summary = flag.choice('<form>', 'print a summary in this format, also of an error', {
  choices: ['markdown'],
  excludes: ['json'],
});

/** What the files of a folder are compared with. */
export const base = flag.text(
  '<dir>',
  'the folder as it was applied last, instead of the snapshot',
  { type: 'folder' },
);

export const overwrite = flag.boolean(
  'replace values that the service has changed as well; without a base, all that differ',
);

/** Of a plan, and of its application. */
export const allowPartial = flag.boolean('skip what cannot be applied, or has changed since');

const dryRun = flag.boolean('show what would be done; send nothing');

export const planOut = flag.file('save the plan as JSON, to apply it later', { isWritten: true });

/** @param what follows from the flag */
export function detailedExitcode(what = 'exit with 8 if something would change') {
  return flag.boolean(what);
}

/** Of a command that plans, and sends nothing. */
export const planFlags = { out: planOut, detailedExitcode: detailedExitcode(), summary };

export type PlanFlags = FlagValues<typeof planFlags>;

/** Of a command whose plan is its dry run. */
export const dryRunFlags = {
  dryRun,
  ...needing('dryRun', { detailedExitcode: detailedExitcode(), summary }),
};

export type DryRunFlags = FlagValues<typeof dryRunFlags>;

/** Of a session whose end is unknown. */
export const defaultDuration = flag.duration(1, 'duration of a session without a known end', {
  default: '45m',
});

/** Which database a command works on. */
export const database = flag.text(
  '<database>',
  'file, or postgres://… (or PLENARY_DATA; default: plenary.db)',
);

export const sharedRoom = flag.list(
  '<name>',
  'room that holds several sessions at once; repeatable',
);

/** What is known of rooms. */
export const roomsFile = flag.file(
  'file of rooms: their hours and turnarounds, and which are shared',
);

/** What counts as a clash, and what a clash leads to. */
export const clashFlags = grouped('Clashes', {
  defaultDuration,
  turnaround: flag.duration(0, 'time that a room stays empty between two sessions', {
    default: '0m',
  }),
  sharedRoom,
  roomsFile,
  failOn: flag.choice('<what>', 'when to fail: on clashes, also on warnings, or never', {
    choices: ['clash', 'warning', 'never'],
    default: 'clash',
  }),
});

/** The event and the clock of sessions. */
export const placeFlags = {
  event,
  timezone: flag.timezone(
    'time zone of local times (or PLENARY_TIMEZONE; default: that of the event)',
  ),
};

/** Of a schedule file. */
export const layout = flag.choice(
  '<layout>',
  'rooms across and times down, or a row per session (default: detected)',
  { choices: ['grid', 'list'] },
);

/** How a schedule file is read. */
export const readingFlags = grouped('Reading the file', {
  dateOrder: flag.choice('<order>', 'order in dates such as 05/06/2026', {
    choices: ['dmy', 'mdy', 'ymd'],
  }),
  firstDay: flag.parsed(
    '<date>',
    'date of the first day, for "Friday", "Day 2" and times without dates',
    { read: readDate },
  ),
  room: flag.text('<name>', 'room of all sessions, if a list names none'),
  layout,
  ...columnFlags,
});

/** Days, several of them with commas. */
export const days = flag.parsedList('<date>', 'only this day, e.g. 2026-05-02; repeatable', {
  read: (texts, name) =>
    texts.flatMap((text) => text.split(',').map((date) => readDate(date.trim(), name))),
});

export const schedule = flag.file(
  'schedule file with durations, speakers, tracks, formats and breaks',
);

export type ColumnFlags = FlagValues<typeof columnFlags>;
export type PaceFlags = FlagValues<typeof paceFlags>;
export type ReportFlags = FlagValues<typeof reportFlags>;
export type RunFlags = FlagValues<typeof runFlags>;
export type ClashFlags = FlagValues<typeof clashFlags>;
export type ReadingFlags = FlagValues<typeof readingFlags>;

/** Which flags of commands for a file of records specify what its rows mean. */
export const rowFlags = [
  'map',
  'statusMap',
  'feedbackTemplate',
  'empty',
  'speakers',
  'submitterEmail',
  'names',
  'allowNewValue',
  'oneRowPer',
] as const;

/** Which flags of commands for a schedule file specify what its rows mean. */
export const slotFlags = ['timezone', 'dateOrder', 'firstDay', 'room', 'map', 'names'] as const;

/** Each `Maybe=accept_queue`. */
function readWords(
  entries: readonly string[],
  name: string,
): readonly (readonly [word: string, status: string])[] {
  return entries.map((entry) => {
    const at = entry.lastIndexOf('=');
    const [word, status] = [entry.slice(0, at).trim(), entry.slice(at + 1).trim()];
    if (at > 0 && word !== '' && status !== '') return [word, status];
    throw new UsageError(`${name} ${entry}: not of the form "Word=status"`, {
      fix: `write it as ${name} "Maybe=accept_queue"`,
    });
  });
}

const secondsPer = { s: 1, m: 60, h: 3600 } as const;

/** `10/s` or `100/m`, as requests per second. */
function readRate(text: string, name: string): number {
  const [, number, unit] = /^(\d{1,6}(?:\.\d+)?)\/([smh])$/.exec(text) ?? [];
  if (Number(number) > 0 && (unit === 's' || unit === 'm' || unit === 'h'))
    return Number(number) / secondsPer[unit];
  throw new UsageError(`${name} ${text}: not a rate`, {
    fix: 'write requests per second, minute or hour, e.g. 10/s or 100/m',
  });
}

/** `YYYY-MM-DD`. */
function readDate(text: string, name: string): string {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  // Date.parse reads 30 February as a day in March.
  if (!Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)) return text;
  throw new UsageError(`${name} ${text}: not a date`, {
    fix: `write it as in ${name} 2026-06-05`,
  });
}
