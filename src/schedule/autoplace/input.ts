// Owns what is placed: talks, breaks and open periods, and what is doubtful in the files. Must not
// know where talks could go.

import { isSameRoom } from '../../changes/place.ts';
import { clocksOf, toRfc3339 } from '../../columns/dates/zoned-time.ts';
import { quoteCell } from '../../columns/quote.ts';
import { foldKey } from '../../contract/key.ts';
import { type InputFault, InvalidInputError } from '../../errors.ts';
import type { ClashOptions } from '../clashes/clash-groups.ts';
import { type RespelledRoom, roomAmong, similarRoomWarnings } from '../rooms/room-name.ts';
import type { Session } from '../session.ts';
import {
  type AutoplaceFiles,
  type Draft,
  draftsOf,
  type NoTalk,
  type PlacingOptions,
} from './drafts.ts';
import type { PeopleFile } from './files/people.ts';
import {
  type FiledRoom,
  type OpenPeriod,
  type RoomsFile,
  sharedRoomsOf,
  termsOfRooms,
} from './files/rooms.ts';
import type { TalksTable } from './files/talks.ts';
import { type InFile, resolveTalks, respelled, type Talk, unknownText } from './named-talks.ts';

export interface AutoplaceInput {
  readonly talks: readonly Talk[];
  /** With a known end. */
  readonly breaks: readonly Session[];
  readonly periods: readonly OpenPeriod[];
  readonly options: PlacingOptions & ClashOptions;
  /** The clock on which times are written: a time zone or an offset. */
  readonly zone: string;
  readonly noTalks: readonly NoTalk[];
  /** Names that nothing has; by file and line. */
  readonly warnings: readonly InputFault[];
}

/** @throws {InvalidInputError} for rows that contradict themselves or the event */
export function autoplaceInput(readFiles: AutoplaceFiles): AutoplaceInput {
  const renamed = withListedNames(readFiles);
  const files = { ...readFiles, rooms: renamed.rooms };
  const { rooms, people, schedule, timeZone } = files;
  const { drafts, breaks, noTalks, respelled: roomsOfRows } = draftsOf(files);
  const zone = timeZone ?? clocksOf(rooms.periods.map(({ start }) => start)).usual;
  const inFile = schedule === undefined ? {} : { file: schedule.file };
  const faults = drafts.flatMap((draft) => contradictions(inFile, draft, zone));
  if (schedule !== undefined && faults.length > 0) {
    const rows = faults.length === 1 ? '1 row' : `${faults.length} rows`;
    throw new InvalidInputError(`${rows} of ${schedule.file} cannot be used`, {
      details: faults,
      fix: 'give each of these rows a room and a start, or remove pinned, its room or its start',
    });
  }
  const { talks, warnings: unknownNames } = resolveTalks(inFile, drafts, files);
  const listed = files.listedRooms?.map(({ name }) => name);
  const placed = [...drafts.flatMap((each) => (each.isFixed ? [each.session] : [])), ...breaks];
  const known = [...(listed ?? []), ...rooms.periods.map(({ room }) => room)];
  const warnings = [
    ...unknownNames,
    ...similarRooms({ file: rooms.file }, rooms.periods, listed),
    ...similarRooms(inFile, placed, known),
    ...withoutPeriods(rooms),
    ...renamed.faults,
    ...roomsOfRows.map((room) => respelledFault(inFile, room)),
    ...(people === undefined ? [] : unknownPeople(people, talks)),
    ...(schedule?.table === undefined ? [] : sharedTitles(schedule.file, schedule.table)),
    ...(schedule?.table === undefined ? [] : repeatedRows(schedule.file, schedule.table, talks)),
    ...unknownGroups(talks, rooms),
  ];
  return {
    talks,
    breaks,
    noTalks,
    zone,
    periods: rooms.periods,
    options: {
      keep: files.keep,
      turnaroundMs: files.turnaroundMs,
      everyMinutes: files.everyMinutes,
      defaultDurationMs: files.defaultDurationMs,
      ofRooms: termsOfRooms(rooms),
      sharedRooms: sharedRoomsOf(rooms),
    },
    warnings: warnings.toSorted(byPlace),
  };
}

/** The rooms as the event writes them, and which of them the file writes in another way. */
function withListedNames({ rooms, listedRooms = [] }: AutoplaceFiles) {
  const faults: InputFault[] = [];
  const listedName = ({ line, room }: FiledRoom) => {
    const naming = roomAmong(listedRooms, room);
    if (!('item' in naming)) return room;
    const { name } = naming.item;
    if (naming.isRespelled === true) {
      faults.push(respelledFault(rooms, { line, name, respelled: room }));
    }
    return name;
  };
  const named = rooms.rooms.map((room) => ({ ...room, room: listedName(room) }));
  const names = new Map(rooms.rooms.map(({ room }, at) => [room, named[at]?.room]));
  const periods = rooms.periods.map((period): OpenPeriod => {
    return { ...period, room: names.get(period.room) ?? period.room };
  });
  return { rooms: { ...rooms, periods, rooms: named }, faults };
}

function similarRooms(
  inFile: InFile,
  ...compared: Parameters<typeof similarRoomWarnings>
): readonly InputFault[] {
  return similarRoomWarnings(...compared).map(({ line, code, message }) => {
    return { ...inFile, line, field: 'room', code, message };
  });
}

/** The rooms in which no talk is placed. */
function withoutPeriods({ file, rooms, periods }: RoomsFile): readonly InputFault[] {
  const open = new Set(periods.map(({ room }) => foldKey(room)));
  return rooms.flatMap(({ line, room }): readonly InputFault[] => {
    if (open.has(foldKey(room))) return [];
    const message = `${quoteCell(room)} has no period, so no talk is placed there`;
    return [{ file, line, field: 'start', code: 'no_period', message }];
  });
}

function respelledFault({ file }: InFile, room: RespelledRoom): InputFault {
  const { line, name, respelled: text } = room;
  return { ...(file !== undefined && { file }), line, field: 'room', ...respelled(name, text) };
}

function byPlace(a: InputFault, b: InputFault): number {
  const [file = '', other = ''] = [a.file, b.file];
  if (file === other) return (a.line ?? 0) - (b.line ?? 0);
  return file < other ? -1 : 1;
}

/**
 * A pinned talk without a place, and a room or start alone that is not that of the placed session.
 */
function contradictions(
  inFile: InFile,
  { row, wishes, session, ...draft }: Draft,
  zone: string,
): readonly InputFault[] {
  const { isPlaced, onlyRoom, onlyStartMs } = draft;
  const place = { ...inFile, ...(row !== undefined && { line: row.line }) };
  if (wishes.pinned === 'yes' && !isPlaced && onlyRoom === undefined && onlyStartMs === undefined) {
    return [
      {
        ...place,
        field: 'pinned',
        message: 'the talk is pinned, but has neither a room nor a start',
      },
    ];
  }
  const isThere =
    isSameRoom(onlyRoom ?? session.room, session.room) &&
    (onlyStartMs ?? session.startMs) === session.startMs;
  if (!isPlaced || isThere) return [];
  const [field, other] = onlyRoom === undefined ? ['start', 'room'] : ['room', 'start'];
  const where = `${quoteCell(session.room)} at ${toRfc3339(session.startMs, zone)}`;
  const message = `the session is placed in ${where}; to move it there, write its ${other} as well`;
  return [{ ...place, field, message }];
}

/** Rows that are one talk only because they have the same title: they may be several talks. */
function sharedTitles(file: string, { records }: TalksTable): readonly InputFault[] {
  const [first, ...others] = records.filter(
    ({ row, line, repeats }) =>
      line !== row.line &&
      row.startMs === undefined &&
      (row.submissionId ?? row.possibleId) === undefined &&
      repeats === undefined,
  );
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : `, like ${others.length} more by their titles`;
  const message =
    `the row is the talk ${quoteCell(first.row.title)} of line ${first.line}${more}; if it is ` +
    'another talk, give each a title or an id of its own';
  return [{ file, line: first.row.line, field: 'title', code: 'same_title', message }];
}

/** Talks whose rows only repeat those of another one: somebody may have copied them by mistake. */
function repeatedRows(
  file: string,
  { records }: TalksTable,
  talks: readonly Talk[],
): readonly InputFault[] {
  const lines = new Set(talks.map(({ row }) => row?.line));
  return records.flatMap(({ row, repeats }): readonly InputFault[] => {
    if (repeats === undefined || !lines.has(row.line)) return [];
    const message =
      `the row repeats line ${repeats}: it is the same talk ${quoteCell(row.title)}, which takes ` +
      'place once more; if it does not, delete one of the two rows';
    return [{ file, line: row.line, field: 'title', code: 'repeated_row', message }];
  });
}

/** The formats and tracks that rooms are for, and no talk has. */
function unknownGroups(
  talks: readonly Talk[],
  { file, periods }: AutoplaceFiles['rooms'],
): readonly InputFault[] {
  const groups = new Map(
    talks.flatMap(({ session: { track, format } }) =>
      [track, format].flatMap((group) =>
        group === undefined ? [] : [[foldKey(group), group] as const],
      ),
    ),
  );
  return periods.flatMap(({ line, only }) =>
    only.flatMap((group): readonly InputFault[] => {
      if (groups.has(foldKey(group))) return [];
      const message = unknownText(group, 'no talk has the format or track', groups.values());
      return [{ file, line, field: 'only', code: 'unknown_name', message }];
    }),
  );
}

/** The rows about people whom no talk has. */
function unknownPeople({ file, rows }: PeopleFile, talks: readonly Talk[]): readonly InputFault[] {
  const used = new Set(talks.flatMap(({ people }) => people.flatMap((person) => person.rows)));
  const speakers = talks
    .flatMap(({ session }) => session.people.map(({ name }) => name))
    .filter(Boolean);
  return rows.flatMap((personRow): readonly InputFault[] => {
    if (used.has(personRow)) return [];
    const { name, email = '', row, line } = personRow;
    const field = name === '' ? 'email' : 'name';
    const similar = name === '' ? [] : speakers;
    const message = unknownText(name || email, 'no talk has the speaker', similar);
    return [{ file, row, line, field, code: 'unknown_name', message }];
  });
}
