// Reads the start of a session from the cells of its row: in one cell, or as a date and a time.
// Must not know sessions, rows or files.
import { morning } from '../../contract/start.ts';
import { isTimeZone } from '../../contract/time-zone.ts';
import { quoteCell } from '../quote.ts';
import { dayAfter } from './calendar-date.ts';
import { isClockTime, readClockOn, readDay, readTime } from './read-time.ts';
import { type DateOptions, refuse, type TimeOptions, type TimeReading } from './time-reading.ts';
import { localText } from './zoned-time.ts';

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

/**
 * A date alone is no start.
 * @returns also the column to which a fault belongs, and whether one cell has the date and the time
 */
export function readStartCells(
  cells: StartCells,
  options: StartOptions,
):
  | {
      readonly target: keyof StartCells;
      readonly reading: TimeReading;
      readonly isWhole: boolean;
    }
  | undefined {
  const { start, date, time } = cells;
  const target = start === undefined ? 'time' : 'start';
  const text = start ?? time;
  if (text === undefined) return undefined;
  const midnight = date === undefined ? undefined : midnightAfter(text, date, options);
  if (midnight !== undefined) return { target, reading: midnight, isWhole: false };
  if (!isClockTime(text)) {
    const whole = readWhole(text, { date, time: start && time }, options);
    const isOther = target === 'time' && date !== undefined && !whole.ok;
    // Beside a date, what is no time of any form is to be a clock time.
    if (!(isOther && whole.problem === 'format')) return { target, reading: whole, isWhole: true };
  }
  if (date === undefined) return { target, reading: onFirstDay(text, options), isWhole: false };
  const day = readDay(date, options);
  if (!day.ok) return { target: 'date', reading: day, isWhole: false };
  return { target, reading: readClockOn(day.day, text, options), isWhole: false };
}

/** A midnight at the end of a date, as a start; undefined for any other time. */
function midnightAfter(text: string, date: string, options: DateOptions): TimeReading | undefined {
  const day = /^24[:.]00(?:[:.]00)?$/.test(text) ? readDay(date, options) : undefined;
  if (!day?.ok) return undefined;
  const next = `write the next date, ${dayAfter(day.day)}, and 00:00`;
  return refuse('format', `${quoteCell(text)} is the end of ${day.day}: ${next}`);
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

/** A date and a time in one cell. Those in cells of their own must be the same. */
function readWhole(
  text: string,
  { date = '', time = '' }: Partial<Omit<StartCells, 'start'>>,
  options: TimeOptions,
): TimeReading {
  const reading = readTime(text, options);
  if (!reading.ok) return reading;
  const zone = options.zone?.kind === 'name' ? options.zone.name : options.timeZone;
  const isKnown = zone !== undefined && isTimeZone(zone);
  const meant = [reading.text ?? '', isKnown ? localText(reading.ms, zone) : ''];
  const day = readDay(date, options);
  if (day.ok && !meant.some((moment) => moment.startsWith(day.day))) {
    return refuse('contradiction', `${quoteCell(text)} contradicts the date ${quoteCell(date)}`);
  }
  const clock = isClockTime(time) ? readClockOn(someDay, time, { timeZone: 'UTC' }) : undefined;
  const hours = clock?.ok && clock.zone === undefined ? localText(clock.ms, 'UTC') : undefined;
  if (hours === undefined || meant.some((moment) => hourOf(moment) === hourOf(hours)))
    return reading;
  return refuse('contradiction', `${quoteCell(text)} contradicts the time ${quoteCell(time)}`);
}

const someDay = '2000-01-01';

/** `09:00` of a text such as `2026-05-02T09:00:00`. */
export function hourOf(text: string): string {
  return text.slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length);
}

function onFirstDay(text: string, options: StartOptions): TimeReading {
  const { firstDay, isDateless } = options;
  if (!isDateless || firstDay === undefined) {
    const problem = isDateless ? 'first_day' : 'format';
    const what = options.bareNumbers === 'days' ? 'number of its day' : 'date';
    const advice = isDateless ? '' : `: write the ${what} in each row`;
    return refuse(problem, `${quoteCell(text)} is a time without a date${advice}`);
  }
  const reading = readClockOn(firstDay, text, options);
  const hour = reading.ok ? hourOf(reading.text ?? '') : '24:00';
  // It may be on the day after an evening.
  if (hour >= morning) return reading;
  const advice = ['write its date', afternoonOf(text, hour)].filter(Boolean).join(', or ');
  return refuse('unclear_time', `${quoteCell(text)} is before 6:00: ${advice}`);
}

/** What to write for an hour that may be p.m.; undefined if its cell says which it is. */
export function afternoonOf(cell: string, hour: string): string | undefined {
  const hours = Number(hour.slice(0, 2));
  if (hours < 1 || hours > 11 || /[ap]\.? ?m/i.test(cell)) return undefined;
  return `${hours + 12}${hour.slice(2)} if it is p.m.`;
}
