// Owns a change: what somebody wants of one record, how it names that record, and what was seen of
// it when the change was written. Pure.
import type { Endpoint } from '../contract/endpoint.ts';
import { keyOf } from '../contract/key.ts';
import type { FilePlace } from './file-place.ts';
import { type Names, namesOf } from './names.ts';

/** A value for each field that is set; null clears it. */
export type FieldValues = Readonly<Record<string, string | null>>;

/** The fields that have a value. */
export type Body = Readonly<Record<string, string>>;

/** What a row of a file, a saved plan or an undo wants of a record. */
export interface Change extends FilePlace {
  /** The number of the file's record, for messages. */
  readonly row: number;
  readonly names: Names;
  /** Of a session, room and start; both are null if it is taken out of the schedule. */
  readonly fields: FieldValues;
  /**
   * The values of fields as they were seen before: another value now is a conflict. A field that is
   * absent has none.
   */
  readonly base?: Readonly<Record<string, unknown>> | undefined;
  /** What may be there instead: where a session waited for its place in the run that is undone. */
  readonly interims?: readonly FieldValues[] | undefined;
  /** Of the record, for messages. */
  readonly title?: string | undefined;
  /** The names of the people that the row names beside its record, which no update changes. */
  readonly people?: readonly string[] | undefined;
  /** The names of those who speak in the talk that the row is about, which no request sends. */
  readonly speakers?: readonly string[] | undefined;
  /** The user's cells: given back with what is not done, and quoted in messages and templates. */
  readonly source?: readonly string[] | undefined;
}

/** The new value of a field beside the old one. */
export interface FieldChange {
  /** Null if it has none; undefined if the service does not show it. */
  readonly from?: unknown;
  readonly to: string | null;
  /** What the service has made of `to`, if that is another value. */
  readonly shown?: unknown;
}

/** What is to be changed in a record, or was. */
export type FieldChanges = Readonly<Record<string, FieldChange>>;

/**
 * An edit of a record that exists. With an id, it is found by that alone: if the record is gone, no
 * other one has its title by right. Without one, it is found by its key or its title.
 * @param endpoint the creation of the records
 * @param edited with the values from which it began, as far as they were seen
 */
export function asEdit(
  endpoint: Endpoint,
  id: string | undefined,
  edited: FieldChanges,
): Pick<Change, 'names' | 'fields' | 'base'> {
  const fields = withoutBlanks(newValues(edited));
  return { names: namesOf(endpoint, id?.trim(), fields), fields, base: oldValues(edited) };
}

/**
 * A new record, which is found by its key, or by its title where keys are not shown.
 * @param id of a record that is gone
 */
export function asCreation(
  endpoint: Endpoint,
  id: string | undefined,
  values: FieldValues,
): Pick<Change, 'names' | 'fields' | 'base'> {
  const fields = withoutBlanks(values);
  const hasKey = keyOf(endpoint, fields) !== undefined;
  const names = hasKey ? namesOf(endpoint, undefined, fields) : {};
  return { names: id === undefined ? names : { id }, fields, base: {} };
}

/** Values in which a blank text clears its field. */
export function withoutBlanks(values: FieldValues): FieldValues {
  const cleared = Object.entries(values).map(([field, to]) => {
    return [field, to?.trim() === '' ? null : to];
  });
  return Object.fromEntries(cleared);
}

/** The value that each field gets. */
export function newValues(changes: FieldChanges): FieldValues {
  return Object.fromEntries(Object.entries(changes).map(([field, { to }]) => [field, to]));
}

/** The values before, as far as they were seen. */
export function oldValues(changes: FieldChanges): Readonly<Record<string, unknown>> {
  const seen = Object.entries(changes).filter(([, { from }]) => from !== undefined);
  return Object.fromEntries(seen.map(([field, { from }]) => [field, from]));
}

/** Whether nothing is to be changed. */
export function isEmpty(changes: FieldChanges): boolean {
  return Object.keys(changes).length === 0;
}

/** New values beside the old ones. */
export function fieldChanges(
  values: FieldValues,
  before: Readonly<Record<string, unknown>> = {},
): FieldChanges {
  const changed = Object.entries(values).map(([field, to]) => [field, { from: before[field], to }]);
  return Object.fromEntries(changed);
}

/** The value that a field has after it was written. */
export function writtenValue(change: FieldChange): unknown {
  return 'shown' in change ? change.shown : change.to;
}

/** The fields of a change that have a value. */
export function bodyOf({ fields }: Pick<Change, 'fields'>): Body {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

/**
 * The fields with which the record of a change is created.
 * @param updateOnly those that only an update can set
 */
export function creationBody(change: Pick<Change, 'fields'>, updateOnly: readonly string[]): Body {
  return Object.fromEntries(
    Object.entries(bodyOf(change)).filter(([field]) => !updateOnly.includes(field)),
  );
}

/** The fields that a new record gets by an update. */
export function afterCreation(change: Pick<Change, 'fields'>, updateOnly: readonly string[]): Body {
  return Object.fromEntries(
    Object.entries(bodyOf(change)).filter(([field]) => updateOnly.includes(field)),
  );
}
