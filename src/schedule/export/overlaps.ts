// Finds the sessions that overlap no other one, without comparing all pairs. Pure.
import type { Session } from '../session.ts';

/** Which sessions overlap no other one. */
export function aloneIn(sessions: readonly Session[]): (session: Session) => boolean {
  const ordered = [...sessions].sort((a, b) => a.startMs - b.startMs);
  const starts = ordered.map(({ startMs }) => startMs);
  const latest = latestEnds(ordered);
  return (session) => {
    // Of those that start before it ends.
    const before = latest[firstFrom(starts, session.endMs) - 1];
    if (before === undefined) return true;
    const endMs = before.last === session ? before.otherEndMs : before.last.endMs;
    return endMs <= session.startMs;
  };
}

/** The session that ends last, and when the last one of the others ends. */
interface LatestEnds {
  readonly last: Session;
  readonly otherEndMs: number;
}

/** Of the sessions up to each. */
function latestEnds(sessions: readonly Session[]): readonly LatestEnds[] {
  const latest: LatestEnds[] = [];
  for (const session of sessions) {
    const before = latest.at(-1);
    if (before === undefined) latest.push({ last: session, otherEndMs: Number.NEGATIVE_INFINITY });
    else if (session.endMs > before.last.endMs)
      latest.push({ last: session, otherEndMs: before.last.endMs });
    else latest.push({ ...before, otherEndMs: Math.max(before.otherEndMs, session.endMs) });
  }
  return latest;
}

/** The index of the first of these ascending times that is not before a time; else their number. */
export function firstFrom(times: readonly number[], ms: number): number {
  let [from, to] = [0, times.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((times[middle] ?? ms) < ms) from = middle + 1;
    else to = middle;
  }
  return from;
}
