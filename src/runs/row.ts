// Owns a row of a run: a change, what it means in the event now, and what became of it. Pure.
import type { Change, FieldChanges, FieldValues } from '../changes/change.ts';
import { type FilePlace, filePlaceOf } from '../changes/file-place.ts';
import type { By, Names } from '../changes/names.ts';
import type { DocumentOf, rowFault } from '../contract/document.ts';
import type { PlenaryError } from '../errors.ts';

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

export interface RunRow extends Change {
  /** In the run, from 1. */
  readonly number: number;
  names: Names;
  fields: FieldValues;
  base?: Change['base'];
  state: RowState;
  note: RowNote;
}

/** Where a row is in its file. */
export function rowPlace(row: Pick<RunRow, 'row' | keyof FilePlace>) {
  return { row: row.row, ...filePlaceOf(row) };
}

export type RowFault = DocumentOf<typeof rowFault>;

/** What is known of a row beside what it wants. */
export interface RowNote {
  /** Of the record. A row that several records match has none. */
  readonly id?: string | undefined;
  readonly faults?: readonly RowFault[];
  /** What is to be changed in its record, or was; without the old values once it is done. */
  readonly changes?: FieldChanges | undefined;
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
  readonly fields: FieldValues;
  readonly isDone: boolean;
  /** Those of other interim requests of the row, which may have taken effect later. */
  readonly earlier?: readonly FieldValues[];
}

/** Gives a row another state, and what is known of it then. */
export function turn(row: RunRow, state: RowState, note: RowNote = {}): void {
  row.state = state;
  row.note = note;
}

/** The interim request of a row took effect: its own values are sent next. */
export function endInterim(row: RunRow): void {
  const { id, changes, name, interim } = row.note;
  const done = interim && { ...interim, isDone: true };
  turn(row, 'update', { id, changes, name, interim: done });
}
