// A change as people read it: the room and the start, old → new where they differ, both on one clock.
import type { Change } from '../../../schedule/plan.ts';
import { clockTime, localDay, offsetOf } from '../../../schedule/time.ts';

/**
 * `Pier 3 → Main Hall` and `2026-05-02 09:00 → 10:30`, and only the new one where nothing else was.
 * @param zone where nobody knows one, the clock is that of the new start
 */
export function changeTexts({ from, to }: Pick<Change, 'from' | 'to'>, zone: string | undefined) {
  const clock = zone ?? offsetOf(to.start) ?? 'UTC';
  const [room, start] = [to.room, localStart(to.start, clock)];
  if (from === null) return { room, start };
  const old = localStart(from.start, clock);
  const [day = '', time = ''] = start.split(' ');
  const next = old.startsWith(`${day} `) ? time : start;
  return {
    room: from.room === room ? room : `${from.room} → ${room}`,
    start: old === start ? start : `${old} → ${next}`,
  };
}

function localStart(start: string, zone: string): string {
  const ms = Date.parse(start);
  // What no server of this API says is shown as it is.
  return Number.isNaN(ms) ? start : `${localDay(ms, zone)} ${clockTime(ms, zone)}`;
}
