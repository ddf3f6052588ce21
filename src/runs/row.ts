// Owns a row of a run: a change, what it means in the event now, and what became of it. Pure.
import {
  type Change,
  type FieldChanges,
  type FieldValues,
  fieldChanges,
  newValues,
} from '../changes/change.ts';
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
 * - `untouched`: in a file that is applied, and asks for nothing: it is reported as unchanged
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
  'untouched',
] as const;

export type RowState = (typeof rowStates)[number];

/** Whether a report counts the rows in a state. */
export function isCounted(state: RowState): boolean {
  return state !== 'left-out';
}

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
  /** Of a folded row: the number of the row that it was folded into. */
  readonly first?: number;
  readonly faults?: readonly RowFault[];
  /** What is to be changed in its record, or was; without the old values once it is done. */
  readonly changes?: FieldChanges | undefined;
  /** How the row found its record. */
  readonly by?: By;
  /** The name of its record: a title, or that of a person. */
  readonly name?: string | undefined;
  /** The run has created the record; what follows are fields that a creation cannot set. */
  readonly isNew?: true | undefined;
  /** Of a row that is unknown, and of no other. */
  readonly doubt?: Doubt | undefined;
  /**
   * An earlier request of this run for the row was lost, and the row is sent again; at most once.
   */
  readonly wasLost?: true;
  readonly isSentAgain?: true;
  /** Why its last request had no effect, if the service failed completely; it is sent again. */
  readonly failure?: PlenaryError | undefined;
  /** The service refused it because another record is in the way: it is sent again, once. */
  readonly isInTheWay?: true;
  /**
   * The values of an interim request: what its record has until the others are sent, and whether it
   * is known to have it.
   */
  readonly interim?:
    | {
        readonly fields: FieldValues;
        readonly isDone: boolean;
        /** Those of other interim requests of the row, which may have taken effect later. */
        readonly earlier?: readonly FieldValues[];
      }
    | undefined;
}

/** What is known of a request in doubt; nothing of one that an earlier process has sent. */
export interface Doubt {
  readonly faults?: readonly RowFault[] | undefined;
  /** What is true if the service does not show it after its time. */
  readonly otherwise?: 'refused' | 'failed' | 'unknown' | undefined;
  /** The service reported completely that it failed (500): nothing can take effect any more. */
  readonly failure?: PlenaryError | undefined;
  /**
   * The service reported success, in a response that shows no record: the request is not sent
   * again.
   */
  readonly isReported?: boolean | undefined;
  /**
   * The service reports that an earlier request has created the record: with this id, or in
   * conflict with this row. It is certain if an address is in use, even if the list does not show
   * its record.
   */
  readonly existing?: { readonly id?: string | undefined; readonly isCertain: boolean } | undefined;
  /** Of a creation: whether no record can be the one that it would have created. */
  readonly isAbsent?: boolean | undefined;
}

/** What is known of a row that is not in doubt. */
export type CertainNote = RowNote & { readonly doubt?: never };

/** Gives a row another state, and what is known of it then. */
export function turn(
  row: RunRow,
  state: Exclude<RowState, 'unknown'>,
  note: CertainNote = {},
): void {
  row.state = state;
  row.note = note;
}

/** It is unknown whether the last request of a row took effect. */
export function putInDoubt(row: RunRow, doubt: Doubt): void {
  const { faults: _, failure: _failure, ...note } = row.note;
  row.state = 'unknown';
  row.note = { ...note, doubt };
}

/** A row is done: only what it has changed is still of interest. */
export function endRow(
  row: RunRow,
  state: 'created' | 'updated' | 'unchanged',
  id = row.note.id,
): void {
  const { changes, name, isNew } = row.note;
  // Without the old values, which the journal has: those of many long texts would fill the memory.
  const done = changes && fieldChanges(newValues(changes));
  turn(row, state, { id, changes: done, name, isNew });
}

/** The interim request of a row took effect: its own values are sent next. */
export function endInterim(row: RunRow): void {
  const { id, changes, name, interim } = row.note;
  const done = interim && { ...interim, isDone: true };
  turn(row, 'update', { id, changes, name, interim: done });
}
