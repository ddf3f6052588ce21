// Recognizes the times and days of a grid. Must not know where they are. Pure.
import { isClockTime, readDay, readTime, type TimeOptions } from '../dates/read-time.ts';

/** Whether a text is a time of a grid's row: of the clock, or with a date. */
export function isTime(text: string, time: TimeOptions): boolean {
  if (!/\d/.test(text) || text.length > longestTime) return false;
  if (isClockTime(text)) return true;
  const reading = readTime(text, { ...time, timeZone: time.timeZone ?? 'UTC' });
  return reading.ok || reading.problem !== 'format';
}

const longestTime = 60;

/** Whether a text is a day, also one that needs the first day of the event. */
export function isDay(text: string, time: TimeOptions): boolean {
  if (text === '' || text.length > longestTime) return false;
  const reading = readDay(text, time);
  return reading.ok || reading.problem !== 'format';
}

/**
 * The day that a text names: the whole text, or its last words, as in `Program of Friday, 5 June 2026`; undefined if it
 * names none.
 */
export function dayIn(text: string, time: TimeOptions): string | undefined {
  if (text === '' || text.length > longestHeading) return undefined;
  if (isDay(text, time)) return text;
  const words = text.split(/\s+/);
  for (let at = 1; at < words.length; at++) {
    const rest = words
      .slice(at)
      .join(' ')
      .replace(/^[([:–—-]+|[)\]]+$/g, '');
    // `Version 2.1` is no day, but a number and a word or a year may be one.
    if (/\d/.test(rest) && /\d{4}|\p{L}{2}/u.test(rest) && isNamedDay(rest, time)) return rest;
  }
  return undefined;
}

const longestHeading = 120;

function isNamedDay(text: string, time: TimeOptions): boolean {
  const reading = readDay(text, time);
  return reading.ok || ['first_day', 'date_order', 'weekday'].includes(reading.problem);
}
