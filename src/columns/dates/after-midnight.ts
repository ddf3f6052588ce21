// Finds hours after midnight that have the date of the evening before, in the starts of a list.
// Must not know rows or files.
import { quoted } from '../../contract/amount.ts';
import { morning } from '../../contract/start.ts';
import { quoteCell } from '../quote.ts';
import { dayAfter } from './calendar-date.ts';
import { afternoonOf, hourOf } from './start-cells.ts';

/** The start of a row. */
export interface ListedStart {
  /** The cell of the time. */
  readonly cell: string;
  /** RFC 3339, on the clocks of the cell. */
  readonly start: string;
  readonly startMs: number;
  readonly room: string | undefined;
  /** Whether one cell has the date and the time: then it is taken as written. */
  readonly isWhole: boolean;
  readonly end?:
    | {
        readonly ms: number;
        /** The header of the cell that has its date, if it is in one. */
        readonly dateColumn: string | undefined;
      }
    | undefined;
}

/** A start whose date may be the one before. */
interface DoubtfulStart<T extends ListedStart> {
  readonly row: T;
  readonly message: string;
}

/**
 * In a list that is otherwise in order of time, as a whole or in each of its rooms, an hour before
 * 6:00 below later ones of its date belongs to the next date.
 * @param rows in the order of the file
 */
export function hoursAfterMidnight<T extends ListedStart>(
  rows: readonly T[],
): readonly DoubtfulStart<T>[] {
  return doubtfulIn(rows, () => undefined) ?? doubtfulIn(rows, ({ room }) => room) ?? [];
}

/** Undefined if the other rows of a list are not in order of time. */
function doubtfulIn<T extends ListedStart>(
  rows: readonly T[],
  listOf: (row: T) => string | undefined,
): readonly DoubtfulStart<T>[] | undefined {
  const latest = new Map<string | undefined, number>();
  const latestOfDay = new Map<string, number>();
  const doubtful: DoubtfulStart<T>[] = [];
  for (const row of rows) {
    const list = listOf(row);
    const day = JSON.stringify([list, dayOf(row)]);
    const latestMs = latestOfDay.get(day) ?? row.startMs;
    const isBelowLater = row.startMs < latestMs;
    if (isBelowLater && !row.isWhole && hourOf(row.start) < morning) {
      doubtful.push({ row, message: messageFor(row, latestMs) });
      continue;
    }
    if (row.startMs < (latest.get(list) ?? row.startMs)) return undefined;
    latest.set(list, row.startMs);
    latestOfDay.set(day, row.startMs);
  }
  return doubtful;
}

function dayOf({ start }: Pick<ListedStart, 'start'>): string {
  return start.slice(0, 'YYYY-MM-DD'.length);
}

/** @param latestMs the later start above the row */
function messageFor(row: ListedStart, latestMs: number): string {
  const day = dayOf(row);
  const hour = hourOf(row.start);
  const fits = row.startMs + halfDayMs > latestMs;
  const afternoon = fits ? afternoonOf(row.cell, hour) : undefined;
  const hasEnd = row.end !== undefined;
  const asWritten = row.start.slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ');
  const advice = [
    `write ${dayAfter(day)}${besideEnd(row)}`,
    hasEnd && afternoon ? `${afternoon}, and its end as well` : afternoon,
    `write ${asWritten} in place of the time if that is what you mean`,
  ];
  const isBelow = `${quoteCell(row.cell)} is below later times of ${day}`;
  return `${isBelow}: ${advice.filter(Boolean).join(', or ')}`;
}

/** An end that has the same date is moved with the start. */
function besideEnd({ start, startMs, end }: ListedStart): string {
  if (end?.dateColumn === undefined) return '';
  const clock = Date.parse(`${start.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}Z`);
  const endDay = new Date(clock + end.ms - startMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
  return endDay === dayOf({ start }) ? ` here and in the column ${quoted(end.dateColumn)}` : '';
}

const halfDayMs = 12 * 3_600_000;
