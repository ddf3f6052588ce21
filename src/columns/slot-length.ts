// Reads how long something takes from the cells of a row whose start is read. Must not know what
// takes place then.
import { plural } from '../contract/amount.ts';
import { dayAfter } from './dates/calendar-date.ts';
import { readDuration } from './dates/duration.ts';
import { readDay, readEnd } from './dates/read-time.ts';
import { readStartCells } from './dates/start-cells.ts';
import {
  type ReadInstant,
  refuse,
  type TimeOptions,
  type TimeReading,
  type TimeRefusal,
} from './dates/time-reading.ts';
import { isSameClock, type ZoneReading } from './dates/zone.ts';
import type { MappedColumn } from './mapping.ts';
import { quoteCell } from './quote.ts';
import type { SlotPart } from './table-spec.ts';

/** The text of a row's cell; empty if there is none. */
export type PartText = (part: SlotPart) => string;

/** What a cell says, and whose fault it is if it says nothing. */
export interface PartReading {
  readonly part: SlotPart;
  readonly reading: TimeReading;
  /** The cell of a clock time, if its date is in another cell. */
  readonly clock?: string | undefined;
}

/** How the cells of a table's slots are read. */
export interface SlotOptions {
  readonly time: TimeOptions;
  /** Those that headers name. */
  readonly zones: ReadonlyMap<SlotPart, ZoneReading>;
  /** Of the bare numbers of durations. */
  readonly unit: MappedColumn['unit'];
}

/**
 * From the end or the duration of a row whose start is read, in milliseconds.
 * @param row whose `take` returns the instant or the length that was read; undefined, with a fault,
 *   for what cannot be read
 */
export function readLength(
  slot: {
    readonly start: PartReading | undefined;
    readonly textOf: PartText;
    readonly take: (partReading: PartReading) => number | undefined;
  },
  reading: SlotOptions,
): number | undefined {
  const { start, textOf, take } = slot;
  const end = textOf('end');
  const duration = textOf('duration');
  const ofDuration = readDuration(duration, reading.unit);
  const takeDuration = () => take({ part: 'duration', reading: ofDuration });
  if (!start?.reading.ok) return end === '' && duration !== '' ? takeDuration() : undefined;
  const { ms: startMs, endMs } = start.reading;
  const ofRange = endMs === undefined ? undefined : endMs - startMs;
  const ending = readEnding(textOf, start.reading, reading);
  if (ending === undefined && duration === '') return ofRange;
  const contradiction = (part: SlotPart, other: string) => {
    const message = `${quoteCell(textOf(part))} contradicts ${other}`;
    return take({ part, reading: refuse('contradiction', message) });
  };
  const ofEnd = ending && take(ending);
  if (ending !== undefined && ofEnd === undefined) return undefined;
  const lengthMs = ofEnd === undefined ? takeDuration() : ofEnd - startMs;
  if (lengthMs === undefined) return undefined;
  if (ofRange !== undefined && lengthMs !== ofRange) {
    const range = `the end of the range ${quoteCell(textOf(start.part))}`;
    return contradiction(ending === undefined ? 'duration' : 'end', range);
  }
  const isOther = ofDuration.ok && Math.abs(ofDuration.ms - lengthMs) >= minuteMs;
  if (ending === undefined || !isOther) return lengthMs;
  const minutes = Math.round(lengthMs / minuteMs);
  const after = `${minutes} ${plural(minutes, 'minute')} after the start`;
  return contradiction('duration', `the end ${quoteCell(end)}, which is ${after}`);
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The end of a row, whose date may be in a cell of its own. */
function readEnding(
  textOf: PartText,
  start: ReadInstant,
  { time: ofRow, zones }: SlotOptions,
): PartReading | undefined {
  const end = textOf('end');
  const date = textOf('end_date');
  if (end === '') return date === '' ? undefined : dateAlone(textOf, start, ofRow);
  const ofHeader = zones.get('end');
  if (ofHeader?.ok === false) return { part: 'end', reading: ofHeader };
  const isOfRow = ofHeader === undefined;
  if (!isOfRow && textOf('timezone') !== '' && ofRow.zone !== undefined) {
    const isSame = isSameClock(ofHeader.zone, ofRow.zone, start.ms);
    if (!isSame) return { part: 'timezone', reading: contradictsHeader(textOf('timezone')) };
  }
  const time = isOfRow ? ofRow : { ...ofRow, zone: ofHeader.zone };
  if (date === '') {
    const zone = isOfRow ? start.zone : undefined;
    return { part: 'end', reading: readEnd(end, { ms: start.ms, zone }, time) };
  }
  const cells = { start: undefined, date, time: end };
  const ending = readStartCells(cells, { ...time, isDateless: false });
  if (ending === undefined) return undefined;
  const part = ending.target === 'date' ? 'end_date' : 'end';
  const { reading } = ending;
  if (!reading.ok || reading.ms > start.ms) return { part, reading };
  const message = 'the end is not after the start';
  const advice = reading.ms + dayMs > start.ms ? nextDateAdvice(reading) : '';
  return { part, reading: refuse('not_after_start', message + advice) };
}

function nextDateAdvice({ text }: ReadInstant): string {
  if (text === undefined) return '';
  const next = dayAfter(text.slice(0, 'YYYY-MM-DD'.length));
  return `; if it is on the next date, write ${next} as its date`;
}

export function contradictsHeader(zone: string): TimeRefusal {
  const message = `${quoteCell(zone)} contradicts the time zone in the header of the times`;
  return refuse('contradiction', message);
}

/** An end date without a time says nothing that a duration, or the date of the start, does not. */
function dateAlone(
  textOf: PartText,
  start: ReadInstant,
  time: TimeOptions,
): PartReading | undefined {
  const date = textOf('end_date');
  const day = readDay(date, time);
  if (!day.ok) return { part: 'end_date', reading: day };
  if (textOf('duration') !== '' || start.text?.startsWith(day.day)) return undefined;
  const message = `${quoteCell(date)} is an end date without a time`;
  return { part: 'end_date', reading: refuse('format', message) };
}
