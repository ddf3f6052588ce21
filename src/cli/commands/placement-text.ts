// Where and when a session takes place, as people read it; both sides of a move on one clock.
import type { Placement } from '../../schedule/program.ts';

/** `Main Hall, 2026-05-02 09:00`. @param clock a start whose offset the time is told in; its own where none is given */
export function placementText({ room, start }: Placement, clock: string = start): string {
  return `${room}, ${localStart(start, clock)}`;
}

function localStart(start: string, clock: string): string {
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)$/.exec(clock) ?? [];
  const offsetMs = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const ms = Date.parse(start);
  // What no server of this API says is shown as it is.
  if (Number.isNaN(ms)) return start;
  return new Date(ms + offsetMs).toISOString().slice(0, 16).replace('T', ' ');
}
