// Resumes an interrupted run: what its rows want was decided when it began, and its journal has how they ended. Pure.
import type { History } from './history.ts';
import type { Part } from './part.ts';
import { type Row, turn } from './row.ts';

/**
 * A saved row as it is sent: it finds its record by the id or the key of that record alone, and changes what was planned.
 * @param hasBase whether another value than the planned one is a conflict
 */
export function asPlanned(row: Row, hasBase: boolean): Row {
  const { title: _, ...names } = row.names;
  const { by, id, changes, before } = row.note;
  if (row.state !== 'update') return { ...row, names };
  // A row that was found by its key is found by it again.
  const planned = { ...row, names, state: 'create', note: {} } as const;
  if (by === undefined || id === undefined || changes === undefined) return planned;
  return { ...planned, names: { id }, fields: changes, base: hasBase ? before : undefined };
}

/**
 * Sets the states of rows from a journal. A creation with an intent but no outcome is unknown. Refused rows are sent again,
 * and so are updates, which may be repeated.
 * @returns the rows whose update has no outcome: it may have taken effect
 */
export function replay(
  history: History,
  { rows, endpoint, update }: Pick<Part, 'rows' | 'endpoint' | 'update'>,
): readonly Row[] {
  const updates: Row[] = [];
  for (const row of rows.in('create')) {
    const { outcome, verb, isCreated, id } = history.get(row.number) ?? {};
    if (outcome === 'unknown' && verb === update.verb) updates.push(row);
    if (isCreated) turn(row, 'created', { id });
    else if (outcome === 'updated' || outcome === 'placed') turn(row, 'updated', { id });
    else if (outcome === 'skipped') turn(row, 'skipped', { id });
    else if (outcome === 'unknown' && verb === endpoint?.verb) turn(row, 'unknown');
  }
  return updates;
}
