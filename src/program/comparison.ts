// Compares the files of a program with the service, by what both were: what each side has changed, and what the files become. Must not write.

import { breakRows } from '../columns/breaks.ts';
import { recordName } from '../columns/record-name.ts';
import { byKind, type RecordKind } from '../combined/kinds.ts';
import type { DocumentOf } from '../contract/document.ts';
import type { conflict } from './comparison-schema.ts';
import { hasDrifted, type MergeOptions, mergeRecord, type Values } from './merge.ts';
import type { Records } from './records.ts';
import type { FileRow, PrivateRows, ProgramTable } from './table.ts';

/** Both sides have changed a record. */
export type Conflict = DocumentOf<typeof conflict>;

/** What one side has changed, in records. */
export interface FileChanges {
  changed: number;
  added: number;
  removed: number;
}
export interface ServiceChanges {
  changed: number;
  new: number;
  removed: number;
}

export interface ResourceComparison {
  readonly files: FileChanges;
  readonly service: ServiceChanges;
  /** How many records have no row, because the user has removed it and knows that they remain. */
  leftOut: number;
  /** How many conflicts there are, listed or not. */
  conflicts: number;
}

/** How many conflicts are listed; each of 100,000 records may have some. */
const listedConflicts = 1000;

export interface ProgramComparison {
  readonly counts: ResourceComparison;
  /** The first ones. */
  readonly conflicts: Conflict[];
}

/** A record or a row, as it becomes. */
export interface MergedRow {
  readonly id: string;
  /** The row of the file; undefined if it has none yet. */
  readonly row: FileRow | undefined;
  /** The values of the row; undefined if there will be none. A row without a record stays as it is. */
  readonly values: Values | undefined;
  /** What the next comparison starts from; undefined if the service has no such record. */
  readonly base: Values | undefined;
  /** Whether the user has removed its row, so that the next comparison leaves it out. */
  readonly isRemoved?: boolean;
}

export interface Sides {
  readonly resource: RecordKind;
  /** Undefined if the file does not exist yet. */
  readonly table: ProgramTable | undefined;
  /** The rows of the private file. */
  readonly privateRows?: PrivateRows | undefined;
  /** Undefined if it is unknown what both sides were. */
  readonly base: Records | undefined;
  readonly service: Records;
}

/** @returns comparisons without results, to be passed to `compareSides` */
export function startComparisons(): Readonly<Record<RecordKind, ProgramComparison>> {
  return byKind(() => ({
    counts: {
      files: { changed: 0, added: 0, removed: 0 },
      service: { changed: 0, new: 0, removed: 0 },
      leftOut: 0,
      conflicts: 0,
    },
    conflicts: [],
  }));
}

/** Compares and merges one resource, in the order of its file. @param found is filled in */
export async function* compareSides(
  { resource, table, privateRows, base, service }: Sides,
  found: ProgramComparison,
  options: MergeOptions,
): AsyncGenerator<MergedRow> {
  const { counts } = found;
  const isBreak = resource === 'sessions' ? breakRows(table?.header.columns ?? []) : () => false;
  const { ids: rowIds, keyed } = await readIds();
  const isKnown = (id: string) => rowIds.has(id) || base?.has(id) === true;
  const added = service.ids().filter((id) => !isKnown(id));
  let next = 0;
  for await (const row of table?.rows() ?? []) {
    const id = keyed.get(row.line) ?? row.id;
    if (service.has(id)) while (next < added.length && isBefore(added[next], id)) yield appear(added[next++] ?? '');
    const values = { ...row.values, ...privateRows?.get(id)?.values };
    // In a row that was written without knowing its record, or that has only its id, an empty cell says nothing.
    const isUnfilled = row.id === '' || Object.values(values).every((value) => value.trim() === '');
    yield mergeRow(id, { ...row, values: id !== '' && isUnfilled ? filledIn(values) : values });
  }
  while (next < added.length) yield appear(added[next++] ?? '');
  for (const id of base?.ids() ?? []) if (!rowIds.has(id)) yield leave(id);

  /** A row without an id belongs to the record with its key, if it is the only one: a schedule may be written by hand. */
  async function readIds(): Promise<{ ids: ReadonlySet<string>; keyed: ReadonlyMap<number, string> }> {
    const ids = new Set<string>();
    const found: [line: number, id: string][] = [];
    for await (const { id, line, values } of table?.rows() ?? []) {
      const own = id === '' ? service.withKeyOf(values) : undefined;
      if (id !== '') ids.add(id);
      else if (own !== undefined) found.push([line, own]);
    }
    const keyed = new Map<number, string>();
    for (const [line, id] of found) {
      if (ids.has(id)) continue;
      keyed.set(line, id);
      ids.add(id);
    }
    return { ids, keyed };
  }

  function isBefore(id: string | undefined, other: string): boolean {
    return id !== undefined && service.compare(id, other) < 0;
  }

  /** The service has a record that was not there. */
  function appear(id: string): MergedRow {
    counts.service.new++;
    const values = service.get(id) ?? {};
    return { id, row: undefined, values, base: values };
  }

  function mergeRow(id: string, row: FileRow): MergedRow {
    const there = service.get(id);
    const before = base?.get(id);
    if (there !== undefined) return mergeBoth(id, row, there, before);
    if (before === undefined) {
      if (!isBreak(row.cells)) counts.files.added++;
      return { id, row, values: row.values, base: undefined };
    }
    counts.service.removed++;
    const { edited } = mergeRecord({ base: before, file: row.values, service: before }, options);
    if (edited.length === 0 || options.prefer === 'service') {
      if (edited.length > 0) note({ kind: 'removed_in_service', id, row, values: row.values });
      return { id, row, values: undefined, base: undefined };
    }
    counts.files.changed++;
    note({ kind: 'removed_in_service', id, row, values: row.values });
    return { id, row, values: row.values, base: before };
  }

  function mergeBoth(id: string, row: FileRow, there: Values, before: Values | undefined): MergedRow {
    // A row that was written for a record without knowing it: its values are edits.
    const seen = row.id === '' ? { ...there, ...before } : before;
    const merged = mergeRecord({ base: seen, file: row.values, service: there }, options);
    if (merged.edited.length > 0 || merged.conflicts.length > 0) counts.files.changed++;
    if (merged.drifted.length > 0 || (merged.conflicts.length > 0 && before !== undefined)) counts.service.changed++;
    for (const conflict of merged.conflicts) note({ kind: 'field', id, row, values: there, ...conflict });
    return { id, row, values: merged.values, base: merged.base };
  }

  /** The file no longer has a record. */
  function leave(id: string): MergedRow {
    const before = base?.get(id) ?? {};
    const there = service.get(id);
    const isKnown = base?.isRemoved(id) === true;
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
    if (!hasDrifted(before, there)) return { ...removed, isRemoved: true };
    counts.service.changed++;
    note({ kind: 'removed_in_file', id, row: undefined, values: there });
    if (options.prefer === 'service') return { id, row: undefined, values: there, base: there };
    return { ...removed, isRemoved: options.prefer === 'file' };
  }

  function note({
    row,
    values,
    ...conflict
  }: Omit<Conflict, 'resource' | 'title' | 'line' | 'fileChangedAt' | 'serviceChangedAt'> & {
    readonly row: FileRow | undefined;
    readonly values: Values;
  }): void {
    counts.conflicts++;
    if (found.conflicts.length >= listedConflicts) return;
    const title = recordName(resource, values);
    const serviceChangedAt = service.changedAt(conflict.id);
    found.conflicts.push({
      ...{ resource, ...conflict, title },
      ...(row !== undefined && { line: row.line }),
      ...(table !== undefined && { fileChangedAt: table.changedAt }),
      ...(serviceChangedAt !== undefined && { serviceChangedAt }),
    });
  }
}

function filledIn(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
}
