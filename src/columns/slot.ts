// Reads when something begins and ends from the cells of a row. Must not know what takes place then.
import { isNone } from './breaks.ts';
import {
  isClockTime,
  readClockOn,
  readDay,
  readDuration,
  readEnd,
  readTime,
  type TimeOptions,
  type TimeReading,
} from './dates/read-time.ts';
import { languagesOf } from './dates/words.ts';
import { quoteCell } from './quote.ts';
import type { SlotPart } from './table-spec.ts';

/** When something takes place. */
export interface Slot {
  /** Milliseconds since 1970; undefined if the row has no start. */
  readonly startMs?: number | undefined;
  /** The same as RFC 3339 with an offset. */
  readonly start?: string | undefined;
  /** From the row's end or duration. */
  readonly durationMs?: number | undefined;
}

/** The text of a row's cell; empty if there is none. */
export type PartText = (part: SlotPart) => string;

export interface SlotFault {
  readonly part: SlotPart;
  readonly code: string;
  readonly message: string;
}

/** The columns of a table, as far as they decide how each of its cells is read. */
export interface SlotColumns {
  /** Whether the starts are clock times on the first day of the event. */
  readonly isDateless: boolean;
  readonly read: (textOf: PartText, addFault: (fault: SlotFault) => void) => Slot;
}

/** @param cellsOf all cells of the column of a part; none if the table has no such column */
export function slotColumns(
  cellsOf: (part: SlotPart) => readonly string[],
  given: TimeOptions,
): SlotColumns {
  const starts = [...cellsOf('start'), ...cellsOf('time')].filter((cell) => !isNone(cell));
  const hasClocks = starts.length > 0 && starts.every(isClockTime);
  const isDateless = hasClocks && cellsOf('date').every(isNone);
  const languages = languagesOf([...cellsOf('date'), ...cellsOf('start')]);
  const reading: SlotReading = { time: { ...given, languages }, isDateless };
  return {
    isDateless,
    read: (textOf, addFault) => {
      const text = (part: SlotPart) => (isNone(textOf(part)) ? '' : textOf(part));
      return readSlot(text, reading, addFault);
    },
  };
}

interface SlotReading {
  readonly time: TimeOptions;
  readonly isDateless: boolean;
}

/** What a cell says, and whose fault it is if it says nothing. */
interface PartReading {
  readonly part: SlotPart;
  readonly reading: TimeReading;
}

type Take = (found: PartReading) => number | undefined;

function readSlot(
  textOf: PartText,
  { time, isDateless }: SlotReading,
  addFault: (fault: SlotFault) => void,
): Slot {
  const take: Take = ({ part, reading }) => {
    if (reading.ok) return reading.ms;
    addFault({ part, code: reading.problem, message: reading.message });
    return undefined;
  };
  const start = readStart(textOf, { time, isDateless });
  const startMs = start && take(start);
  return {
    startMs,
    start: start?.reading.ok ? start.reading.text : undefined,
    durationMs: readLength(start, textOf, time, take),
  };
}

/** A date alone is no start. */
function readStart(textOf: PartText, { time, isDateless }: SlotReading): PartReading | undefined {
  const date = textOf('date');
  const part = textOf('start') === '' ? 'time' : 'start';
  const text = textOf(part);
  if (text === '') return undefined;
  const isWhole = !isClockTime(text) && (part === 'start' || date === '');
  if (isWhole) return { part, reading: readTime(text, time) };
  if (date === '' && !(isDateless && time.firstDay !== undefined)) {
    const message = `${quoteCell(text)} is a time without a date`;
    const problem = isDateless ? 'first_day' : 'format';
    return { part, reading: { ok: false, problem, message } };
  }
  const day = readDay(date || (time.firstDay ?? ''), time);
  if (!day.ok) return { part: 'date', reading: day };
  const reading = readClockOn(day.day, text, time);
  // It may be on the day after an evening.
  const isAtNight = isDateless && reading.ok && Number(reading.text?.slice(11, 13)) < 6;
  if (!isAtNight) return { part, reading };
  const message = `${quoteCell(text)} is before 6:00: write its date`;
  return { part, reading: { ok: false, problem: 'unclear_time', message } };
}

/** Milliseconds */
function readLength(
  start: PartReading | undefined,
  textOf: PartText,
  time: TimeOptions,
  take: Take,
): number | undefined {
  const end = textOf('end');
  const duration = textOf('duration');
  const ofDuration = () => take({ part: 'duration', reading: readDuration(duration) });
  if (!start?.reading.ok) return end === '' && duration !== '' ? ofDuration() : undefined;
  const { ms: startMs, endMs, zone } = start.reading;
  const ofRange = endMs === undefined ? undefined : endMs - startMs;
  if (end === '' && duration === '') return ofRange;
  const ofEnd = () => {
    const ms = take({ part: 'end', reading: readEnd(end, startMs, time, zone) });
    return ms === undefined ? undefined : ms - startMs;
  };
  const lengthMs = end === '' ? ofDuration() : ofEnd();
  if (lengthMs === undefined || ofRange === undefined || lengthMs === ofRange) return lengthMs;
  const part = end === '' ? 'duration' : 'end';
  const range = quoteCell(textOf(start.part));
  const message = `${quoteCell(textOf(part))} contradicts the end of the range ${range}`;
  return take({ part, reading: { ok: false, problem: 'contradiction', message } });
}
