// Owns how the columns of a schedule file are read that only autoplace has: what each talk needs
// and wishes. Must not know other rows.

import { titleOfCalledOff } from '../../../columns/called-off-title.ts';
import { headerFields } from '../../../columns/header-fields.ts';
import { choice, count, list, type TimeBound, text, timeBound } from '../../../columns/kinds.ts';
import { locateField, type Mapping } from '../../../columns/mapping.ts';
import { quoteCell } from '../../../columns/quote.ts';
import type { TableSpec, ValuesOf } from '../../../columns/table-spec.ts';
import { grouped } from '../../../contract/grouped.ts';
import { foldKey, foldKeys } from '../../../contract/key.ts';
import { morning } from '../../../contract/start.ts';
import type { Sheet } from '../../../files/table.ts';
import {
  readSessions,
  type ScheduleFile,
  type ScheduleFileOptions,
  type SessionRecord,
} from '../../read/schedule-file.ts';
import { isOffBy, type ScheduleRow } from '../../read/schedule-row.ts';
import { sessionFields, sessionTable, talkNeeded } from '../../read/session-table.ts';
import type { Taking } from '../../read/timed-table.ts';

const pinned = choice<'yes' | 'no'>({
  words: {},
  yes: 'yes',
  no: 'no',
  expected: 'yes, or nothing',
});

const wishFields = {
  pinned: { kind: pinned },
  needs: { kind: list },
  expected: { kind: count('people') },
  after: { kind: text },
  not_with: { kind: text },
  not_before: { kind: timeBound('start') },
  not_after: { kind: timeBound('end') },
  room_wish: { kind: text },
} as const;

/** What a row says besides its session. Cells that name talks or rooms are not divided yet. */
export type TalkWishes = {
  readonly [Name in keyof typeof wishFields]?: ValuesOf<typeof wishFields>[Name] | undefined;
};

const talkFields = { ...sessionFields, ...wishFields };

/** A schedule file in which rooms and starts may be missing. */
const talkTable: TableSpec<typeof talkFields> = {
  kind: 'talks',
  fields: talkFields,
  requirements: [talkNeeded],
  isUnused: (values) => isOffBy(values) || titleOfCalledOff(values.title ?? '') !== undefined,
};

export interface TalksFile extends ScheduleFile {
  /** By the line of the row. */
  readonly wishes: ReadonlyMap<number, TalkWishes>;
  readonly table: TalksTable;
}

/** The cells of the file, to write it again. */
export interface TalksTable
  extends Pick<Sheet, 'columns' | 'delimiter'>,
    Pick<Mapping, 'mapped'>,
    Pick<ScheduleFile, 'isDateless'> {
  readonly records: readonly TalksRecord[];
}

export interface TalksRecord extends Pick<SessionRecord, 'row' | 'line' | 'repeats'> {
  readonly cells: readonly string[];
}

/**
 * Reads a schedule file in which rooms and starts may be missing, and what its talks wish.
 * @throws {InvalidInputError} if a required column is missing, or two are the same, and for rows
 * that cannot be read
 */
export async function readTalks(sheet: Sheet, options: ScheduleFileOptions): Promise<TalksFile> {
  const { records, ...read } = await readSessions(sheet, talkTable, {
    ...options,
    joinsUnplaced: true,
    check(records, taking) {
      reportContradictions(records, taking);
      reportEmptyTimes(records, taking);
      reportSharedIds(records, taking);
      reportOwnNames(records, taking);
    },
  });
  const table: TalksTable = {
    columns: sheet.columns,
    delimiter: sheet.delimiter,
    mapped: read.mapping.mapped,
    isDateless: read.isDateless,
    records: records.map(({ record, ...session }) => ({ cells: record.cells, ...session })),
  };
  return { ...read, wishes: wishesOf(records), table };
}

/**
 * Reads a schedule file as `readScheduleFile` does. It may be one that autoplace wrote: columns
 * that only autoplace reads may be mapped, and are not among those without a use.
 */
export async function readPlacedFile(
  sheet: Sheet,
  options: ScheduleFileOptions,
): Promise<ScheduleFile> {
  const spec = sessionTable({ room: options.room, firstDay: options.time.firstDay });
  const fields = { ...sessionFields, ...unreadWishes };
  const placed = { ...spec, fields };
  const read = await readSessions(sheet, placed, { ...options, joinsUnplaced: false });
  const unmapped = read.mapping.unmapped.filter(({ column }) => !isWish(column));
  return { ...read, mapping: { ...read.mapping, unmapped } };
}

/** Whatever their cells say. */
const unreadWishes = Object.fromEntries(
  Object.keys(wishFields).map((name) => [name, { kind: text }]),
);

function isWish(header: string): boolean {
  const [target] = headerFields([header], 'talks');
  return target !== undefined && target in wishFields;
}

type TalkRecord = SessionRecord<typeof talkFields>;

/** Two rows of one talk may leave cells empty, but not say two things. */
function reportContradictions(records: readonly TalkRecord[], { mapping, addFault }: Taking): void {
  const columns = mapping.mapped.filter(({ target }) => comparedFields.has(target));
  const firsts = new Map<string, { line: number; value: string; cell: string }>();
  for (const { record, line } of records) {
    const duration = record.slot.durationMs;
    const values: Readonly<Record<string, unknown>> = { ...record.values, duration };
    for (const { target, index } of columns) {
      if (values[target] === undefined) continue;
      const value = JSON.stringify(values[target]);
      const cell = record.cells[index]?.trim() ?? '';
      const key = JSON.stringify([line, target]);
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, { line: record.line, value, cell });
      else if (first.value !== value) {
        const other = `line ${first.line} is the same talk and has ${quoteCell(first.cell)}`;
        const advice = 'if it is another talk, give it a title or an id of its own';
        const message = `${quoteCell(cell)}, but ${other}; ${advice}`;
        addFault(record, { ...locateField(mapping, target), code: 'contradiction', message });
      }
    }
  }
}

const comparedFields: ReadonlySet<string> = new Set(['duration', ...Object.keys(wishFields)]);

/** A talk that is to end before it begins, also in two rows. */
function reportEmptyTimes(records: readonly TalkRecord[], { mapping, addFault }: Taking): void {
  const indexOf = new Map(mapping.mapped.map(({ target, index }) => [target, index]));
  const saying = (field: 'not_before' | 'not_after', { record }: TalkRecord) => {
    const cell = record.cells[indexOf.get(field) ?? -1]?.trim() ?? '';
    return `${field} is ${quoteCell(cell)} in line ${record.line}`;
  };
  for (const rows of grouped(records, ({ line }) => line).values()) {
    const from = rows.find(({ record }) => record.values.not_before !== undefined);
    const to = rows.find(({ record }) => record.values.not_after !== undefined);
    if (from === undefined || to === undefined) continue;
    if (!isAfter(from.record.values.not_before, to.record.values.not_after)) continue;
    const both = `${saying('not_before', from)}, and ${saying('not_after', to)}`;
    const message = `${both}, which is no later; change one of them`;
    const { record } = from.record.line > to.record.line ? from : to;
    addFault(record, { ...locateField(mapping, 'not_after'), code: 'contradiction', message });
  }
}

/** Whether no time is between the two. Clock times at night are of the next day. */
function isAfter(from: TimeBound | undefined, to: TimeBound | undefined): boolean {
  if (from === undefined || to === undefined) return false;
  if ('ms' in from && 'ms' in to) return from.ms >= to.ms;
  if (!('clock' in from && 'clock' in to)) return false;
  const [start, end] = [from.clock, to.clock].map((clock) =>
    clock < morning ? `n${clock}` : clock,
  );
  return start !== undefined && end !== undefined && start >= end;
}

/** An id with two titles is that of two talks. */
function reportSharedIds(records: readonly TalkRecord[], { mapping, addFault }: Taking): void {
  const titled = new Map<string, ScheduleRow>();
  for (const { record, row } of records) {
    const { id, submission_id } = record.values;
    const key = submission_id ?? id;
    if (key === undefined || row.title === '') continue;
    const first = titled.get(key);
    if (first === undefined) titled.set(key, row);
    else if (foldKey(first.title) !== foldKey(row.title)) {
      const other = `${quoteCell(first.title)} in line ${first.line}`;
      const advice = 'give each talk an id of its own';
      const message = `${quoteCell(key)} is the id of ${other} as well; ${advice}`;
      const field = submission_id === undefined ? 'id' : 'submission_id';
      addFault(record, { ...locateField(mapping, field), code: 'contradiction', message });
    }
  }
}

/** A talk that is to be after itself, or not at the same time, names no other one. */
function reportOwnNames(records: readonly TalkRecord[], { mapping, addFault }: Taking): void {
  const named = new Map<string, Set<number>>();
  for (const { row, line } of records) {
    for (const name of namesOf(row)) named.set(name, (named.get(name) ?? new Set()).add(line));
  }
  const isOwn = ({ row }: TalkRecord, text: string) => {
    return namesOf(row).includes(foldKey(text)) && named.get(foldKey(text))?.size === 1;
  };
  for (const talk of records) {
    for (const field of ['after', 'not_with'] as const) {
      const cell = talk.record.values[field] ?? '';
      const texts = named.has(foldKey(cell)) ? [cell] : readTitles(cell);
      const ownName = texts.find((text) => isOwn(talk, text));
      if (ownName === undefined || talk.row.isCalledOff === true) continue;
      const message = `${quoteCell(ownName)} is the talk itself; name another one`;
      addFault(talk.record, { ...locateField(mapping, field), code: 'own_name', message });
    }
  }
}

/** By what the cells of other talks name a talk. */
function namesOf({ title, submissionId, possibleId }: ScheduleRow): readonly string[] {
  return foldKeys([title, submissionId, possibleId]);
}

/** Titles, which may have commas of their own, separated by semicolons or lines. */
export function readTitles(text: string): readonly string[] {
  return text
    .split(/[;；\n|]/u)
    .map((part) => part.trim())
    .filter(Boolean);
}

/** What the rows of a talk say together; none of them contradicts another. By line. */
function wishesOf(records: readonly TalkRecord[]): TalksFile['wishes'] {
  const said = new Map<number, TalkRecord['record']['values']>();
  for (const { record, line } of records) said.set(line, { ...record.values, ...said.get(line) });
  return new Map(
    Array.from(said, ([line, values]) => {
      const { pinned, needs, expected, after, not_with, not_before, not_after, room_wish } = values;
      const wishes = { pinned, needs, expected, after, not_with, not_before, not_after, room_wish };
      return [line, wishes];
    }),
  );
}
