// Owns how cells are read that only autoplace has: numbers, lists, marks, times of one side. Must not know columns.

import { dayAfter } from '../../../columns/dates/calendar-date.ts';
import {
  isClockTime,
  readClockOn,
  readDay,
  readEnd,
  readTime,
  type TimeOptions,
  type TimeReading,
} from '../../../columns/dates/read-time.ts';
import type { ZoneSuffix } from '../../../columns/dates/zone.ts';
import { quoteCell } from '../../../columns/quote.ts';
import { foldKey } from '../../../contract/key.ts';

/** A count of people, also as `1,200` or `1 200`; undefined for anything else. */
export function readCount(text: string): number | undefined {
  const digits = text.replace(/(?<=\d)[.,'’\s](?=\d{3}(?!\d))/gu, '').normalize('NFKC');
  return /^\d{1,7}$/.test(digits) ? Number(digits) : undefined;
}

/** Equipment, formats or rooms, separated by commas, semicolons or lines. */
export function readList(text: string): readonly string[] {
  return partsOf(text, /[;,、，；\n|]/u);
}

/** Titles, which may have commas of their own, separated by semicolons or lines. */
export function readTitles(text: string): readonly string[] {
  return partsOf(text, /[;；\n|]/u);
}

function partsOf(text: string, separator: RegExp): readonly string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);
}

const yes = new Set(['yes', 'x', 'y', 'true', '1']);
const no = new Set(['', 'no', 'n', 'false', '0', '-']);

/** Whether a cell says yes; undefined if it says neither yes nor no. An empty one says no. */
export function readMark(text: string): boolean | undefined {
  const word = foldKey(text);
  return yes.has(word) ? true : no.has(word) ? false : undefined;
}

export type Presence = 'can' | 'cannot' | 'rather_not';

/** Whether a person can speak at a time; undefined if the cell does not say it. An empty one says that they can. */
export function readPresence(text: string): Presence | undefined {
  const word = foldKey(text).replace(/[\s_-]+/g, '_');
  if (word === '' || word === 'can' || word === 'available' || yes.has(word)) return 'can';
  if (word === 'rather_not') return 'rather_not';
  return ['cannot', 'unavailable', 'not_available'].includes(word) || no.has(word) ? 'cannot' : undefined;
}

/** One end of a time: an instant, or with no date a clock time of each day. */
export type TimeBound = { readonly ms: number } | { readonly clock: string };

/**
 * A date alone means its first moment, or its last one as an end.
 * @param near what else the row says: its date, and for an end the beginning, on whose clocks it is
 * @returns the reading of the moment, or a clock of any day
 */
export function readTimeBound(
  text: string,
  side: 'start' | 'end',
  time: TimeOptions,
  near: { day?: string; startMs?: number | undefined; startZone?: ZoneSuffix | undefined } = {},
): TimeReading | { readonly ok: true; readonly clock: string } {
  const { day = '', startMs, startZone } = near;
  if (isClockTime(text)) {
    if (startMs !== undefined) return readEnd(text, startMs, time, startZone);
    if (day !== '') return readClockOn(day, text, time);
    const onAnyDay = readClockOn('2026-01-05', text, time);
    return onAnyDay.ok ? { ok: true, clock: onAnyDay.text?.slice(11, 16) ?? text } : onAnyDay;
  }
  const date = readDay(text, time);
  if (date.ok) return readClockOn(side === 'start' ? date.day : dayAfter(date.day), '00:00', time);
  const reading = readTime(text, time);
  if (reading.ok || reading.problem !== 'format') return reading;
  if (date.problem !== 'format') return date;
  const message = `${quoteCell(text)}: expected a date, a time or both, such as 2026-05-02 13:00`;
  return { ok: false, problem: 'format', message };
}
