// Pending talks of one time that a file accepts. Must not know what follows from that.
import type { statusClashes } from '../../src/plans/status-clashes.ts';
import { turn } from '../../src/runs/row.ts';
import { createRows } from '../../src/runs/rows.ts';

/** @param roomOf the room of each talk: one for all, unless given */
export function pendingCrowd(
  count: number,
  roomOf = (_index: number) => 'Hall',
): Parameters<typeof statusClashes>[0] {
  const rows = createRows();
  const all = Array.from({ length: count }, (_, index) => {
    const id = `sub_${index}`;
    const row = rows.add({ row: index + 1, line: index + 2, names: { id }, fields: {} }, 'create');
    turn(row, 'update', { id, changes: { status: { from: 'pending', to: 'accepted' } } });
    return {
      id,
      title: `Talk ${index}`,
      status: 'pending',
      room: roomOf(index),
      start: '2027-05-20T09:00:00Z',
      end: '2027-05-20T09:30:00Z',
    };
  });
  return { rows, listed: { all } };
}
