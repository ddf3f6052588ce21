// Turns what a run has written into the changes that take it back. Pure.
import { type BeforeChange, writtenValue } from './entry.ts';
import type { RunEffects } from './history.ts';

/** What an undo does not take back, and why. */
export interface FinalRow {
  /**
   * `created`: the API cannot delete. `not_shown`: the service did not return the old values.
   * `not_saved`: an earlier version of the program did not save them.
   */
  readonly kind: 'created' | 'not_shown' | 'not_saved';
  readonly row: number;
  readonly id: string | undefined;
  /** Of `not_shown`. */
  readonly fields?: readonly string[];
}

/**
 * A change that takes one back: each field with what the run wrote as `from`, so that another value
 * now is a conflict. A session that was placed for the first time has no place to go back to.
 */
export type Restoration = {
  readonly action: 'update';
  readonly id: string;
  readonly name: '';
  /** The row of the run. */
  readonly line: number;
  readonly fields: Record<string, { from: unknown; to: string | null }>;
  /** What interim requests of the row wrote: each may be what the record has now. */
  readonly interims?: readonly BeforeChange['fields'][] | undefined;
};

export interface Undo {
  readonly changes: readonly Restoration[];
  readonly final: readonly FinalRow[];
}

/** @param withdraws whether submissions that the run created get the status `withdrawn` */
export function undoOf({ changed, created, unsaved }: RunEffects, withdraws: boolean): Undo {
  const final: FinalRow[] = [];
  const changes: Restoration[] = [];
  for (const change of changed) {
    const { row, id, interims } = change;
    const { restored, lost } = restoredFields(change.fields);
    if (Object.keys(restored).length > 0)
      changes.push({ action: 'update', id, name: '', line: row, fields: restored, interims });
    if (lost.length > 0) final.push({ kind: 'not_shown', row, id, fields: lost });
  }
  for (const { row, id, fields } of created) {
    // Without a status from the run, there is none to compare the present one with; the plan shows
    // it.
    const from = fields.status && writtenValue(fields.status);
    const withdrawn = { status: { from, to: 'withdrawn' } };
    if (withdraws && id !== undefined)
      changes.push({ action: 'update', id, name: '', line: row, fields: withdrawn });
    else final.push({ kind: 'created', row, id });
  }
  for (const { row, id } of unsaved) final.push({ kind: 'not_saved', row, id });
  return { changes, final };
}

function restoredFields(fields: BeforeChange['fields']) {
  const restored: Restoration['fields'] = {};
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
