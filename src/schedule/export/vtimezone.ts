// Owns the description of a time zone for a calendar (RFC 5545 §3.6.5), for the period of a timetable.
import type { Temporal } from 'temporal-polyfill';
import { zonedTime } from '../dates/zoned-time.ts';

/** Each clock change is written out, because a rule for all years would be a guess. */
export function vtimezone(zone: string, span: { readonly fromMs: number; readonly toMs: number }): string {
  const lines = [`TZID:${zone}`, ...observancesOf(zone, span).flat()];
  return ['BEGIN:VTIMEZONE', ...lines, 'END:VTIMEZONE'].join('\r\n');
}

function observancesOf(zone: string, { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): string[][] {
  const first = zonedTime(fromMs, zone);
  // The offset of the first session began with the change before it, or has always been in force.
  const before = first.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  const observances = [before === null ? always(first) : observance(before)];
  let change = first.getTimeZoneTransition('next');
  while (change !== null && change.epochMilliseconds <= toMs) {
    observances.push(observance(change));
    change = change.getTimeZoneTransition('next');
  }
  return observances;
}

/** @param change the first instant on the new time */
function observance(change: Temporal.ZonedDateTime): string[] {
  const old = change.subtract({ nanoseconds: 1 });
  const kind = change.offsetNanoseconds > old.offsetNanoseconds ? 'DAYLIGHT' : 'STANDARD';
  // The onset is in the local time before the change.
  const onset = change.toPlainDateTime().add({ nanoseconds: old.offsetNanoseconds - change.offsetNanoseconds });
  return component(kind, onset, old.offset, change.offset);
}

function always(time: Temporal.ZonedDateTime): string[] {
  return component('STANDARD', time.toPlainDateTime(), time.offset, time.offset);
}

function component(kind: 'DAYLIGHT' | 'STANDARD', onset: Temporal.PlainDateTime, from: string, to: string): string[] {
  return [
    `BEGIN:${kind}`,
    `DTSTART:${onset.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')}`,
    `TZOFFSETFROM:${from.replaceAll(':', '')}`,
    `TZOFFSETTO:${to.replaceAll(':', '')}`,
    `END:${kind}`,
  ];
}
