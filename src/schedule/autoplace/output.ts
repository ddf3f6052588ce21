// Owns the schedule file of a placement: the file that was read with other rooms, starts and
// durations, or a new one. Pure.
import { zoneOfHeader } from '../../columns/dates/header-zone.ts';
import { readZone, type ZoneReading } from '../../columns/dates/zone.ts';
import { toRfc3339 } from '../../columns/dates/zoned-time.ts';
import { csvText } from '../../files/csv-write.ts';
import { csvOf } from '../export/csv.ts';
import type { Session } from '../session.ts';
import type { TalksRecord, TalksTable } from './files/talks.ts';
import type { Placing } from './placing.ts';
import type { TalkPlace } from './result.ts';

/** @param table the file that was read; undefined for submissions, or a grid */
export function placedFile(
  { input }: Placing,
  places: readonly TalkPlace[],
  table?: TalksTable,
): string {
  return table === undefined ? newFile(input, places) : sameFile(input, places, table);
}

function newFile({ talks, breaks, zone }: Placing['input'], places: readonly TalkPlace[]): string {
  const placed = places.map(({ talk: { session }, room, startMs, change }): Session => {
    const isDurationAssumed = session.isDurationAssumed && change === 'kept';
    return {
      ...session,
      room,
      startMs,
      endMs: startMs + session.endMs - session.startMs,
      isDurationAssumed,
    };
  });
  const hasPlace = new Set(places.map(({ index }) => index));
  const leftOut = talks.flatMap(({ session }, index) => (hasPlace.has(index) ? [] : [session]));
  return csvOf({ sessions: [...placed, ...breaks], zone }, leftOut);
}

/** Columns that the file lacks are added at its end. A row that is as it was, stays as it is. */
function sameFile(
  { talks, zone }: Placing['input'],
  places: readonly TalkPlace[],
  table: TalksTable,
): string {
  const talkOf = new Map(
    talks.flatMap((talk) => (talk.row === undefined ? [] : [[talk.row.line, talk] as const])),
  );
  const placeOf = new Map(places.map((place) => [place.talk, place]));
  const columns = [...table.columns];
  const indexes = new Map(table.mapped.map(({ target, index }) => [target, index]));
  const isNew = (target: string) => !indexes.has(target);
  const hasOnlyRooms = places.some(({ talk }) => talk.onlyRoom !== undefined);
  const added = ['room', 'start', 'duration', ...(hasOnlyRooms ? ['room_wish'] : [])].filter(isNew);
  for (const target of added) indexes.set(target, columns.push(target) - 1);

  const textOf = (written: readonly string[], target: string) =>
    written[indexes.get(target) ?? -1] ?? '';
  const ofHeader = zoneNamed(zoneOfHeader(textOf(columns, 'start')));

  const rowOf = ({ cells, row, line }: TalksRecord): readonly string[] => {
    const written = columns.map((_, index) => cells[index] ?? '');
    const set = (target: string, text: string) => {
      const index = indexes.get(target);
      if (index !== undefined) written[index] = text;
    };
    const clear = (...targets: readonly string[]) => {
      for (const target of targets) set(target, '');
    };
    // What the flags say of the whole file is in no cell.
    if (added.includes('room')) set('room', row.room);
    if (table.isDateless) {
      clear('time');
      set('start', row.start ?? '');
    }
    const talk = talkOf.get(line);
    const place = talk && placeOf.get(talk);
    const hasPlace = row.room !== '' && row.startMs !== undefined;
    const isAsBefore = place === undefined ? !hasPlace : place.change === 'kept' && hasPlace;
    if (talk === undefined || isAsBefore) return written;
    clear('date', 'time', 'end', 'end_date');
    set('room', place?.room ?? '');
    // With a start beside it, the room alone would no longer say that somebody wanted it.
    if (talk.onlyRoom !== undefined && textOf(written, 'room_wish') === '')
      set('room_wish', talk.onlyRoom);
    const ofRow = zoneNamed(readZone(textOf(written, 'timezone')));
    const startZone = ofHeader ?? ofRow ?? zone;
    const startText = (name: string) => (place === undefined ? '' : toRfc3339(place.startMs, name));
    set('start', startText(startZone));
    // A reader refuses a row whose time zone has other clocks than its start.
    if (ofRow !== undefined && startText(ofRow) !== startText(startZone)) clear('timezone');
    const isKnown =
      place?.change !== 'kept' && (place !== undefined || !talk.session.isDurationAssumed);
    const minutes = Math.round((talk.session.endMs - talk.session.startMs) / 60_000);
    if (isKnown && textOf(written, 'duration') === '') set('duration', String(minutes));
    return written;
  };
  return csvText([columns, ...table.records.map(rowOf)], { delimiter: table.delimiter });
}

/** As `toRfc3339` takes it. @param reading undefined if there is none */
function zoneNamed(reading: ZoneReading | undefined): string | undefined {
  if (reading?.ok !== true) return undefined;
  const { zone } = reading;
  if (zone.kind === 'name') return zone.name;
  return zone.offset === 'Z' ? 'UTC' : zone.offset;
}
