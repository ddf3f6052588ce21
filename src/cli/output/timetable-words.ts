// Owns the texts of a session in a grid or a list. Removes control characters from the service's texts.

import { clockTime, localDay } from '../../schedule/dates/zoned-time.ts';
import type { Session } from '../../schedule/session.ts';
import { toLine } from './terminal-text.ts';

export interface SessionText {
  isClashing(session: Session): boolean;
  /** `09:00`, or `00:30 +1` on the next day. */
  time(ms: number): string;
  /** Begins with a mark if the session clashes. */
  title(session: Session): string;
  /** The names of all people on stage; empty if unknown. */
  people(session: Session): string;
  /** Begins with a mark; empty without a track. */
  track(session: Session): string;
  /** `09:00–09:45`. */
  span(session: Session): string;
}

/** @param date the day under which the sessions are shown, such as `2026-05-02` */
export function sessionText(date: string, zone: string, clashing: ReadonlySet<Session>): SessionText {
  const isClashing = (session: Session) => clashing.has(session);
  const time = (ms: number) => {
    const daysLater = (Date.parse(localDay(ms, zone)) - Date.parse(date)) / dayMs;
    return daysLater > 0 ? `${clockTime(ms, zone)} +${daysLater}` : clockTime(ms, zone);
  };
  return {
    isClashing,
    time,
    title: (session) => `${isClashing(session) ? '! ' : ''}${toLine(session.title)}`,
    people: ({ people }) => people.map(({ name }) => toLine(name)).join(', '),
    track: ({ track }) => (track ? `● ${toLine(track)}` : ''),
    span: ({ startMs, endMs }) => `${clockTime(startMs, zone)}–${time(endMs)}`,
  };
}

const dayMs = 86_400_000;
