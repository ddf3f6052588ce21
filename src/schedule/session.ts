// A session as the schedule sees it, wherever it was read from: a file, or what the service holds.
import { foldKey } from '../contract/key.ts';

/** Somebody on stage. FileDetails apart by e-mail address where it is known, else by name. */
export interface Person {
  readonly name: string;
  /** Never exported. */
  readonly email?: string | undefined;
}

export interface Session {
  /** Undefined for a row that is not matched yet. */
  readonly submissionId?: string | undefined;
  readonly title: string;
  readonly room: string;
  /** In milliseconds since 1970; half-open: a session that ends as another starts does not overlap it. */
  readonly startMs: number;
  readonly endMs: number;
  /** Nobody told how long it is, so a default was taken. */
  readonly isDurationAssumed: boolean;
  readonly people: readonly Person[];
  readonly track?: string | undefined;
  readonly format?: string | undefined;
  readonly abstract?: string | undefined;
  /** The line of the schedule file, where it stands in one. */
  readonly line?: number | undefined;
}

/** In order of time; an end that was only assumed is no later than the start of what follows in the room. */
export function trimAssumedEnds(sessions: readonly Session[]): readonly Session[] {
  const rooms = new Map<string, { startMs: number; followingMs: number }>();
  const backwards = sessions
    .toSorted((a, b) => b.startMs - a.startMs)
    .map((session) => {
      const { room, startMs, endMs, isDurationAssumed } = session;
      const before = rooms.get(foldKey(room)) ?? {
        startMs: Number.POSITIVE_INFINITY,
        followingMs: Number.POSITIVE_INFINITY,
      };
      const followingMs = before.startMs > startMs ? before.startMs : before.followingMs;
      rooms.set(foldKey(room), { startMs, followingMs });
      return isDurationAssumed && followingMs < endMs ? { ...session, endMs: followingMs } : session;
    });
  return backwards.toReversed();
}
