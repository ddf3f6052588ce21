// Compares the files of a program with the service, by what both were: what each side has changed,
// and what the files become. Must not write.

import type { output } from 'zod/mini';
import { breakRows } from '../columns/breaks.ts';
import { recordName } from '../columns/record-name.ts';
import type { DocumentOf } from '../contract/document.ts';
import { type FileResource, singularOf } from '../contract/endpoint.ts';
import { isPrivateField } from '../contract/private-fields.ts';
import type { comparison, conflict } from './comparison-schema.ts';
import type { FileRow, ProgramTable } from './csv-files.ts';
import { programFiles } from './files.ts';
import { type RowOwners, rowsWithIds } from './identified-rows.ts';
import { hasDrifted, type MergeOptions, mergeRecord, type Values } from './merge.ts';
import { orderOf, type ProgramRecord, type Records } from './records.ts';

/** Both sides have changed a record. */
export type Conflict = DocumentOf<typeof conflict>;

/** A record or a row, as it becomes. */
export interface MergedRow {
  readonly id: string;
  /** The row of the file; undefined if it has none yet. */
  readonly row: FileRow | undefined;
  /**
   * The values of the row; undefined if there will be none. A row without a record stays as it is.
   */
  readonly values: Values | undefined;
  /** What the next comparison starts from; undefined if the service has no such record. */
  readonly base: Values | undefined;
  /** Whether the user has removed its row, so that the next comparison leaves it out. */
  readonly isRemoved?: boolean;
}

export interface ProgramComparison {
  /** What each side has changed, in records. */
  readonly counts: output<typeof comparison>;
  /** All of them; who prints them lists the first ones. */
  readonly conflicts: readonly Conflict[];
  /** In the order of the file. */
  readonly rows: readonly MergedRow[];
}

export interface Sides extends RowOwners {
  readonly resource: FileResource;
  /** Undefined if the file does not exist yet. */
  readonly table: ProgramTable | undefined;
  /** Undefined if it is unknown what both sides were. */
  readonly base: Records | undefined;
}

export interface CompareOptions extends MergeOptions {
  /**
   * That the files replace values that the service has changed as well, and what their empty cells
   * do if the base is unknown.
   */
  readonly overwrite?: 'keep' | 'clear' | undefined;
}

/** A comparison that is being made. */
interface Comparing extends Sides {
  readonly options: CompareOptions;
  readonly counts: ProgramComparison['counts'];
  readonly conflicts: Conflict[];
  /** Whether the cells of a row are those of a break in the schedule. */
  readonly isBreak: (cells: readonly string[]) => boolean;
}

export function noCounts(): ProgramComparison['counts'] {
  return {
    files: { changed: 0, added: 0, removed: 0 },
    service: { changed: 0, new: 0, removed: 0 },
    leftOut: 0,
    conflicts: 0,
  };
}

/** Compares and merges the records of a kind. */
export function compareSides(sides: Sides, options: CompareOptions): ProgramComparison {
  const { resource, table } = sides;
  const counts = noCounts();
  const conflicts: Conflict[] = [];
  const isBreak = resource === 'sessions' ? breakRows(table?.columns ?? []) : () => false;
  const rows = [...mergeSides({ ...sides, options, counts, conflicts, isBreak })];
  return { counts, conflicts, rows };
}

/**
 * The rows of the file in their order, with new records where they belong among them, and what the
 * file no longer has.
 */
function* mergeSides(state: Comparing): IterableIterator<MergedRow> {
  const { resource, table, base, service } = state;
  const rows = rowsWithIds(resource, table?.rows ?? [], state);
  const ids = new Set(rows.map(({ id }) => id));
  const orders = new Map(
    [...service].map(([id, { values }]) => [id, orderOf(resource, id, values)]),
  );
  const order = (id: string) => orders.get(id) ?? '';
  const added = [...service.keys()]
    .filter((id) => !ids.has(id) && base?.has(id) !== true)
    .sort((a, b) => (order(a) < order(b) ? -1 : 1));
  const repeated = new Set(rows.flatMap(({ id, isFurther }) => (isFurther ? id : [])));
  let next = 0;
  for (const { id, row, isFurther } of rows) {
    if (isFurther) {
      yield furtherRow(state, id, row);
      continue;
    }
    if (service.has(id))
      while (next < added.length && order(added[next] ?? '') < order(id))
        yield appear(state, added[next++] ?? '');
    yield firstRow(state, id, row, repeated.has(id));
  }
  while (next < added.length) yield appear(state, added[next++] ?? '');
  for (const id of base?.keys() ?? []) if (!ids.has(id)) yield leave(state, id);
}

/** The only row of a record, or the first one of a talk that has further slots. */
function firstRow(state: Comparing, id: string, row: FileRow, hasFurther: boolean): MergedRow {
  const { resource, table, base, service, options, isBreak } = state;
  const isWaiting = waits(state, id, row);
  const before = base?.get(id);
  // In a row that has only its id, or waits for a place, an empty cell says nothing. Nor does it in
  // one that was written without knowing its record, unless a value was sent.
  const isUnfilled = isWaiting || isBlank(row);
  const saysNothing =
    isUnfilled || isOfUnseen(row, before) || (base === undefined && options.overwrite === 'keep');
  const sent = isUnfilled ? {} : before?.sent;
  const given = id !== '' && saysNothing ? { ...row, values: filledIn(row.values, sent) } : row;
  if (isWaiting && base !== undefined && service.has(id)) state.counts.service.new++;
  const merged = mergeRow(state, id, given, isWaiting || isBreak(row.cells));
  const isUnplaced = resource === 'sessions' && merged.values === undefined;
  const isKept = isUnplaced && (hasFurther || hasOwnCells(table, row));
  return isKept ? waitingRow(merged, row) : merged;
}

/** Whether a row was written without knowing its record. @param before what the record was */
function isOfUnseen({ id }: FileRow, before: ProgramRecord | undefined): boolean {
  return id === '' || before?.isUnseen === true;
}

/** A further slot of a talk, which only the file has: no edit, with the title of the talk. */
function furtherRow({ base, service }: Comparing, id: string, row: FileRow): MergedRow {
  const now = service.get(id)?.values.title;
  const { title } = row.values;
  const isAsBefore = title?.trim() === '' || title === base?.get(id)?.values.title;
  const isShown = now !== undefined && title !== undefined && isAsBefore;
  const values = isShown ? { ...row.values, title: now } : row.values;
  return { id, row: { ...row, values }, values, base: undefined };
}

/** Whether a row is that of a talk without a place, which neither side has had. */
function waits({ resource, base }: Comparing, id: string, { values }: FileRow): boolean {
  return resource === 'sessions' && base?.has(id) !== true && !hasPlace(values);
}

/** Whether a row of the schedule has a room or a start. */
export function hasPlace({ room = '', start = '' }: Values): boolean {
  return room.trim() !== '' || start.trim() !== '';
}

/** The service no longer places the talk: its row waits, with what only the file has. */
function waitingRow(merged: MergedRow, { values }: FileRow): MergedRow {
  return { ...merged, values: { ...values, room: '', start: '' } };
}

/** Whether a row has values in columns of the user's own. */
function hasOwnCells(table: ProgramTable | undefined, { cells }: FileRow): boolean {
  const known = new Set(table?.positions.values());
  return cells.some((cell, at) => !known.has(at) && cell.trim() !== '');
}

/** The service has a record that was not there. */
function appear({ service, counts }: Comparing, id: string): MergedRow {
  counts.service.new++;
  const values = service.get(id)?.values ?? {};
  return { id, row: undefined, values, base: values };
}

function mergeRow(state: Comparing, id: string, row: FileRow, isBreak: boolean): MergedRow {
  const { base, service, counts, options } = state;
  const there = service.get(id)?.values;
  const before = base?.get(id)?.values;
  if (there !== undefined) return mergeBoth(state, id, row, there, before);
  if (before === undefined) {
    if (!isBreak) counts.files.added++;
    return { id, row, values: row.values, base: undefined };
  }
  counts.service.removed++;
  const { edited } = mergeRecord({ base: before, file: row.values, service: before }, options);
  if (edited.length > 0) note(state, { code: 'removed_in_service', id }, row.values, row);
  if (edited.length === 0 || options.prefer === 'service')
    return { id, row, values: undefined, base: undefined };
  counts.files.changed++;
  return { id, row, values: row.values, base: before };
}

/**
 * @param there what the record is in the service
 * @param before what it was
 */
function mergeBoth(
  state: Comparing,
  id: string,
  row: FileRow,
  there: Values,
  before: Values | undefined,
): MergedRow {
  const { resource, base, counts, options } = state;
  // A row that was written for a record without knowing it: its values are edits.
  const seen = row.id === '' && base !== undefined ? { ...there, ...before } : before;
  // The schedule only shows titles: one that the service has changed is no conflict.
  const isShown =
    resource === 'sessions' && row.values.title !== undefined && before?.title !== there.title;
  const file = isShown ? { ...row.values, title: there.title ?? '' } : row.values;
  const { onlyCreated } = programFiles[resource];
  const merged = mergeRecord({ base: seen, file, service: there, onlyCreated }, options);
  if (merged.edited.length > 0 || merged.conflicts.length > 0) counts.files.changed++;
  if (merged.drifted.length > 0 || (merged.conflicts.length > 0 && before !== undefined))
    counts.service.changed++;
  for (const conflict of merged.conflicts)
    note(state, { code: 'field', id, ...conflict }, there, row);
  return { id, row, values: merged.values, base: merged.base };
}

/** The file no longer has a record. */
function leave(state: Comparing, id: string): MergedRow {
  const { base, service, counts, options } = state;
  const { values: before = {}, isRemoved: isKnown = false } = base?.get(id) ?? {};
  const there = service.get(id)?.values;
  if (there === undefined) {
    if (!isKnown) counts.service.removed++;
    return { id, row: undefined, values: undefined, base: undefined };
  }
  // A row that comes back is compared with what it was, as if it had never been removed.
  const removed = { id, row: undefined, values: undefined, base: before };
  if (isKnown) {
    counts.leftOut++;
    return { ...removed, isRemoved: true };
  }
  counts.files.removed++;
  if (!hasDrifted(before, there, options.timeZone)) return { ...removed, isRemoved: true };
  counts.service.changed++;
  note(state, { code: 'removed_in_file', id }, there);
  if (options.prefer === 'service') return { id, row: undefined, values: there, base: there };
  return { ...removed, isRemoved: options.prefer === 'file' };
}

/**
 * Without private values, because logs store what is printed.
 * @param values by which the record is named
 */
function note(
  { resource, service, counts, conflicts }: Comparing,
  found: Omit<Conflict, 'kind' | 'name' | 'line' | 'serviceChangedAt'>,
  values: Values,
  row?: FileRow,
): void {
  counts.conflicts++;
  const { changedAt } = service.get(found.id) ?? {};
  const { code, id, field } = found;
  const shown = field !== undefined && isPrivateField(field) ? { code, id, field } : found;
  conflicts.push({
    kind: singularOf(resource),
    ...shown,
    name: recordName(resource, values),
    ...(row !== undefined && { line: row.line }),
    ...(changedAt !== undefined && { serviceChangedAt: changedAt }),
  });
}

function isBlank({ values }: FileRow): boolean {
  return Object.values(values).every((value) => value.trim() === '');
}

/** Without empty cells, except of values that were sent. */
function filledIn(values: Values, sent: Values = {}): Values {
  const filled = Object.entries(values).filter(([field, value]) => {
    return value.trim() !== '' || field in sent;
  });
  return Object.fromEntries(filled);
}
