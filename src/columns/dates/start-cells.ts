// Reads the start of a session from the cells of its row: in one cell, or as a date and a time.
// Must not know sessions, rows or files.
import { isTimeZone } from '../../contract/time-zone.ts';
import { quoteCell } from '../quote.ts';
import type { TimeOptions, TimeProblem, TimeReading } from './read-time.ts';
import { isClockTime, readClockOn, readDay, readTime } from './read-time.ts';
import { localDay } from './zoned-time.ts';

/** The cells of a row; undefined if there is no such column, or nothing in the cell. */
export interface StartCells {
  readonly start: string | undefined;
  readonly date: string | undefined;
  readonly time: string | undefined;
}

export interface StartOptions extends TimeOptions {
  /**
   * Whether no cell of the file has a date. Then times are on the first day of the event; in other
   * files, a time without a date may be on the day of the row above.
   */
  readonly isDateless: boolean;
}

export interface StartReading {
  /** The column to which a fault belongs. */
  readonly target: keyof StartCells;
  readonly reading: TimeReading;
  /** Whether one cell has the date and the time. */
  readonly isWhole: boolean;
}

/** A date alone is no start. */
export function readStartCells(cells: StartCells, options: StartOptions): StartReading | undefined {
  const { start, date, time } = cells;
  const target = start === undefined ? 'time' : 'start';
  const text = start ?? time;
  if (text === undefined) return undefined;
  if (!isClockTime(text)) {
    const whole = readWhole(text, date, options);
    const isOther = target === 'time' && date !== undefined && !whole.ok;
    // Beside a date, what is no time of any form is to be a clock time.
    if (!(isOther && whole.problem === 'format')) return { target, reading: whole, isWhole: true };
  }
  if (date === undefined) return { target, reading: onFirstDay(text, options), isWhole: false };
  const day = readDay(date, options);
  if (!day.ok) return { target: 'date', reading: day, isWhole: false };
  return { target, reading: readClockOn(day.day, text, options), isWhole: false };
}

/**
 * Whether a cell has a date, in a column of dates or of times. What is neither a date nor a time,
 * such as a note or `24:00`, has none.
 */
export function hasDate(text: string, options: TimeOptions): boolean {
  if (isClockTime(text)) return false;
  return [readDay(text, options), readTime(text, options)].some(
    (reading) => reading.ok || reading.problem !== 'format',
  );
}

/** A date and a time in one cell. A date in a cell of its own must be the same. */
function readWhole(text: string, date: string | undefined, options: TimeOptions): TimeReading {
  const reading = readTime(text, options);
  if (!reading.ok || date === undefined) return reading;
  const day = readDay(date, options);
  const zone = options.zone?.kind === 'name' ? options.zone.name : options.timeZone;
  const isKnown = zone !== undefined && isTimeZone(zone);
  const days = [reading.text?.slice(0, 10), isKnown ? localDay(reading.ms, zone) : undefined];
  if (!day.ok || days.includes(day.day)) return reading;
  return refuse('contradiction', `${quoteCell(text)} contradicts the date ${quoteCell(date)}`);
}

function onFirstDay(text: string, options: StartOptions): TimeReading {
  const { firstDay, isDateless } = options;
  if (!isDateless || firstDay === undefined) {
    const problem = isDateless ? 'first_day' : 'format';
    const advice = isDateless ? '' : ': write the date in each row';
    return refuse(problem, `${quoteCell(text)} is a time without a date${advice}`);
  }
  const reading = readClockOn(firstDay, text, options);
  const hour = reading.ok ? Number(reading.text?.slice('YYYY-MM-DDT'.length).slice(0, 2)) : 24;
  // It may be on the day after an evening.
  return hour < firstHour
    ? refuse('unclear_time', `${quoteCell(text)} is before 6:00: write its date`)
    : reading;
}

/** An earlier hour may belong to the evening before. */
export const firstHour = 6;

function refuse(problem: TimeProblem, message: string): TimeReading {
  return { ok: false, problem, message };
}
