// Finds the sessions that overlap no other one, without comparing all pairs. Pure.
import { firstFrom } from '../clashes/overlaps.ts';
import type { Session } from '../session.ts';

/** Which sessions overlap no other one. */
export function aloneIn(sessions: readonly Session[]): (session: Session) => boolean {
  const ordered = sessions.toSorted((a, b) => a.startMs - b.startMs);
  const latest = latestEnds(ordered);
  return (session) => {
    // Of those that start before it ends.
    const before = latest[firstFrom(ordered, session.endMs, ({ startMs }) => startMs) - 1];
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
