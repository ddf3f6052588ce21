// Compares the files of a program with the service, by what both were: what each side has changed,
// and what the files become. Must not write.

import type { output } from 'zod/mini';
import { breakRows } from '../columns/breaks.ts';
import { recordName } from '../columns/record-name.ts';
import type { DocumentOf } from '../contract/document.ts';
import { type FileResource, singularOf } from '../contract/endpoint.ts';
import { comparedTitle } from '../contract/key.ts';
import { isPrivateField } from '../contract/private-fields.ts';
import type { comparison, conflict } from './comparison-schema.ts';
import type { FileRow, ProgramTable } from './csv-files.ts';
import { onlyCreatedFields } from './files.ts';
import { hasDrifted, type MergeOptions, mergeRecord, type Values } from './merge.ts';
import { type CreatedIds, finderByKey, orderOf, type Records } from './records.ts';

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

export interface Sides {
  readonly resource: FileResource;
  /** Undefined if the file does not exist yet. */
  readonly table: ProgramTable | undefined;
  /** Undefined if it is unknown what both sides were. */
  readonly base: Records | undefined;
  readonly service: Records;
  /** What this computer has created. */
  readonly created: CreatedIds;
  /** Of sessions: titles that several submissions have, as they are compared. */
  readonly sharedTitles?: ReadonlySet<string> | undefined;
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
  const counts = noCounts();
  const state: Comparing = { ...sides, options, counts, conflicts: [] };
  return { counts, conflicts: state.conflicts, rows: [...mergeSides(state)] };
}

/**
 * The rows of the file in their order, with new records where they belong among them, and what the
 * file no longer has.
 */
function* mergeSides(state: Comparing): IterableIterator<MergedRow> {
  const { resource, table, base, service, options } = state;
  const isBreak = resource === 'sessions' ? breakRows(table?.columns ?? []) : () => false;
  const saysNothing = base === undefined && options.overwrite === 'keep';
  const rows = rowsWithIds(resource, table?.rows ?? [], state);
  const ids = new Set(rows.map(({ id }) => id));
  const orders = new Map(
    [...service].map(([id, { values }]) => [id, orderOf(resource, id, values)]),
  );
  const order = (id: string) => orders.get(id) ?? '';
  const added = [...service.keys()]
    .filter((id) => !ids.has(id) && base?.has(id) !== true)
    .sort((a, b) => (order(a) < order(b) ? -1 : 1));
  let next = 0;
  const dropped = new Set<string>();
  for (const { id, row, isFurther } of rows) {
    if (isFurther) {
      yield dropped.has(id) ? droppedRow(id, row) : furtherRow(state, id, row);
      continue;
    }
    if (service.has(id))
      while (next < added.length && order(added[next] ?? '') < order(id))
        yield appear(state, added[next++] ?? '');
    // In a row that was written without knowing its record, or that has only its id, an empty cell
    // says nothing.
    const isUnfilled =
      row.id === '' || Object.values(row.values).every((value) => value.trim() === '');
    const given =
      id !== '' && (isUnfilled || saysNothing) ? { ...row, values: filledIn(row.values) } : row;
    const merged = mergeRow(state, id, given, isBreak(row.cells));
    if (merged.values === undefined) dropped.add(id);
    yield merged;
  }
  while (next < added.length) yield appear(state, added[next++] ?? '');
  for (const id of base?.keys() ?? []) if (!ids.has(id)) yield leave(state, id);
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

/** The service no longer places the talk, so that its first row is removed as well. */
function droppedRow(id: string, row: FileRow): MergedRow {
  return { id, row, values: undefined, base: undefined };
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
  if (there !== undefined) return mergeBoth(state, id, row, { there, before });
  if (before === undefined) {
    if (!isBreak) counts.files.added++;
    return { id, row, values: row.values, base: undefined };
  }
  counts.service.removed++;
  const { edited } = mergeRecord({ base: before, file: row.values, service: before }, options);
  if (edited.length > 0) note(state, { code: 'removed_in_service', id, row, values: row.values });
  if (edited.length === 0 || options.prefer === 'service')
    return { id, row, values: undefined, base: undefined };
  counts.files.changed++;
  return { id, row, values: row.values, base: before };
}

/** What a record is in the service, and what it was. */
interface Sightings {
  readonly there: Values;
  readonly before: Values | undefined;
}

function mergeBoth(
  state: Comparing,
  id: string,
  row: FileRow,
  { there, before }: Sightings,
): MergedRow {
  const { resource, base, counts, options } = state;
  // A row that was written for a record without knowing it: its values are edits.
  const seen = row.id === '' && base !== undefined ? { ...there, ...before } : before;
  // The schedule only shows titles: one that the service has changed is no conflict.
  const isShown =
    resource === 'sessions' && row.values.title !== undefined && before?.title !== there.title;
  const file = isShown ? { ...row.values, title: there.title ?? '' } : row.values;
  const onlyCreated = onlyCreatedFields(resource);
  const merged = mergeRecord({ base: seen, file, service: there, onlyCreated }, options);
  if (merged.edited.length > 0 || merged.conflicts.length > 0) counts.files.changed++;
  if (merged.drifted.length > 0 || (merged.conflicts.length > 0 && before !== undefined))
    counts.service.changed++;
  for (const conflict of merged.conflicts)
    note(state, { code: 'field', id, row, values: there, ...conflict });
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
  note(state, { code: 'removed_in_file', id, row: undefined, values: there });
  if (options.prefer === 'service') return { id, row: undefined, values: there, base: there };
  return { ...removed, isRemoved: options.prefer === 'file' };
}

type FoundConflict = Pick<Conflict, 'code' | 'id' | 'field' | 'base' | 'file' | 'service'> &
  Pick<MergedRow, 'row' | 'values'>;

/** Without private values, because logs store what is printed. */
function note(
  { resource, service, counts, conflicts }: Comparing,
  { row, values, ...found }: FoundConflict,
): void {
  counts.conflicts++;
  const { changedAt } = service.get(found.id) ?? {};
  const { code, id, field } = found;
  const shown = field !== undefined && isPrivateField(field) ? { code, id, field } : found;
  conflicts.push({
    kind: singularOf(resource),
    ...shown,
    name: recordName(resource, values ?? {}),
    ...(row !== undefined && { line: row.line }),
    ...(changedAt !== undefined && { serviceChangedAt: changedAt }),
  });
}

/** A row of a file, and the record that it belongs to. */
interface IdentifiedRow {
  readonly id: string;
  readonly row: FileRow;
  /** A row before it is that of the record: this one is a further slot of the talk. */
  readonly isFurther: boolean;
}

/**
 * A row without an id belongs to the record with its key, if it is the only one: a schedule may be
 * written by hand.
 */
export function rowsWithIds(
  resource: FileResource,
  rows: readonly FileRow[],
  { service, created, sharedTitles }: Pick<Sides, 'service' | 'created' | 'sharedTitles'>,
): readonly IdentifiedRow[] {
  const idOf = finderByKey(resource, service, created);
  if (resource === 'sessions') return slotsWithIds(rows, idOf, sharedTitles);
  const ids = new Set(rows.map(({ id }) => id));
  const titles = countBy(
    rows.flatMap(({ id, values }) => (id === '' ? (comparedTitle(values.title) ?? '') : [])),
  );
  return rows.map((row) => {
    const isOnlyOne = titles.get(comparedTitle(row.values.title) ?? '') === 1;
    const own = row.id === '' ? idOf(row.values, isOnlyOne) : undefined;
    const id = own === undefined || ids.has(own) ? row.id : own;
    ids.add(id);
    return { id, row, isFurther: false };
  });
}

/** The first row of a talk is that of its session, as in a plan. */
function slotsWithIds(
  rows: readonly FileRow[],
  idOf: ReturnType<typeof finderByKey>,
  sharedTitles: ReadonlySet<string> | undefined,
): readonly IdentifiedRow[] {
  const ids = new Set<string>();
  return rows.map((row) => {
    const isShared = sharedTitles?.has(comparedTitle(row.values.title) ?? '') === true;
    const byTitle = row.id === '' && !isShared ? idOf(row.values, true) : undefined;
    const id = byTitle ?? row.id;
    const isFurther = id !== '' && ids.has(id);
    ids.add(id);
    return { id, row, isFurther };
  });
}

function countBy(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function filledIn(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
}
