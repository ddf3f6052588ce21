// Owns the kinds of cells: how the text of each becomes a value, or a fault. Must not know columns
// or rows.
import { foldKey } from '../contract/key.ts';
import { normalForm } from '../contract/normal-form.ts';
import { isNone } from './breaks.ts';
import { dayAfter } from './dates/calendar-date.ts';
import { readDuration } from './dates/duration.ts';
import {
  isClockTime,
  readClockOn,
  readDay,
  readDayStart,
  readEnd,
  readTime,
} from './dates/read-time.ts';
import { hasDate } from './dates/start-cells.ts';
import type { ReadInstant, TimeOptions, TimeReading, TimeRefusal } from './dates/time-reading.ts';
import { isNo, isYes } from './marks.ts';
import { quoteCell } from './quote.ts';
import { isCalledOffStatus } from './status-words.ts';

/** What a cell says: nothing, a value, or what is wrong with it. */
export interface CellReading<Value> {
  readonly value?: Value | undefined;
  readonly fault?: { readonly code?: string; readonly message: string } | undefined;
}

/** Reads the cells of a column. */
export interface Kind<Value> {
  /** @param text trimmed and not empty */
  readonly read: (text: string, time: TimeOptions) => CellReading<Value>;
}

/** Any text, as it is. */
export const text: Kind<string> = { read: (value) => ({ value }) };

/** A name of a room, unless the cell says that there is none yet. */
export const place: Kind<string> = {
  read: (value) => (isNone(value) ? {} : { value }),
};

/** A count of people, also as `1,200` or `1 200`. @param what is counted: `people` */
export function count(what: string): Kind<number> {
  return {
    read(cell) {
      const value = readCount(cell);
      if (value !== undefined) return { value };
      const message = `${quoteCell(cell)}: expected a number of ${what}`;
      return { fault: { code: 'number', message } };
    },
  };
}

export function readCount(cell: string): number | undefined {
  const digits = normalForm(cell.replace(/(?<=\d)[.,'’\s](?=\d{3}(?!\d))/gu, ''), 'NFKC');
  return /^\d{1,7}$/.test(digits) ? Number(digits) : undefined;
}

/** Equipment, formats or rooms, separated by commas, semicolons or lines. */
export const list: Kind<readonly string[]> = { read: (cell) => ({ value: readList(cell) }) };

export function readList(cell: string): readonly string[] {
  return cell
    .split(/[;,、，；\n|]/u)
    .map((part) => part.trim())
    .filter(Boolean);
}

/**
 * A column of its own for what does not take place, such as `Cancelled` or `deleted_at`.
 * @param value if it says so
 */
export function calledOff<const Value>(value: Value): Kind<Value> {
  return {
    read(cell, time) {
      if (isNo(cell) || isNone(cell)) return {};
      const isOff = isYes(cell) || isCalledOffStatus(cell) || hasDate(cell, time);
      return isOff ? { value } : noYesOrNo(cell);
    },
  };
}

/** Yes or no, in any language. */
export const yesOrNo: Kind<boolean> = {
  read(cell) {
    if (isYes(cell)) return { value: true };
    return isNo(cell) ? { value: false } : noYesOrNo(cell);
  },
};

/** How long nothing takes place: none, or a duration, in milliseconds. */
export const pause: Kind<number> = {
  read(cell) {
    if (isNo(cell) || /^0(?::00| ?m(?:in)?)$/i.test(cell)) return { value: 0 };
    const reading = readDuration(cell);
    return reading.ok ? { value: reading.ms } : faultOf(reading);
  },
};

function faultOf({ problem, message }: TimeRefusal): CellReading<never> {
  return { fault: { code: problem, message } };
}

/** The fault of a cell that says neither yes nor no. */
export function noYesOrNo(cell: string): CellReading<never> {
  return { fault: { code: 'choice', message: `${quoteCell(cell)}: expected yes or no` } };
}

/** What a choice is made from. */
export interface ChoiceTerms<Value> {
  /** By the value that they mean; compared without case, and spaces and dashes are one. */
  readonly words: Readonly<Partial<Record<string & Value, readonly string[]>>>;
  /** What a cell means that says yes, or no, in any language. */
  readonly yes: Value;
  readonly no: Value;
  /** For the fault: `yes, or nothing` */
  readonly expected: string;
}

/** One of some words, or of those for yes and no. */
export function choice<Value extends string>(terms: ChoiceTerms<Value>): Kind<Value> {
  const values = new Map<string, Value>();
  for (const [value, list] of Object.entries(terms.words) as [Value, readonly string[]][]) {
    for (const word of list) values.set(word, value);
  }
  return {
    read(cell) {
      const value = values.get(foldKey(cell).replace(/[\s_-]+/g, '_'));
      if (value !== undefined) return { value };
      if (isYes(cell)) return { value: terms.yes };
      if (isNo(cell)) return { value: terms.no };
      const message = `${quoteCell(cell)}: expected ${terms.expected}`;
      return { fault: { code: 'choice', message } };
    },
  };
}

/** One end of a time: an instant, or with no date a clock time of each day. */
export type TimeBound = { readonly ms: number } | { readonly clock: string };

/** @param side whether a date alone means its first moment, or its last one */
export function timeBound(side: 'start' | 'end'): Kind<TimeBound> {
  return {
    read(cell, time) {
      const reading = readTimeBound(cell, { side }, time);
      if (!reading.ok) return faultOf(reading);
      return { value: 'clock' in reading ? { clock: reading.clock } : { ms: reading.ms } };
    },
  };
}

/**
 * A date alone means its first moment, or its last one as an end.
 * @param ofRow which bound of a period the cell is, its day, and for an end the beginning, on whose
 *   clocks it is
 * @returns the reading of the moment, or a clock of any day
 */
export function readTimeBound(
  cell: string,
  bound: {
    readonly side: 'start' | 'end';
    readonly day?: string | undefined;
    readonly start?: Pick<ReadInstant, 'ms' | 'zone'> | undefined;
  },
  time: TimeOptions,
): TimeReading | { readonly ok: true; readonly clock: string } {
  const { side, day, start } = bound;
  if (isClockTime(cell)) {
    if (start !== undefined) return readEnd(cell, start, time);
    if (day !== undefined) return readClockOn(day, cell, time);
    const onAnyDay = readClockOn('2026-01-05', cell, time);
    if (!onAnyDay.ok) return onAnyDay;
    return { ok: true, clock: onAnyDay.text?.slice(11, 16) ?? cell };
  }
  const date = readDay(cell, time);
  if (date.ok) {
    return readDayStart(side === 'start' ? date.day : dayAfter(date.day), time);
  }
  const reading = readTime(cell, time);
  if (reading.ok || reading.problem !== 'format') return reading;
  if (date.problem !== 'format') return date;
  const example = 'expected a date, a time or both, such as 2026-05-02 13:00';
  return { ok: false, problem: 'format', message: `${quoteCell(cell)}: ${example}` };
}
