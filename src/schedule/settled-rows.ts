// Owns what becomes of the rows of a schedule that change nothing: they are in place already, ask
// for nothing that can be sent, or cannot be applied. Pure.
import type { Change } from '../changes/change.ts';
import { type FilePlace, filePlaceKey, filePlaceOf } from '../changes/file-place.ts';
import type { CertainNote, RowFault, RowState } from '../runs/row.ts';
import type { SchedulePlan } from './plan.ts';

/** A row that is not sent. */
export interface SettledRow {
  readonly change: Change;
  readonly state: Extract<RowState, 'unchanged' | 'skipped' | 'rejected'>;
  readonly note: CertainNote;
}

type SettledParts = Pick<
  SchedulePlan,
  'places' | 'unchanged' | 'changes' | 'unknown' | 'unreadable' | 'ids'
>;

/** In the order of the file. */
export function settledRows(plan: SettledParts): readonly SettledRow[] {
  const isUnchanged = new Set(plan.unchanged);
  const rejected = rejectedPlaces(plan);
  const settled = new Map<string, SettledRow>();
  for (const place of plan.places) {
    const key = filePlaceKey(place);
    const state = isUnchanged.has(key) ? 'unchanged' : 'skipped';
    settled.set(key, { change: withoutWish(place), state, note: { id: plan.ids?.get(key) } });
  }
  for (const change of plan.changes) settled.delete(filePlaceKey(change));
  for (const [key, { place, faults }] of rejected)
    settled.set(key, { change: withoutWish(place), state: 'rejected', note: { faults } });
  return [...settled.values()].sort((one, other) => one.change.line - other.change.line);
}

function withoutWish(place: FilePlace): Change {
  return { row: place.line, ...filePlaceOf(place), names: {}, fields: {} };
}

interface RejectedPlace {
  readonly place: FilePlace;
  readonly faults: RowFault[];
}

/** By their keys. A row that cannot be read may have several faults, each in a column. */
function rejectedPlaces({
  unknown,
  unreadable = [],
}: SettledParts): ReadonlyMap<string, RejectedPlace> {
  const rejected = new Map<string, RejectedPlace>();
  const add = (place: FilePlace, fault: RowFault) => {
    const key = filePlaceKey(place);
    const earlier = rejected.get(key);
    if (earlier === undefined) rejected.set(key, { place, faults: [fault] });
    else earlier.faults.push(fault);
  };
  for (const row of unknown) {
    const place = filePlaceOf(row);
    add(place, { row: row.line, ...place, code: row.code, message: row.message });
  }
  for (const { file: _, flag: _flag, ...fault } of unreadable) {
    const { line, row = line, sheet, code = 'invalid' } = fault;
    if (line === undefined || row === undefined) continue;
    add(filePlaceOf({ line, sheet }), { ...fault, row, line, code });
  }
  return rejected;
}
