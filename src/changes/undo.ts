// Turns what a run has written into the changes that take it back. Pure.
import type { BeforeChange, RowChange } from '../runs/entry.ts';
import { type SavedList, savedList } from '../runs/row-file.ts';
import type { FinalRow, RunEffects } from '../runs/written.ts';

/** A change that takes one back: each field with what the run wrote as `from`, so that another value now is a conflict. */
export type Restoration = {
  readonly action: 'update';
  readonly id: string;
  readonly name: '';
  /** The row of the run. */
  readonly line: number;
  readonly fields: Record<string, { from: unknown; to: string | null }>;
};

export interface Undo {
  readonly changes: SavedList<Restoration>;
  readonly final: readonly FinalRow[];
}

/** @param withdraws whether submissions that the run created get the status `withdrawn` */
export function undoOf({ changed, created, unsaved }: RunEffects, withdraws: boolean): Undo {
  const final: FinalRow[] = [];
  // Where each change is found again, without its texts.
  const places: (() => Restoration)[] = [];
  let at = 0;
  for (const change of changed) {
    const { row, id } = change;
    const index = at++;
    if (isFirstPlacement(change)) {
      final.push({ kind: 'placed', row, id });
      continue;
    }
    const { restored, lost } = restoredFields(change.fields);
    if (Object.keys(restored).length > 0)
      places.push(() => restoration(row, id, restoredFields(changed.at(index)?.fields ?? {}).restored));
    if (lost.length > 0) final.push({ kind: 'not_shown', row, id, fields: lost });
  }
  for (const { row, id, fields } of created) {
    // Without a status from the run, there is none to compare the present one with; the plan shows it.
    const { to: from } = fields.status ?? {};
    if (withdraws && id !== undefined) places.push(() => restoration(row, id, { status: { from, to: 'withdrawn' } }));
    else final.push({ kind: 'created', row, id });
  }
  for (const { row, id } of unsaved) final.push({ kind: 'not_saved', row, id });
  return { changes: savedList(places, (read) => read()), final };
}

/** A session that was nowhere cannot go back. */
function isFirstPlacement({ resource, fields }: RowChange): boolean {
  return resource === 'sessions' && Object.values(fields).some(({ from }) => typeof from !== 'string');
}

function restoration(row: number, id: string, fields: Restoration['fields']): Restoration {
  return { action: 'update', id, name: '', line: row, fields };
}

function restoredFields(fields: BeforeChange['fields']) {
  const restored: Restoration['fields'] = {};
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
