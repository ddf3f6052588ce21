// Reads when something begins and ends from the cells of a row. Must not know what takes place
// then.
import { isNone } from './breaks.ts';
import { numberedDays } from './dates/calendar-date.ts';
import { shareHalf } from './dates/clock.ts';
import { zoneOfHeader } from './dates/header-zone.ts';
import { hasDate, readStartCells } from './dates/start-cells.ts';
import type { TimeOptions } from './dates/time-reading.ts';
import { languagesOf } from './dates/words.ts';
import { isSameClock, readZone, type ZoneReading } from './dates/zone.ts';
import { meaningOf } from './header-meaning.ts';
import type { MappedColumn } from './mapping.ts';
import {
  contradictsHeader,
  type PartReading,
  type PartText,
  readLength,
  type SlotOptions,
} from './slot-length.ts';
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

export interface SlotFault {
  readonly part: SlotPart;
  readonly code: string;
  readonly message: string;
}

/**
 * How the slots of a table are read, which depends on all cells of its columns.
 * @param columns of the parts that the table has
 * @param cellsOf all cells of a column
 * @returns also whether no cell has a date: then clock times are on the first day of the event
 */
export function slotColumns(
  columns: ReadonlyMap<SlotPart, MappedColumn>,
  cellsOf: (column: MappedColumn) => readonly string[],
  timeOptions: TimeOptions,
) {
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
    read: (textOf: PartText, addFault: (fault: SlotFault) => void): RowTime => {
      if (columns.size === 0) return {};
      const text = (part: SlotPart) => (isNone(textOf(part)) ? '' : textOf(part));
      return readSlot(text, reading, addFault);
    },
  };
}

interface SlotReading extends SlotOptions {
  readonly isDateless: boolean;
  readonly zoneOf: (text: string) => ZoneReading;
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

function readSlot(
  written: PartText,
  reading: SlotReading,
  addFault: (fault: SlotFault) => void,
): RowTime {
  const textOf = withSharedHalf(written);
  const take = ({ part, reading: read }: PartReading) => {
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

/**
 * The zone of a row's times, in a column of its own or in the header of their column, and that
 * which this header names.
 */
function rowZones(
  textOf: PartText,
  { zones, zoneOf }: SlotReading,
  addFault: (fault: SlotFault) => void,
): Readonly<Record<'zone' | 'headerZone', TimeOptions['zone']>> {
  const text = textOf('timezone');
  const startPart = startPartOf(textOf, zones);
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

/** The part that has the start, or is to have it. */
function startPartOf(textOf: PartText, zones: SlotOptions['zones']): SlotPart {
  if (textOf('start') !== '') return 'start';
  return textOf('time') === '' && zones.has('start') ? 'start' : 'time';
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
