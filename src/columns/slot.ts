// Reads when something begins and ends from the cells of a row. Must not know what takes place
// then.
import { plural } from '../contract/amount.ts';
import { isNone } from './breaks.ts';
import { dayAfter, numberedDays } from './dates/calendar-date.ts';
import { shareHalf } from './dates/clock.ts';
import { readDuration } from './dates/duration.ts';
import { zoneOfHeader } from './dates/header-zone.ts';
import { readDay, readEnd, type TimeOptions, type TimeReading } from './dates/read-time.ts';
import { hasDate, readStartCells } from './dates/start-cells.ts';
import { languagesOf } from './dates/words.ts';
import { isSameClock, readZone, type ZoneReading } from './dates/zone.ts';
import { meaningOf } from './header-meaning.ts';
import type { MappedColumn } from './mapping.ts';
import { quoteCell } from './quote.ts';
import type { SlotPart } from './table-spec.ts';

/** When something takes place. */
export interface RowTime {
  /** Milliseconds since 1970; undefined if the row has no start. */
  readonly startMs?: number | undefined;
  /** The same as RFC 3339 with an offset. */
  readonly start?: string | undefined;
  /** From the row's end or duration. */
  readonly durationMs?: number | undefined;
  /** The cell of the clock time, if its date is in another cell. */
  readonly clock?: string | undefined;
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
  /** Whether no cell has a date: then clock times are on the first day of the event. */
  readonly isDateless: boolean;
  readonly read: (textOf: PartText, addFault: (fault: SlotFault) => void) => RowTime;
}

/**
 * @param columns of the parts that the table has
 * @param cellsOf all cells of a column
 */
export function slotColumns(
  columns: ReadonlyMap<SlotPart, MappedColumn>,
  cellsOf: (column: MappedColumn) => readonly string[],
  timeOptions: TimeOptions,
): SlotColumns {
  const filledIn = (part: SlotPart) => {
    const column = columns.get(part);
    return column === undefined ? [] : cellsOf(column).filter((cell) => !isNone(cell));
  };
  const dates = filledIn('date');
  const starts = [...filledIn('start'), ...filledIn('time')];
  const dateColumn = columns.get('date');
  const hasDayNumbers = dateColumn !== undefined && meaningOf(dateColumn.column) === 'day';
  const bareNumbers = hasDayNumbers ? numberedDays(dates) : undefined;
  const isDated = (cell: string) => hasDate(cell, { ...timeOptions, bareNumbers });
  const isDateless = starts.length > 0 && ![...dates, ...starts].some(isDated);
  const languages = languagesOf([...dates, ...filledIn('start')]);
  const reading: SlotReading = {
    time: { ...timeOptions, languages, bareNumbers },
    isDateless,
    zones: headerZones(columns),
    zoneOf: zoneReader(),
    unit: columns.get('duration')?.unit,
  };
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
  /** The zones that headers name. */
  readonly zones: ReadonlyMap<SlotPart, ZoneReading>;
  readonly zoneOf: (text: string) => ZoneReading;
  /** Of the bare numbers of durations. */
  readonly unit: MappedColumn['unit'];
}

/** `Start (Europe/Berlin)`, `Date (UTC)` */
function headerZones(columns: ReadonlyMap<SlotPart, MappedColumn>) {
  const zones = new Map<SlotPart, ZoneReading>();
  for (const part of ['start', 'time', 'date', 'end'] as const) {
    const column = columns.get(part);
    const zone = column && zoneOfHeader(column.column);
    if (zone !== undefined) zones.set(part, zone);
  }
  return zones;
}

/** A file has few zones, in many rows. */
function zoneReader(): SlotReading['zoneOf'] {
  const zones = new Map<string, ZoneReading>();
  return (text) => {
    const zone = zones.get(text) ?? readZone(text);
    zones.set(text, zone);
    return zone;
  };
}

/** What a cell says, and whose fault it is if it says nothing. */
interface PartReading {
  readonly part: SlotPart;
  readonly reading: TimeReading;
  /** The cell of a clock time, if its date is in another cell. */
  readonly clock?: string | undefined;
}

/** The instant or the length that was read; undefined, with a fault, for what cannot be read. */
type Take = (partReading: PartReading) => number | undefined;

function readSlot(
  written: PartText,
  reading: SlotReading,
  addFault: (fault: SlotFault) => void,
): RowTime {
  const textOf = withSharedHalf(written);
  const take: Take = ({ part, reading: read }) => {
    if (read.ok) return read.ms;
    addFault({ part, code: read.problem, message: read.message });
    return undefined;
  };
  const { zone, headerZone } = rowZones(textOf, reading, addFault);
  const time = { ...reading.time, zone };
  const start = readStart(textOf, { ...reading, time });
  const startMs = start && take(start);
  const areZones = zone !== undefined && headerZone !== undefined && startMs !== undefined;
  if (areZones && !isSameClock(zone, headerZone, startMs)) {
    const { problem: code, message } = contradictsHeader(textOf('timezone'));
    addFault({ part: 'timezone', code, message });
  }
  return {
    startMs,
    start: start?.reading.ok ? start.reading.text : undefined,
    durationMs: readLength({ start, textOf, take }, { ...reading, time }),
    clock: start?.clock,
  };
}

/** With a.m. or p.m. in the start or in the end alone, the other's is known. */
function withSharedHalf(textOf: PartText): PartText {
  const startPart = textOf('start') === '' ? 'time' : 'start';
  const [start, end] = shareHalf(textOf(startPart), textOf('end'));
  return (part) => {
    if (part === 'end') return end;
    return part === startPart ? start : textOf(part);
  };
}

/** The zone of a row's times, and that which the header of their column names. */
interface RowZones {
  readonly zone: TimeOptions['zone'];
  readonly headerZone: TimeOptions['zone'];
}

/** The zone of the row's times, in a column of its own or in the header of their column. */
function rowZones(
  textOf: PartText,
  { zones, zoneOf }: SlotReading,
  addFault: (fault: SlotFault) => void,
): RowZones {
  const text = textOf('timezone');
  const startPart = textOf('start') === '' ? 'time' : 'start';
  // Beside a date in a zone, the time is in the same one.
  const part = zones.has(startPart) || textOf('date') === '' ? startPart : 'date';
  const ofHeader = zones.get(part);
  const ofRow = text === '' ? undefined : zoneOf(text);
  for (const [from, zone] of [
    ['timezone', ofRow],
    [part, ofHeader],
  ] as const) {
    if (zone?.ok === false) {
      addFault({ part: from, code: zone.problem, message: zone.message });
      return { zone: undefined, headerZone: undefined };
    }
  }
  const headerZone = ofHeader?.ok === true ? ofHeader.zone : undefined;
  return { zone: ofRow?.ok === true ? ofRow.zone : headerZone, headerZone };
}

/** A date alone is no start. */
function readStart(textOf: PartText, { time, isDateless }: SlotReading): PartReading | undefined {
  const cells = {
    start: textOf('start') || undefined,
    date: textOf('date') || undefined,
    time: textOf('time') || undefined,
  };
  const startReading = readStartCells(cells, { ...time, isDateless });
  if (startReading === undefined) return undefined;
  const { target: part, reading, isWhole } = startReading;
  return { part, reading, clock: isWhole ? undefined : (cells.start ?? cells.time) };
}

/** A row whose start is read. */
interface StartedRow {
  readonly start: PartReading | undefined;
  readonly textOf: PartText;
  readonly take: Take;
}

/** Milliseconds */
function readLength({ start, textOf, take }: StartedRow, reading: SlotReading): number | undefined {
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
    return take({ part, reading: { ok: false, problem: 'contradiction', message } });
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

type KnownTime = Extract<TimeReading, { readonly ok: true }>;

/** The end of a row, whose date may be in a cell of its own. */
function readEnding(
  textOf: PartText,
  start: KnownTime,
  { time: ofRow, zones }: SlotReading,
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
  return { part, reading: { ok: false, problem: 'not_after_start', message: message + advice } };
}

function nextDateAdvice({ text }: KnownTime): string {
  if (text === undefined) return '';
  const next = dayAfter(text.slice(0, 'YYYY-MM-DD'.length));
  return `; if it is on the next date, write ${next} as its date`;
}

function contradictsHeader(zone: string): Extract<TimeReading, { readonly ok: false }> {
  const message = `${quoteCell(zone)} contradicts the time zone in the header of the times`;
  return { ok: false, problem: 'contradiction', message };
}

/** An end date without a time says nothing that a duration, or the date of the start, does not. */
function dateAlone(textOf: PartText, start: KnownTime, time: TimeOptions): PartReading | undefined {
  const date = textOf('end_date');
  const day = readDay(date, time);
  if (!day.ok) return { part: 'end_date', reading: day };
  if (textOf('duration') !== '' || start.text?.startsWith(day.day)) return undefined;
  const message = `${quoteCell(date)} is an end date without a time`;
  return { part: 'end_date', reading: { ok: false, problem: 'format', message } };
}
