// Words what a run has left where it only waits. Must not know how placements are sent.

import { filePlaceOf } from '../changes/file-place.ts';
import { clocksOf, dateAndTime } from '../columns/dates/zoned-time.ts';
import { quoted } from '../contract/amount.ts';
import { interimRows } from '../runs/part.ts';
import type { RowFault } from '../runs/row.ts';
import type { PlacementsPart } from './placements-part.ts';

type WaitingPart = Pick<PlacementsPart, 'rows' | 'timeZone'>;

/** The sessions that the run has left where they only wait, by the clocks of the plan. */
export function waitingFaults(part: WaitingPart): readonly RowFault[] {
  const zone = part.timeZone ?? clocksOf(startsOf(part)).usual;
  return interimRows(part).map((row) => {
    const { room = '', start = '' } = row.note.interim?.fields ?? {};
    const at = dateAndTime(Date.parse(String(start)), zone);
    const waits = `${quoted(row.title ?? '')} waits in ${room} at ${at}`;
    const message = `${waits}, and is not in its place yet`;
    return { row: row.line, ...filePlaceOf(row), code: 'waits', message };
  });
}

/** Where the rows place their sessions. */
function startsOf({ rows }: WaitingPart): readonly string[] {
  return [...rows].flatMap(({ fields: { start } }) => (typeof start === 'string' ? [start] : []));
}
