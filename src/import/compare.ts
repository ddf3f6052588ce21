// Compares a row with its existing record, and decides what to do with it. Pure.
import type { RecordData } from '../client/client.ts';
import type { Field } from '../contract/fields.ts';
import type { RowState } from './row-table.ts';

/** What is done with existing records: they are left alone, updated, or reported as an error. */
export type OnConflict = 'skip' | 'update' | 'fail';

/** A field's values in the service and in the file; null if it has none. */
export interface FieldChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: string | null;
}

/** The fields that a row gives its record; null clears a field. */
export type Wanted = Readonly<Record<string, string | null>>;

export interface Comparison {
  readonly changes: readonly FieldChange[];
  /** Fields that differ and cannot be updated. */
  readonly fixed: readonly string[];
}

/** Compares a row's fields with its record. @param key fields that differ at most in case @param updatable fields that an update can change */
export function compare(
  record: RecordData,
  wanted: Wanted,
  { key, updatable }: { readonly key: readonly string[]; readonly updatable: readonly Field[] },
): Comparison {
  const changes = Object.entries(wanted)
    .map(([field, to]): FieldChange => ({ field, from: record[field] ?? null, to }))
    .filter(({ field, from, to }) => !key.includes(field) && (from === '' ? null : from) !== (to === '' ? null : to));
  const isUpdatable = ({ field }: FieldChange) => updatable.some(({ name }) => name === field);
  return {
    changes: changes.filter(isUpdatable),
    fixed: changes.filter((change) => !isUpdatable(change)).map(({ field }) => field),
  };
}

/** The state of a row whose record exists. */
export function stateOfExisting(onConflict: OnConflict, { changes }: Comparison): RowState {
  if (onConflict === 'skip') return 'skipped';
  if (onConflict === 'fail') return 'conflict';
  return changes.length > 0 ? 'update' : 'unchanged';
}
