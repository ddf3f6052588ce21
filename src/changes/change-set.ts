// Owns the rows of a run with the requests that carry them out, and what is noted about each row. Pure.
import type { DocumentOf, rowFault } from '../contract/document.ts';
import type { Endpoint, Resource } from '../contract/endpoint.ts';
import type { By, FieldValues, Wanted } from './change.ts';
import type { Ledger } from './ledger.ts';

export interface ChangeSet {
  readonly resource: Resource;
  /** What the journal says of an update. */
  readonly did: 'updated' | 'placed';
  /** Creates a record; sessions are not created, but placed. */
  readonly endpoint?: Endpoint;
  /** Updates a record, or places a session. */
  readonly update: Endpoint;
  readonly event: string;
  readonly ledger: Ledger;
  /** The fields that a creation cannot set; a new record gets them by an update. */
  readonly updateOnly: readonly string[];
  /** Whether the service reports of a creation if its idempotency key was new: then no other machine creates it again. */
  honorsKeys?: boolean;
}

export type RowFault = DocumentOf<typeof rowFault>;

/** A field's values in the service and in the file; null if it has none, and undefined if the service does not show it. */
export interface FieldChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: string | null;
}

/** What is saved with a row. */
export interface RowNote {
  /** Of the record. A row that several records match has none. */
  readonly id?: string | undefined;
  readonly faults?: readonly RowFault[];
  /** What the lost request of a row leads to expect. */
  readonly loss?: 'confirmed' | 'failed' | 'unanswered';
  /** An earlier request for the row was lost, and may still create a second record. */
  readonly mayFollow?: boolean;
  /** An earlier request of this run for the row was lost, and the row is sent again. */
  readonly wasLost?: true;
  /** The id of the record that an earlier request with the key of the row created, on another machine; empty if it was not returned. */
  readonly replayed?: string;
  /** The fields to be changed, with their new values. */
  readonly changes?: FieldValues;
  /** Their current values. */
  readonly before?: Readonly<Record<string, unknown>>;
  /** How the row found its record. */
  readonly by?: By;
  /** The name of its record: a title, or that of a person. */
  readonly name?: string;
  /** The run has created the record; what follows are fields that a creation cannot set. */
  readonly isNew?: true;
}

export function noteOf({ ledger }: Pick<ChangeSet, 'ledger'>, row: number): RowNote {
  return (ledger.attached(row) as RowNote | undefined) ?? {};
}

/** What is saved with a row that updates a record. */
export function updateNote(id: string | undefined, changes: readonly FieldChange[]): RowNote {
  if (changes.length === 0) return { id };
  return {
    id,
    changes: Object.fromEntries(changes.map(({ field, to }) => [field, to])),
    before: Object.fromEntries(changes.map(({ field, from }) => [field, from])),
  };
}

/** The fields that have a value. */
export type Body = Readonly<Record<string, string>>;

/** The fields of a row that have a value. */
export function bodyOf({ fields }: Pick<Wanted, 'fields'>): Body {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null));
}

/** The fields with which a row's record is created. */
export function creationOf({ updateOnly }: Pick<ChangeSet, 'updateOnly'>, row: Pick<Wanted, 'fields'>): Body {
  return Object.fromEntries(Object.entries(bodyOf(row)).filter(([field]) => !updateOnly.includes(field)));
}

/** The fields of a row that its new record gets by an update. */
export function afterCreation({ updateOnly }: Pick<ChangeSet, 'updateOnly'>, row: Pick<Wanted, 'fields'>): Body {
  return Object.fromEntries(Object.entries(bodyOf(row)).filter(([field]) => updateOnly.includes(field)));
}
