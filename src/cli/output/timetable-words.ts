// Owns the texts of a session in a grid or a list. Removes control characters from the service's texts.

import { clockTime, localDay } from '../../schedule/dates/zoned-time.ts';
import type { Session } from '../../schedule/session.ts';
import { toLine } from './terminal-text.ts';

export type SessionText = ReturnType<typeof sessionText>;

/** @param date the day under which the sessions are shown, such as `2026-05-02` */
export function sessionText(date: string, zone: string, clashing: ReadonlySet<Session>) {
  const isClashing = (session: Session) => clashing.has(session);
  /** `09:00`, or `00:30 +1` on the next day. */
  const time = (ms: number) => {
    const daysLater = (Date.parse(localDay(ms, zone)) - Date.parse(date)) / dayMs;
    return daysLater > 0 ? `${clockTime(ms, zone)} +${daysLater}` : clockTime(ms, zone);
  };
  return {
    isClashing,
    time,
    /** Begins with a mark if the session clashes. */
    title: (session: Session) => `${isClashing(session) ? '! ' : ''}${toLine(session.title)}`,
    /** The names of all people on stage; empty if unknown. */
    people: ({ people }: Session) => people.map(({ name }) => toLine(name)).join(', '),
    /** Begins with a mark; empty without a track. */
    track: ({ track }: Session) => (track ? `● ${toLine(track)}` : ''),
    /** `09:00–09:45`. */
    span: ({ startMs, endMs }: Session) => `${clockTime(startMs, zone)}–${time(endMs)}`,
  };
}

const dayMs = 86_400_000;
