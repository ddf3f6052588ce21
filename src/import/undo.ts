// Turns what a run has written to speakers or submissions into the changes that take it back. Pure.
import type { BeforeChange, RowChange } from '../runs/entry.ts';
import { type SavedList, savedList } from '../runs/row-file.ts';
import type { FinalRow, RunEffects } from '../runs/written.ts';
import type { RecordChange } from './saved-plan.ts';

export interface RecordUndo {
  /** With what the run wrote as `from`, so that a record that was changed since is a conflict. */
  readonly changes: SavedList<RecordChange>;
  readonly final: readonly FinalRow[];
}

/** @param withdraws whether submissions that the run created get the status `withdrawn` */
export function undoRecords({ changed, created, unsaved }: RunEffects, withdraws: boolean): RecordUndo {
  const final: FinalRow[] = [];
  // Where each change is found again, without its texts.
  const places: (() => RecordChange)[] = [];
  let at = 0;
  for (const { row, id, fields } of changed) {
    const index = at++;
    const { restored, lost } = restoredFields(fields);
    if (Object.keys(restored).length > 0) places.push(() => restore(changed.at(index)));
    if (lost.length > 0) final.push({ kind: 'not_shown', row, id, fields: lost });
  }
  for (const { row, id, fields } of created) {
    // Without a status from the run, there is none to compare the present one with; the plan shows it.
    const { to: from } = fields.status ?? {};
    if (withdraws && id !== undefined) places.push(() => updateOf(row, id, { status: { from, to: 'withdrawn' } }));
    else final.push({ kind: 'created', row, id });
  }
  for (const { row, id } of unsaved) final.push({ kind: 'not_saved', row, id });
  return { changes: savedList(places, (read) => read()), final };
}

function restore(row: RowChange | undefined): RecordChange {
  if (row === undefined) throw new RangeError('no such row');
  return updateOf(row.row, row.id, restoredFields(row.fields).restored);
}

function updateOf(row: number, id: string, fields: RecordChange['fields']): RecordChange {
  return { action: 'update', id, name: '', line: row, fields };
}

function restoredFields(fields: BeforeChange['fields']) {
  const restored: RecordChange['fields'] = {};
  const lost: string[] = [];
  for (const [field, { from, to }] of Object.entries(fields)) {
    const old = textOf(from);
    if (old === undefined) lost.push(field);
    else restored[field] = { from: to, to: old };
  }
  return { restored, lost };
}

/** Undefined for a value that a request cannot contain. */
function textOf(value: unknown): string | null | undefined {
  if (value === null || typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
