// Turns what a run has written into the changes that take it back. Pure.
import {
  type Change,
  type FieldChange,
  type FieldChanges,
  isEmpty,
  newValues,
  oldValues,
  withoutBlanks,
  writtenValue,
} from '../changes/change.ts';
import type { RunEffects } from './history.ts';

/** What an undo does not take back, and why. */
export interface FinalRow {
  /**
   * `created`: the API cannot delete. `not_shown`: the service did not return the old values.
   * `not_saved`: the journal does not have them, because a line is damaged, or because an earlier
   * version of the program did not save them.
   */
  readonly kind: 'created' | 'not_shown' | 'not_saved';
  readonly row: number;
  readonly id: string | undefined;
  /** Of `not_shown`. */
  readonly fields?: readonly string[];
}

/**
 * Each change restores the old values. It expects what the run wrote: another value is a conflict.
 * A session that was placed for the first time is taken out of the schedule.
 * @param withdraws whether submissions that the run created get the status `withdrawn`
 */
export function undoOf({ changed, created, unsaved }: RunEffects, withdraws: boolean) {
  const final: FinalRow[] = [];
  const changes: Change[] = [];
  for (const { row, id, fields, interims } of changed) {
    const { restored, lost } = restoredFields(fields);
    const undone = undoneChange(row, id, restored);
    if (!isEmpty(restored)) changes.push({ ...undone, interims: interims?.map(newValues) });
    if (lost.length > 0) final.push({ kind: 'not_shown', row, id, fields: lost });
  }
  for (const { row, id, fields } of created) {
    // Without a status from the run, there is none to compare the present one with; the plan shows
    // it.
    const from = fields.status && writtenValue(fields.status);
    const withdrawn = { status: { from, to: 'withdrawn' } };
    if (withdraws && id !== undefined) changes.push(undoneChange(row, id, withdrawn));
    else final.push({ kind: 'created', row, id });
  }
  for (const { row, id } of unsaved) final.push({ kind: 'not_saved', row, id });
  return { changes, final };
}

function undoneChange(row: number, id: string, fields: FieldChanges): Change {
  return {
    row,
    line: row,
    names: { id },
    fields: withoutBlanks(newValues(fields)),
    base: oldValues(fields),
  };
}

function restoredFields(fields: FieldChanges) {
  const restored: Record<string, FieldChange> = {};
  const lost: string[] = [];
  for (const [field, value] of Object.entries(fields)) {
    const old = textOf(value.from);
    if (old === undefined) lost.push(field);
    else restored[field] = { from: writtenValue(value), to: old };
  }
  return { restored, lost };
}

/** Undefined for a value that a request cannot contain. */
function textOf(value: unknown): string | null | undefined {
  if (value === null || typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
