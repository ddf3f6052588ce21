// Owns a change of a speaker or a submission as a plan has it, and what it wants of the record.

import { namesOf } from '../changes/names.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { keyOf } from '../contract/key.ts';
import type { FieldValues, Wanted } from '../runs/row.ts';

/** The fields of a new record, or what an update changes. */
export interface RecordChange {
  readonly action: 'create' | 'update';
  readonly id?: string | undefined;
  /** Another record may have the title as well, without the service showing whose it is. */
  readonly foundBy?: 'title';
  readonly name: string;
  readonly line: number;
  /** A `from` that is undefined was not seen. */
  readonly fields: Readonly<Record<string, PlannedValue>>;
}

/** `from` is null if the service does not show it, and then `hidden` is true. */
export interface PlannedValue {
  readonly from: unknown;
  readonly to: string | null;
  readonly hidden?: true;
}

/** What the changes of a plan want of records. @param endpoint the creation of the records */
export function* wantedChanges(
  endpoint: Endpoint,
  changes: Iterable<RecordChange>,
): IterableIterator<Wanted> {
  let row = 0;
  for (const change of changes) yield wantedBy(endpoint, change, ++row);
}

/**
 * A change of a record that exists finds it by its id alone: if it is gone, no other one has its
 * title by right.
 */
function wantedBy(
  endpoint: Endpoint,
  { id, action, line, fields: changed }: RecordChange,
  row: number,
): Wanted {
  const entries = Object.entries(changed);
  const fields: FieldValues = Object.fromEntries(
    entries.map(([field, { to }]) => [field, to?.trim() === '' ? null : to]),
  );
  const seen = entries.flatMap(([field, { from, hidden }]) =>
    from === undefined || hidden === true ? [] : [[field, from] as const],
  );
  return {
    row,
    line,
    fields,
    names:
      action === 'create'
        ? createdNames(endpoint, id, fields)
        : namesOf(endpoint, id?.trim(), fields),
    base: action === 'create' ? {} : Object.fromEntries(seen),
  };
}

/**
 * A new record is found by its key, or by its title where keys are not shown. One that had an id is
 * gone.
 */
function createdNames(
  endpoint: Endpoint,
  id: string | undefined,
  fields: FieldValues,
): Wanted['names'] {
  const key = keyOf(endpoint, fields);
  if (id !== undefined) return { id };
  return key === undefined ? {} : namesOf(endpoint, undefined, fields);
}
