// Finds which rows of a schedule file are one session, with a person each. Pure.
import type { ScheduleRow } from './row.ts';

/** Of a row: the line of the first row of its session. */
export type SessionFinder = (row: ScheduleRow) => number;

/** What the rows of a session say so far. */
interface Found {
  readonly line: number;
  durationMs: number | undefined;
  isPlaced: boolean;
}

/**
 * Rows of one session have the same ids, title, room and start, and not two durations.
 * @param joinsUnplaced whether a row without a room and a start is of the first session with its ids and title
 */
export function createSessionFinder(joinsUnplaced: boolean): SessionFinder {
  const firstOfName = new Map<string, Found>();
  const byPlace = new Map<string, Found[]>();
  return (row) => {
    const { line, submissionId, possibleId, title, submitterEmail, room, startMs, durationMs } = row;
    const name = JSON.stringify([submissionId, possibleId, title, submitterEmail]);
    const place = JSON.stringify([name, room, startMs]);
    const isPlaced = room !== '' || startMs !== undefined;
    const joins = ({ durationMs: other }: Found) => (other ?? durationMs) === (durationMs ?? other);
    const namesake = (): Found | undefined => {
      const first = firstOfName.get(name);
      return first !== undefined && joinsUnplaced && !(first.isPlaced && isPlaced) && joins(first) ? first : undefined;
    };
    const here = byPlace.get(place);
    const found = here?.find(joins) ?? namesake() ?? { line, durationMs, isPlaced };
    if (!firstOfName.has(name)) firstOfName.set(name, found);
    if (here === undefined) byPlace.set(place, [found]);
    else if (!here.includes(found)) here.push(found);
    found.durationMs ??= durationMs;
    found.isPlaced ||= isPlaced;
    return found.line;
  };
}
