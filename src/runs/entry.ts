// Owns the lines of a journal, as data: the header and the entries after it, checked when they are
// read from disk. Pure.
import {
  array,
  catchall,
  gte,
  int,
  literal,
  lte,
  nullable,
  number,
  object,
  optional,
  type output,
  record,
  refine,
  regex,
  safeParse,
  string,
  tuple,
  unknown,
} from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import type { FieldChanges } from '../changes/change.ts';
import { isRecord } from '../client/response.ts';

/** Where the rows of a run are sent. One run at a time works on a target. */
export interface Target {
  readonly resource: string;
  readonly event: string;
  readonly baseUrl: string;
}

export function targetOf(
  { event, baseUrl }: Pick<Target, 'event' | 'baseUrl'>,
  resource: string,
): Target {
  return { resource, event, baseUrl };
}

/** The rows of a run that change one kind of records, by their numbers; both ends are included. */
export interface RunPart {
  readonly resource: string;
  readonly first: number;
  readonly last: number;
  /** Whether it only reports on a file, and changes nothing. */
  readonly isIdle?: true | undefined;
}

/** The parts of a run, in the order in which they are sent. */
export function partsOf({ resource, parts: several }: RunHeader): readonly RunPart[] {
  const parts: readonly Omit<RunPart, 'last'>[] = several ?? [{ resource, first: 1 }];
  return parts.map((part, at) => ({ ...part, last: (parts[at + 1]?.first ?? maxRows + 1) - 1 }));
}

/** The part of a run that sends to a target. */
export function partFor(
  header: RunHeader,
  { resource, event, baseUrl }: Target,
): RunPart | undefined {
  if (header.event !== event || header.baseUrl !== baseUrl) return undefined;
  return partsOf(header).find((part) => part.resource === resource && !part.isIdle);
}

/** What a journal says that became of a row; `skipped` if its record existed. */
export const rowOutcomes = ['created', 'updated', 'placed', 'skipped', 'failed'] as const;

/** The outcome of a row. */
export interface RowOutcome {
  readonly row: number;
  readonly did: (typeof rowOutcomes)[number];
  readonly id?: string | undefined;
  /** Recognizes the key of a created record. */
  readonly key?: string | undefined;
  /** What the response shows otherwise than it was sent. */
  readonly shown?: Readonly<Record<string, unknown>> | undefined;
  /** When the record was changed last, as the response shows it. */
  readonly updatedAt?: string | undefined;
}

/** What a request changes in the record of a row, with the values that it replaces. */
export interface SentChange {
  readonly row: number;
  readonly resource: string;
  /** Of the record. */
  readonly id: string;
  readonly fields: FieldChanges;
  /** Another request of the row follows, which has its own values. */
  readonly isInterim?: true | undefined;
}

/** What this computer has written to a record. */
export interface RecordMemory {
  /** When the record was changed last, as the last response about it has shown. */
  readonly updatedAt: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}

export const runName = /^\d{8}-\d{6}-[\da-f]{8}$/;

/**
 * More than the largest file has rows, even if each names several people. Iterating over a damaged
 * range must end.
 */
const maxRows = 1_000_000;

const rowNumber = int().check(gte(1), lte(maxRows));
const ranges = array(
  tuple([rowNumber, rowNumber]).check(
    refine(([first, last]) => first <= last && last - first < 100_000),
  ),
);

/** Of new journals. Those of version 1 have no checks of their lines. */
export const journalVersion = 2 as const;

export const header = object({
  journal: literal([1, journalVersion]),
  run: string().check(regex(runName)),
  startedAt: string(),
  /** Of the records; `program` for the files of a folder. */
  resource: string().check(regex(/^(speakers|submissions|sessions|program)$/)),
  event: string(),
  baseUrl: string(),
  /** The command that began the run: `sessions swap`. Older journals do not have it. */
  command: optional(string()),
  /** As the user named it. */
  file: string(),
  /** How many rows the run has, including those that need no request. */
  rows: int().check(gte(0), lte(maxRows)),
  /** Of the file's bytes, in hexadecimal. */
  sha256: string(),
  /** Of this header and the saved rows: neither is used once a byte of them has changed. */
  savedSha256: optional(string()),
  /** Of the form of the saved rows: those of another one are not read. */
  savedVersion: optional(int()),
  /** The kinds of records that it changes, each with its first row, if there are several. */
  parts: optional(
    array(object({ resource: string(), first: rowNumber, isIdle: optional(literal(true)) })),
  ),
  /** The run that this one undoes. */
  undoes: optional(string()),
  /** How the rows are read and what is done with them. Different options mean a different run. */
  options: optional(unknown()),
});

/** The first line of a journal: everything that is needed to resume the run. */
export type RunHeader = Readonly<output<typeof header>>;

/** A header that is not saved yet: the folder of its run names it, and knows when it begins. */
export type NewRun = Omit<
  RunHeader,
  'journal' | 'run' | 'startedAt' | 'command' | 'rows' | 'savedSha256' | 'savedVersion'
>;

/** Undefined if a value is not a header. Fields that only the kind of the run has are preserved. */
export function parseHeader(value: unknown): RunHeader | undefined {
  const { data } = safeParse(catchall(header, unknown()), value);
  return data;
}

export const entries = {
  sending: object({ sending: ranges, verb: string(), at: number() }),
  unsent: object({ unsent: ranges }),
  change: object({
    change: rowNumber,
    resource: string(),
    id: string(),
    fields: record(string(), object({ from: optional(unknown()), to: nullable(string()) })),
    isInterim: optional(literal(true)),
  }),
  row: object({
    row: rowNumber,
    did: string(),
    id: optional(string()),
    key: optional(string()),
    shown: optional(record(string(), unknown())),
    updatedAt: optional(string()),
  }),
  ended: object({ ended: string(), counts: record(string(), number()) }),
} satisfies Record<string, $ZodType>;

/** A line after the header. An outcome may be one that only a later version knows. */
export type JournalEntry = Readonly<output<(typeof entries)[keyof typeof entries]>>;

/** `other` is of a kind that only a later version knows. */
export function parseEntry(value: unknown): JournalEntry | 'other' | 'damaged' {
  if (!isRecord(value)) return 'damaged';
  const kind = entryKinds.find((name) => name in value);
  if (kind === undefined) return 'other';
  return safeParse<$ZodType<JournalEntry>>(entries[kind], value).data ?? 'damaged';
}

const entryKinds = Object.keys(entries) as (keyof typeof entries)[];

/** `[3, 4, 5, 9]` → `[[3, 5], [9, 9]]` */
export function toRanges(rows: readonly number[]) {
  const all: [first: number, last: number][] = [];
  for (const row of rows) {
    const last = all.at(-1);
    if (last !== undefined && last[1] === row - 1) last[1] = row;
    else all.push([row, row]);
  }
  return all;
}

/** `[[3, 5], [9, 9]]` → 3, 4, 5, 9 */
export function* rowsOf(all: ReturnType<typeof toRanges>): IterableIterator<number> {
  for (const [first, last] of all) for (let row = first; row <= last; row++) yield row;
}
