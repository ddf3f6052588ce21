// Owns a row of a run: what it wants of a record, how it finds it, and what became of it. Pure.
import type { By, Names } from '../changes/names.ts';
import type { DocumentOf, rowFault } from '../contract/document.ts';
import type { PlenaryError } from '../errors.ts';

/** A value for each field that a row sets; null clears it. */
export type FieldValues = Readonly<Record<string, string | null>>;

/** What a row of a file, or a change of a plan, wants of a record. */
export interface Wanted {
  /** The number of the file's record, for messages. */
  readonly row: number;
  readonly line: number;
  readonly names: Names;
  readonly fields: FieldValues;
  /**
   * The values of fields as they were seen before: another value now is a conflict. A field that is
   * absent has none.
   */
  readonly base?: Readonly<Record<string, unknown>> | undefined;
  /** Of the record, for messages. */
  readonly title?: string | undefined;
  /** The names of the people that the row names beside its record, which no update changes. */
  readonly people?: readonly string[] | undefined;
  /** The column and the sheet of a cell in a grid, where a line has many sessions. */
  readonly column?: string | undefined;
  readonly sheet?: string | undefined;
  /** The user's cells: given back with what is not done, and quoted in messages and templates. */
  readonly source?: readonly string[] | undefined;
}

/**
 * The state of a row.
 *
 * - `left-out`: blank, or a break; `rejected`: invalid; `folded`: an earlier row has the same key
 * - `create`, `update`: to be sent; `unknown`: sent, and it is to be looked up whether the request
 *   took effect
 * - `unchanged`, `skipped`, `conflict`: the record exists; it needs no change, is left alone, or is
 *   an error
 * - `created`, `updated`, `failed`: done, or refused by the service
 */
export const rowStates = [
  'left-out',
  'rejected',
  'folded',
  'create',
  'update',
  'unknown',
  'unchanged',
  'skipped',
  'conflict',
  'created',
  'updated',
  'failed',
] as const;

export type RowState = (typeof rowStates)[number];

export interface RunRow extends Wanted {
  /** In the run, from 1. */
  readonly number: number;
  names: Names;
  fields: FieldValues;
  base?: Wanted['base'];
  state: RowState;
  note: RowNote;
}

export type RowFault = DocumentOf<typeof rowFault>;

/** What is known of a row beside what it wants. */
export interface RowNote {
  /** Of the record. A row that several records match has none. */
  readonly id?: string | undefined;
  readonly faults?: readonly RowFault[];
  /** The fields to be changed, with their new values. */
  readonly changes?: FieldValues | undefined;
  /** Their current values; a field that the service does not show is undefined. */
  readonly before?: Readonly<Record<string, unknown>>;
  /** How the row found its record. */
  readonly by?: By;
  /** The name of its record: a title, or that of a person. */
  readonly name?: string | undefined;
  /** The run has created the record; what follows are fields that a creation cannot set. */
  readonly isNew?: true | undefined;
  /**
   * Of a row whose request was lost: what is true if the service does not show it after its time.
   */
  readonly otherwise?: 'refused' | 'failed' | 'unknown';
  /**
   * The service reports that an earlier request has created the record: with this id, or in
   * conflict with this row. It is certain if an address is in use, even if the list does not show
   * its record.
   */
  readonly existing?: { readonly id?: string | undefined; readonly isCertain: boolean };
  /**
   * An earlier request of this run for the row was lost, and the row is sent again; at most once.
   */
  readonly wasLost?: true;
  readonly isSentAgain?: true;
  /** The service reported completely that it failed (500): nothing can take effect any more. */
  readonly failure?: PlenaryError;
  /**
   * The service reported success, in a response that shows no record: the request is not sent
   * again.
   */
  readonly isReported?: true;
  /** The service refused it because another record is in the way: it is sent again, once. */
  readonly isInTheWay?: true;
  /** What its record has until the others are sent, and whether it is known to have it. */
  readonly interim?: Interim | undefined;
  /**
   * Of a row whose creation was lost: whether no record can be the one that it would have created.
   */
  readonly isAbsent?: boolean;
}

/** The values of an interim request. */
export interface Interim {
  readonly fields: Body;
  readonly isDone: boolean;
  /** Those of other interim requests of the row, which may have taken effect later. */
  readonly earlier?: readonly Body[];
}

/** Gives a row another state, and what is known of it then. */
export function turn(row: RunRow, state: RowState, note: RowNote = {}): void {
  row.state = state;
  row.note = note;
}

/** The interim request of a row took effect: its own values are sent next. */
export function endInterim(row: RunRow): void {
  const { id, changes, before = {}, name, interim } = row.note;
  const done = interim && { ...interim, isDone: true };
  turn(row, 'update', { id, changes, before, name, interim: done });
}

/**
 * A field's values in the service and in the file; null if it has none, and undefined if the
 * service does not show it.
 */
export interface FieldChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: string | null;
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
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

/**
 * The fields with which a row's record is created.
 * @param updateOnly those that only an update can set
 */
export function creationOf(row: Pick<Wanted, 'fields'>, updateOnly: readonly string[]): Body {
  return Object.fromEntries(
    Object.entries(bodyOf(row)).filter(([field]) => !updateOnly.includes(field)),
  );
}

/** The fields of a row that its new record gets by an update. */
export function afterCreation(row: Pick<Wanted, 'fields'>, updateOnly: readonly string[]): Body {
  return Object.fromEntries(
    Object.entries(bodyOf(row)).filter(([field]) => updateOnly.includes(field)),
  );
}
