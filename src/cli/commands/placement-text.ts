// Where a session stands and where it will, as people read it; both on one clock.
import type { Change } from '../../schedule/plan.ts';
import type { Placement } from '../../schedule/program.ts';
import { clockTime, localDay } from '../../schedule/time.ts';

/** `Main Hall, 2026-05-02 09:00`, `from` undefined for what stands nowhere. @param zone where nobody knows one, the clock is that of the older start */
export function placementTexts({ from, to }: Pick<Change, 'from' | 'to'>, zone: string | undefined) {
  const clock = zone ?? offsetOf((from ?? to).start);
  return { from: from === null ? undefined : placementText(from, clock), to: placementText(to, clock) };
}

function placementText({ room, start }: Placement, zone: string): string {
  const ms = Date.parse(start);
  // What no server of this API says is shown as it is.
  return `${room}, ${Number.isNaN(ms) ? start : `${localDay(ms, zone)} ${clockTime(ms, zone)}`}`;
}

function offsetOf(start: string): string {
  return /[+-]\d\d:\d\d$/.exec(start)?.[0] ?? 'UTC';
}
