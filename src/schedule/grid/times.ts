// Reads the times of a grid: the day of each block, and the start and end of its rows. Must not know what its cells mean. Pure.
import { quoteCell } from '../../columns/quote.ts';
import { dayAfter } from '../dates/calendar-date.ts';
import {
  isClockTime,
  readClockOn,
  readDay,
  readEnd,
  readTime,
  type TimeOptions,
  type TimeProblem,
  type TimeReading,
} from '../dates/read-time.ts';
import { clockTime } from '../dates/zoned-time.ts';
import type { Place, placeOf } from '../place.ts';
import type { Block, RoomColumn, SlotRow } from './blocks.ts';
import type { GridShape } from './shape.ts';

/** @param rooms those of the cell's block */
export type PlaceAt = (row: number, column: number, rooms?: readonly RoomColumn[]) => ReturnType<typeof placeOf>;

export type AddFault = (place: Place, fault: { readonly problem: TimeProblem; readonly message: string }) => void;

export interface GridContext {
  readonly time: TimeOptions;
  readonly shape: GridShape;
  /** Only one block of the file has no day. */
  readonly isOnlyDay: boolean;
  readonly sheetDay: string | undefined;
  readonly placeAt: PlaceAt;
  readonly addFault: AddFault;
}

/** A slot with its instants. */
export interface TimedSlot {
  readonly slot: SlotRow;
  readonly start: Extract<TimeReading, { ok: true }>;
  readonly endMs: number | undefined;
}

/** The slots of a block that can be read; the others are faults. */
export function timedSlots(block: Block, context: GridContext): readonly TimedSlot[] {
  const { time, shape, placeAt, addFault } = context;
  const needsDay = block.slots.some((slot) => isClockTime(slot.time));
  let day = needsDay ? dayOf(block, context) : undefined;
  if (needsDay && day === undefined) return [];
  const timed: TimedSlot[] = [];
  for (const slot of block.slots) {
    const place = placeAt(slot.row, shape.timeColumn);
    const before = timed.at(-1)?.start.ms;
    let start = readSlot(slot.time, day, time);
    if (start.ok && day !== undefined && before !== undefined && isAfterMidnight(before, start.ms, time)) {
      day = dayAfter(day);
      start = readSlot(slot.time, day, time);
    }
    if (!start.ok) addFault(place, start);
    else if (before !== undefined && start.ms <= before) addFault(place, notAfter(slot.time));
    else {
      const end = slot.end === '' ? undefined : readEnd(slot.end, start.ms, time);
      if (end?.ok === false) addFault(placeAt(slot.row, shape.endColumn ?? shape.timeColumn), end);
      timed.push({ slot, start, endMs: end?.ok ? end.ms : start.endMs });
    }
  }
  return timed;
}

/** The date of a block: its own, that of the sheet's name, or the first day if no other block lacks one. */
function dayOf({ day, slots }: Block, context: GridContext): string | undefined {
  const { time, shape, isOnlyDay, sheetDay, placeAt, addFault } = context;
  const text = day?.text ?? sheetDay;
  const place = day === undefined ? placeAt(slots[0]?.row ?? 0, shape.timeColumn) : placeAt(day.row, day.column);
  if (text !== undefined) {
    const reading = readDay(text, time);
    if (reading.ok) return reading.day;
    addFault(place, reading);
  } else if (time.firstDay !== undefined && isOnlyDay) return time.firstDay;
  else if (time.firstDay === undefined) {
    addFault(place, {
      problem: 'first_day',
      message: 'the grid has no date, and the first day of the event is not set',
    });
  } else {
    const message =
      'the day of this part of the grid is unknown: write it above its rooms, or as the name of its sheet';
    addFault(place, { problem: 'format', message });
  }
  return undefined;
}

function readSlot(text: string, day: string | undefined, time: TimeOptions): TimeReading {
  return day !== undefined && isClockTime(text) ? readClockOn(day, text, time) : readTime(text, time);
}

/** A time after a late one that is early in the morning belongs to the next day. */
function isAfterMidnight(beforeMs: number, ms: number, { timeZone = 'UTC' }: TimeOptions): boolean {
  return ms <= beforeMs && clockTime(beforeMs, timeZone) >= '18:00' && clockTime(ms, timeZone) < '06:00';
}

function notAfter(text: string): { readonly problem: TimeProblem; readonly message: string } {
  const message = `${quoteCell(text)} is not after the time above it: write times with 24 hours, and the day above the times of each day`;
  return { problem: 'unclear_time', message };
}
