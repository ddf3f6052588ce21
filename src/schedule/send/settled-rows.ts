// Owns what becomes of the rows of a schedule that change nothing: they are in place already, ask
// for nothing that can be sent, or cannot be applied. Pure.
import type { Change } from '../../changes/change.ts';
import { type FilePlace, filePlaceKey, filePlaceOf } from '../../changes/file-place.ts';
import type { CertainNote, RowState } from '../../runs/row.ts';
import type { SchedulePlan } from '../plan/plan.ts';

/** A row that is not sent. */
interface SettledRow {
  readonly change: Change;
  readonly state: Extract<RowState, 'unchanged' | 'skipped' | 'rejected'>;
  readonly note: CertainNote;
}

/** In the order of the file. */
export function settledRows(plan: SchedulePlan): readonly SettledRow[] {
  const isUnchanged = new Set(plan.unchanged);
  const settled = new Map<string, SettledRow>();
  for (const place of plan.places) {
    const key = filePlaceKey(place);
    const state = isUnchanged.has(key) ? 'unchanged' : 'skipped';
    settled.set(key, { change: withoutWish(place), state, note: { id: plan.ids?.get(key) } });
  }
  for (const change of plan.changes) settled.delete(filePlaceKey(change));
  for (const { place, fault } of rejections(plan)) {
    const key = filePlaceKey(place);
    const earlier = settled.get(key);
    // A row that cannot be read may have several faults, each in a column.
    const faults = earlier?.state === 'rejected' ? (earlier.note.faults ?? []) : [];
    const note = { faults: [...faults, fault] };
    settled.set(key, { change: withoutWish(place), state: 'rejected', note });
  }
  return [...settled.values()].sort((one, other) => one.change.line - other.change.line);
}

function withoutWish(place: FilePlace): Change {
  return { row: place.line, ...filePlaceOf(place), names: {}, fields: {} };
}

/** Why rows cannot be applied, in the order of their kinds. */
function rejections({ unknown, unreadable = [] }: SchedulePlan) {
  const ofUnknown = unknown.map(({ code, message, ...row }) => {
    const place = filePlaceOf(row);
    return { place, fault: { row: row.line, ...place, code, message } };
  });
  const ofUnreadable = unreadable.flatMap(({ file: _, flag: _flag, ...fault }) => {
    const { line, row = line, sheet, code = 'invalid' } = fault;
    if (line === undefined || row === undefined) return [];
    return [{ place: filePlaceOf({ line, sheet }), fault: { ...fault, row, line, code } }];
  });
  return [...ofUnknown, ...ofUnreadable];
}
