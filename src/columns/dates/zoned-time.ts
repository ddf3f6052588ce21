// Writes instants on the clocks of a time zone. Must not know sessions.
import { Temporal } from 'temporal-polyfill';

/** RFC 3339 with the zone's numeric offset at that instant: `2026-05-02T09:00:00+02:00`. */
export function toRfc3339(ms: number, timeZone: string): string {
  const offset = Math.round(offsetMs(ms, timeZone) / 60_000);
  const hours = pad(Math.trunc(Math.abs(offset) / 60));
  const local = localText(ms, timeZone).replace('.000', '');
  return `${local}${offset < 0 ? '-' : '+'}${hours}:${pad(Math.abs(offset) % 60)}`;
}

/** The offset of a start, such as `+02:00`; undefined for `Z` and for a start without an offset. */
export function offsetOf(start: string): string | undefined {
  return /[+-]\d\d:\d\d$/.exec(start)?.[0];
}

/** The clocks on which starts are written. */
export interface Clocks {
  /** The one that most of them use, such as `+02:00`; `UTC` for `Z`, `+00:00`, and no start. */
  readonly usual: string;
  /** All of them, the usual one first. */
  readonly all: readonly string[];
}

/** @param starts RFC 3339, or texts that are no dates, which do not count */
export function clocksOf(starts: Iterable<string>): Clocks {
  const counts = new Map<string, number>();
  for (const start of starts) {
    if (Number.isNaN(Date.parse(start))) continue;
    const offset = offsetOf(start) ?? 'UTC';
    const clock = /^[+-]00:00$/.test(offset) ? 'UTC' : offset;
    counts.set(clock, (counts.get(clock) ?? 0) + 1);
  }
  const all = [...counts].sort(([, a], [, b]) => b - a).map(([clock]) => clock);
  return { usual: all[0] ?? 'UTC', all };
}

/** `2026-05-02`. */
export function localDay(ms: number, timeZone: string): string {
  return localText(ms, timeZone).slice(0, 10);
}

/** `09:00`, in 24 hours. */
export function clockTime(ms: number, timeZone: string): string {
  return localText(ms, timeZone).slice(11, 16);
}

/** `2026-05-02 09:00` */
export function dateAndTime(ms: number, timeZone: string): string {
  return `${localDay(ms, timeZone)} ${clockTime(ms, timeZone)}`;
}

/** An instant on the clocks of a time zone, for calculations. */
export function zonedTime(ms: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
}

/**
 * The first moment of a day from which the clocks of a time zone show a time; if they skip it, the
 * moment at which they go forward.
 * @param clock `HH:MM`
 */
export function firstMoment(day: string, clock: string, timeZone: string): number {
  const wanted = Temporal.PlainDateTime.from(`${day}T${clock}`);
  const earlier = wanted.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  const isShown = earlier.toPlainDateTime().equals(wanted);
  const moment = isShown ? earlier : earlier.getTimeZoneTransition('next');
  return (moment ?? earlier).epochMilliseconds;
}

/** `YYYY-MM-DDTHH:MM:SS.sss` on the zone's clocks. */
export function localText(ms: number, timeZone: string): string {
  return new Date(ms + offsetMs(ms, timeZone)).toISOString().slice(0, -1);
}

function offsetMs(ms: number, timeZone: string): number {
  return zonedTime(ms, timeZone).offsetNanoseconds / 1e6;
}

function pad(number: number | string): string {
  return String(number).padStart(2, '0');
}
