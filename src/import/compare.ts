// What is to be done with a row whose record the service has already. Pure.
import type { RecordData } from '../client/client.ts';
import type { Field } from '../contract/fields.ts';
import type { RowState } from './row-table.ts';

/** What is done with records that are there: left alone, brought up to date, or taken for a fault. */
export type OnConflict = 'skip' | 'update' | 'fail';

/** A field's values in the service and in the file; null stands for none. */
export interface Change {
  readonly field: string;
  readonly from: unknown;
  readonly to: string | null;
}

/** What a row wants of its record: a text, or nothing where the field is to be cleared. */
export type Wanted = Readonly<Record<string, string | null>>;

export interface Comparison {
  readonly changes: readonly Change[];
  /** Fields that differ and that no update can change. */
  readonly fixed: readonly string[];
}

/** @param key its fields are alike already, but for case @param updatable the fields that an update takes */
export function compare(
  record: RecordData,
  wanted: Wanted,
  { key, updatable }: { readonly key: readonly string[]; readonly updatable: readonly Field[] },
): Comparison {
  const changes = Object.entries(wanted)
    .map(([field, to]): Change => ({ field, from: record[field] ?? null, to }))
    .filter(({ field, from, to }) => !key.includes(field) && (from === '' ? null : from) !== (to === '' ? null : to));
  const isUpdatable = ({ field }: Change) => updatable.some(({ name }) => name === field);
  return {
    changes: changes.filter(isUpdatable),
    fixed: changes.filter((change) => !isUpdatable(change)).map(({ field }) => field),
  };
}

/** What becomes of a row that waits to be created, now that its record is found. */
export function stateOfExisting(onConflict: OnConflict, { changes }: Comparison): RowState {
  if (onConflict === 'skip') return 'skipped';
  if (onConflict === 'fail') return 'conflict';
  return changes.length > 0 ? 'update' : 'unchanged';
}
