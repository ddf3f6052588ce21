// Writes a placement as a schedule file: the file that was read with other rooms and starts, or a new one. Pure.
import { csvText } from '../../csv/write.ts';
import { toRfc3339 } from '../dates/zoned-time.ts';
import { csvOf } from '../export/csv.ts';
import type { Session } from '../session.ts';
import type { TalksRecord, TalksTable } from './files/talks.ts';
import type { Placing } from './placing.ts';
import type { TalkPlace } from './result.ts';

/** @param table the file that was read; undefined for submissions, or a grid */
export function placedFile(
  { input: { talks, breaks, zone } }: Placing,
  places: readonly TalkPlace[],
  table?: TalksTable,
): string {
  if (table === undefined) {
    const placed = places.map(({ talk: { session }, room, startMs }): Session => {
      const endMs = startMs + session.endMs - session.startMs;
      return { ...session, room, startMs, endMs };
    });
    return csvOf({ sessions: [...placed, ...breaks], zone });
  }
  const writer = rowWriter(table, zone);
  const placeOf = new Map(
    places.flatMap((place) => (place.talk.row === undefined ? [] : [[place.talk.row.line, place]])),
  );
  const talkLines = new Set(talks.flatMap(({ row, isFixed }) => (row === undefined || isFixed ? [] : [row.line])));
  const rows = table.records.map((record) =>
    talkLines.has(record.line) ? writer.place(record, placeOf.get(record.line)) : writer.keep(record),
  );
  return csvText([writer.columns, ...rows], { delimiter: table.delimiter });
}

/** Writes the cells of a row; columns that the file lacks are added at its end. */
function rowWriter({ columns: own, mapped, records }: TalksTable, zone: string) {
  const columns = [...own];
  const indexes = new Map(mapped.map(({ target, index }) => [target, index]));
  const need = (target: string) => {
    if (!indexes.has(target)) indexes.set(target, columns.push(target) - 1);
  };
  need('room');
  if (!indexes.has('start') && !(indexes.has('date') && indexes.has('time'))) need('start');
  // A range of times ends with its talk.
  const isRange = !indexes.has('end') && !indexes.has('duration');
  if (isRange && records.some(({ row }) => row.durationMs !== undefined)) need('duration');
  const cellsOf = ({ cells }: TalksRecord) => columns.map((_, index) => cells[index] ?? '');
  return {
    columns,
    keep: cellsOf,
    place(record: TalksRecord, place: TalkPlace | undefined): readonly string[] {
      const { row } = record;
      const cells = cellsOf(record);
      const set = (target: string, text: string) => {
        const index = indexes.get(target);
        if (index !== undefined) cells[index] = text;
      };
      // Without a new place, a talk that had one is left out.
      if (place?.change === 'kept' && row.startMs !== undefined && row.room !== '') return cells;
      set('room', place?.room ?? '');
      const hasStart = indexes.has('start');
      set('start', place?.start ?? '');
      set('date', hasStart ? '' : (place?.start.slice(0, 10) ?? ''));
      set('time', hasStart || place === undefined ? '' : clockOf(place.start, zone));
      const { durationMs } = row;
      if (durationMs === undefined) return cells;
      if (!indexes.has('duration')) set('end', place === undefined ? '' : toRfc3339(place.startMs + durationMs, zone));
      else {
        set('end', '');
        set('duration', String(Math.round(durationMs / 60_000)));
      }
      return cells;
    },
  };
}

/** With its offset, unless the time zone is known by name. */
function clockOf(start: string, zone: string): string {
  return /^UTC$|^[+-]/.test(zone) ? start.slice(11) : start.slice(11, 16);
}
