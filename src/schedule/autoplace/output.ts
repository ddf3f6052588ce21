// Writes a placement as a schedule file: the file that was read with other rooms and starts, or a new one. Pure.
import { csvText } from '../../files/csv-write.ts';
import { happensOnce, toRfc3339 } from '../dates/zoned-time.ts';
import { csvOf } from '../export/csv.ts';
import type { Session } from '../session.ts';
import type { TalksRecord, TalksTable } from './files/talks.ts';
import type { Placing } from './placing.ts';
import type { TalkPlace } from './result.ts';

/** @param table the file that was read; undefined for submissions, or a grid */
export function placedFile(
  { input: { talks, breaks, noTalks, zone } }: Placing,
  places: readonly TalkPlace[],
  table?: TalksTable,
): string {
  if (table === undefined) {
    const placed = places.map(({ talk: { session }, room, startMs }): Session => {
      return { ...session, room, startMs, endMs: startMs + lengthOf(session), isDurationAssumed: false };
    });
    const hasPlace = new Set(places.map(({ index }) => index));
    const leftOut = talks.flatMap(({ session }, index) => (hasPlace.has(index) ? [] : [session]));
    const others = noTalks.flatMap(({ session }) => session ?? []);
    return csvOf({ sessions: [...placed, ...breaks, ...others], zone }, leftOut);
  }
  const placeOf = new Map(
    places.flatMap((place) => (place.talk.row === undefined ? [] : [[place.talk.row.line, place]])),
  );
  const talkLines = new Set(talks.flatMap(({ row, isFixed }) => (row === undefined || isFixed ? [] : [row.line])));
  const isAnyAssumed = [...placeOf.values()].some(({ talk }) => talk.session.isDurationAssumed);
  const losesEnd = table.records.some(
    ({ line, row }) => row.durationMs !== undefined && talkLines.has(line) && !placeOf.has(line),
  );
  const writer = rowWriter(table, { zone, isAnyAssumed, losesEnd });
  const rows = table.records.map((record) =>
    talkLines.has(record.line)
      ? writer.place(record, placeOf.get(record.line))
      : writer.keep(record, placeOf.get(record.line)),
  );
  return csvText([writer.columns, ...rows], { delimiter: table.delimiter });
}

/**
 * Writes the cells of a row; columns that the file lacks are added at its end.
 * @param isAnyAssumed whether a placed talk has no duration of its own; it gets the one for which there is room
 * @param losesEnd whether a talk that is left out has a length, which its end shows only beside a start
 */
function rowWriter(
  { columns: own, mapped, records, isDateless }: TalksTable,
  { zone, isAnyAssumed, losesEnd }: Readonly<{ zone: string; isAnyAssumed: boolean; losesEnd: boolean }>,
) {
  const columns = [...own];
  const indexes = new Map(mapped.map(({ target, index }) => [target, index]));
  const need = (target: string) => {
    if (!indexes.has(target)) indexes.set(target, columns.push(target) - 1);
  };
  const hasRooms = indexes.has('room');
  need('room');
  if (!indexes.has('start') && !(indexes.has('date') && indexes.has('time'))) need('start');
  // A range of times ends with its talk.
  const isRange = !indexes.has('end') && !indexes.has('duration');
  const hasLengths = isAnyAssumed || records.some(({ row }) => row.durationMs !== undefined);
  if ((isRange && hasLengths) || losesEnd) need('duration');
  const setIn = (cells: string[]) => (target: string, text: string) => {
    const index = indexes.get(target);
    if (index !== undefined) cells[index] = text;
  };
  const cellsOf = ({ cells, row }: TalksRecord) => {
    const all = columns.map((_, index) => cells[index] ?? '');
    const set = setIn(all);
    // What is known of the whole file is in no cell.
    if (!hasRooms) set('room', row.room);
    if (isDateless) {
      set('time', '');
      set('start', row.start ?? '');
    }
    return all;
  };
  const setLength = (cells: string[], place: TalkPlace | undefined, lengthMs: number) => {
    const set = setIn(cells);
    if (!indexes.has('duration')) set('end', place === undefined ? '' : toRfc3339(place.startMs + lengthMs, zone));
    else {
      set('end', '');
      set('duration', String(Math.round(lengthMs / 60_000)));
    }
    return cells;
  };
  /** A row whose talk stays where it is. */
  const keep = (record: TalksRecord, place: TalkPlace | undefined): readonly string[] => {
    const { isDurationAssumed = false, ...session } = place?.talk.session ?? {};
    return isDurationAssumed ? setLength(cellsOf(record), place, lengthOf(session)) : cellsOf(record);
  };
  return {
    columns,
    keep,
    /** Without a place, the talk is left out. */
    place(record: TalksRecord, place: TalkPlace | undefined): readonly string[] {
      const { row } = record;
      // A room or a start alone is what the talk must have, also in the next run.
      if (place === undefined && (row.room === '') !== (row.start === undefined)) return cellsOf(record);
      if (place?.change === 'kept' && row.startMs !== undefined && row.room !== '') return keep(record, place);
      const cells = cellsOf(record);
      const set = setIn(cells);
      set('room', place?.room ?? '');
      const hasStart = indexes.has('start');
      set('start', place?.start ?? '');
      set('date', hasStart ? '' : (place?.start.slice(0, 10) ?? ''));
      set('time', hasStart || place === undefined ? '' : clockOf(place, zone));
      const { durationMs = place?.talk.session.isDurationAssumed ? lengthOf(place.talk.session) : undefined } = row;
      return durationMs === undefined ? cells : setLength(cells, place, durationMs);
    },
  };
}

function lengthOf({ startMs = 0, endMs = 0 }: Partial<Pick<Session, 'startMs' | 'endMs'>>): number {
  return endMs - startMs;
}

/** With its offset, unless the time zone is known by name, and has the clock time only once. */
function clockOf({ start, startMs }: TalkPlace, zone: string): string {
  const isClear = !/^UTC$|^[+-]/.test(zone) && happensOnce(startMs, zone);
  return isClear ? start.slice(11, 16) : start.slice(11);
}
