// Finds the sessions whose titles say that they do not take place. Pure.
import { titleOfCalledOff } from '../columns/called-off-title.ts';
import type { ScheduleRow } from './schedule-row.ts';

/** Without the word in its title, unless that is the whole title. */
export function withoutCalledOff(row: ScheduleRow): ScheduleRow {
  const rest = titleOfCalledOff(row.cell ?? row.title);
  if (rest === undefined) return row;
  const title = rest.split('\n')[0] ?? '';
  return { ...row, cell: row.cell && rest, title, isCalledOff: true };
}
