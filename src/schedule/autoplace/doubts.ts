// Words the faults and doubts of cells in the files of autoplace: names that no other row or file has, cycles of `after` wishes, and closed rooms. Pure.
import { quoteCell } from '../../columns/quote.ts';
import { mostSimilar } from '../../columns/similarity.ts';
import { foldKey, isSimilarPerson } from '../../contract/key.ts';
import type { InputFault } from '../../errors.ts';
import { clockTime, localDay } from '../dates/zoned-time.ts';
import { roomsOf, type Session } from '../session.ts';
import type { PeopleFile, PersonRow } from './files/people.ts';
import type { RoomsFile } from './files/rooms.ts';
import { overlaps, subtract } from './intervals.ts';

interface KnownTalk {
  readonly session: Session;
  readonly row?: { readonly line: number } | undefined;
  readonly isPlaced: boolean;
  readonly isFixed: boolean;
  /** Indexes of talks that end before it begins. */
  readonly after: readonly number[];
  readonly needs: readonly string[];
  readonly people: readonly { readonly name: string; readonly rows: readonly PersonRow[] }[];
}

/** `no room is named "Peer 3"; the most similar is "Pier 3"` */
export function unknownText(text: string, what: string, known: Iterable<string>): string {
  const nearest = mostSimilar(text, known);
  return `${what} ${quoteCell(text)}${nearest === undefined ? '' : `; the most similar is ${quoteCell(nearest)}`}`;
}

/** The rows about people whom no talk has: misspelled if the name resembles that of a speaker, else perhaps of a deleted talk. */
export function unknownPeople(
  { file, rows }: PeopleFile,
  talks: readonly KnownTalk[],
  calledOff: readonly Pick<KnownTalk, 'people'>[],
): { readonly misspelled: readonly InputFault[]; readonly others: readonly InputFault[] } {
  const used = new Set([...talks, ...calledOff].flatMap(({ people }) => people.flatMap((person) => person.rows)));
  const names = new Set(talks.flatMap(({ session }) => session.people.map(({ name }) => name)).filter(Boolean));
  const addresses = new Set(talks.flatMap(({ session }) => session.people.flatMap(({ email }) => email ?? [])));
  const [misspelled, others]: [InputFault[], InputFault[]] = [[], []];
  for (const each of rows) {
    if (used.has(each)) continue;
    const { name, email = '', line, row } = each;
    const [field, text, what, known] =
      name === ''
        ? (['email', email, 'no talk has a speaker with the address', likeAddress(email, addresses)] as const)
        : (['name', name, 'no talk has a speaker named', names] as const);
    const message = unknownText(text, what, known);
    if (mostSimilar(text, known) !== undefined)
      misspelled.push({ file, row, line, code: 'unknown_name', field, message });
    else others.push({ file, row, line, code: 'no_such_person', field, message });
  }
  return { misspelled, others };
}

/** The rows about people whose names are written in another way in the talks; each once. */
export function similarPeople({ file }: PeopleFile, talks: readonly KnownTalk[]): readonly InputFault[] {
  const found = new Map<PersonRow, InputFault>();
  for (const { name, rows } of talks.flatMap(({ people }) => people)) {
    for (const each of rows) {
      const { row, line } = each;
      if (!isSimilarPerson(name, each.name) || found.has(each)) continue;
      const message = `${quoteCell(each.name)} is the speaker ${quoteCell(name)} (matched by similar names)`;
      found.set(each, { file, row, line, field: 'name', code: 'similar_name', message });
    }
  }
  return [...found.values()];
}

/** Without those that only have the same domain. */
function likeAddress(email: string, addresses: Iterable<string>): readonly string[] {
  const ownPart = (address: string) => address.split('@')[0] ?? '';
  return [...addresses].filter((other) => mostSimilar(ownPart(email), [ownPart(other)]) !== undefined);
}

/** Rows with a date alone as their beginning and no end: they may mean that day, or all days from then on. */
export function openEnds({ file, rows }: PeopleFile, { periods }: Pick<RoomsFile, 'periods'>): readonly InputFault[] {
  return rows.flatMap(({ line, row, openDay }): readonly InputFault[] => {
    // On the last day, both are the same.
    if (openDay === undefined || periods.every(({ endMs }) => endMs <= openDay.endMs)) return [];
    const message = `${quoteCell(openDay.text)} is read as that day and all later ones; for that day alone, write it in the column to as well`;
    return [{ file, row, line, field: 'from', code: 'open_end', message }];
  });
}

/** A time beside a time zone is on the conference's clock, which its author may not expect. One doubt for all such rows. */
export function timesOnOurClock({ file, rows }: PeopleFile, zone: string): readonly InputFault[] {
  const [first, ...others] = rows.filter(({ onOurClock }) => onOurClock !== undefined);
  if (first?.onOurClock === undefined) return [];
  const { line, row, timeZone = '' } = first;
  const { field, text } = first.onOurClock;
  const more = others.length === 0 ? '' : `, like ${others.length} more beside a time zone`;
  const other = quoteCell(`${text} (${timeZone})`);
  const message = `${quoteCell(text)} is read on the clock of the conference (${zone})${more}; for the clock of the person, write ${other}`;
  return [{ file, row, line, field, code: 'conference_clock', message }];
}

/** Equipment that no room has is misspelled if it resembles some. */
export function unknownNeeds(
  file: string,
  talks: readonly KnownTalk[],
  { periods }: Pick<RoomsFile, 'periods'>,
): { readonly misspelled: readonly InputFault[]; readonly others: readonly InputFault[] } {
  const equipment = new Map(periods.flatMap(({ has }) => has.map((each) => [foldKey(each), each])));
  const [misspelled, others]: [InputFault[], InputFault[]] = [[], []];
  for (const { row, needs } of talks) {
    const place = { file, field: 'needs', ...(row !== undefined && { line: row.line }) };
    for (const need of needs.filter((each) => !equipment.has(foldKey(each)))) {
      const nearest = mostSimilar(need, equipment.values());
      if (nearest === undefined) {
        others.push({ ...place, code: 'no_such_equipment', message: `no room has ${quoteCell(need)}` });
      } else {
        misspelled.push({ ...place, code: 'unknown_name', message: unknownText(need, 'no room has', [nearest]) });
      }
    }
  }
  return { misspelled, others };
}

/** The same for the formats and tracks for which rooms are reserved. */
export function unknownGroups(
  talks: readonly KnownTalk[],
  { file, periods }: Pick<RoomsFile, 'file' | 'periods'>,
): readonly InputFault[] {
  const groups = new Map(
    talks.flatMap(({ session: { track, format } }) =>
      [track, format].flatMap((each) => (each === undefined ? [] : [[foldKey(each), each] as const])),
    ),
  );
  return periods.flatMap(({ line, only }) =>
    only.flatMap((each): readonly InputFault[] => {
      if (groups.has(foldKey(each)) || mostSimilar(each, groups.values()) === undefined) return [];
      const message = unknownText(each, 'no talk has the format or track', groups.values());
      return [{ file, line, field: 'only', code: 'unknown_name', message }];
    }),
  );
}

/** A fault for each cycle of `after` wishes, in the line of its first talk; a talk is in one cycle at most. */
export function cyclesOf(file: string, talks: readonly KnownTalk[]): readonly InputFault[] {
  const open = new Set(talks.keys());
  const cycles: InputFault[] = [];
  for (const start of talks.keys()) {
    const path = open.has(start) ? [start] : [];
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const next = talks[last]?.after.find((other) => open.has(other));
      const at = next === undefined ? path.length - 1 : path.indexOf(next);
      if (next !== undefined && at < 0) {
        path.push(next);
        continue;
      }
      // What leads nowhere is in no cycle.
      const done = path.splice(at);
      for (const index of done) open.delete(index);
      if (next !== undefined) cycles.push(cycleFault(file, talks, [...done, next]));
    }
  }
  return cycles;
}

/** @param cycle ends with its first talk */
function cycleFault(file: string, talks: readonly KnownTalk[], cycle: readonly number[]): InputFault {
  const named = cycle.map((index, at) => {
    const { session, row } = talks[index] ?? { session: { title: '' } };
    const line = row === undefined || at === cycle.length - 1 ? '' : ` (line ${row.line})`;
    return `${quoteCell(session.title)}${line}`;
  });
  const [first = -1] = cycle;
  const line = talks[first]?.row?.line;
  const message = `a cycle of after wishes: ${named.join(' after ')}`;
  return { file, ...(line !== undefined && { line }), field: 'after', code: 'cycle', message };
}

interface TalkInRoom {
  readonly talk: KnownTalk;
  readonly room: string;
}

/** One doubt for each room that no row of the file of rooms has, and one for each fixed talk in a room that is closed. */
export function placesInDoubt(
  file: string,
  talks: readonly KnownTalk[],
  rooms: Pick<RoomsFile, 'file' | 'periods'>,
  zone: string,
): readonly InputFault[] {
  const names = new Map(rooms.periods.map(({ room }) => [foldKey(room), room]));
  const unknown = new Map<string, TalkInRoom[]>();
  const closed: InputFault[] = [];
  for (const talk of talks.filter(({ isPlaced }) => isPlaced)) {
    for (const room of roomsOf(talk.session)) {
      const key = foldKey(room);
      if (!names.has(key)) unknown.set(key, [...(unknown.get(key) ?? []), { talk, room }]);
      else if (talk.isFixed) closed.push(...whileClosed(file, { talk, room: names.get(key) ?? room }, rooms, zone));
    }
  }
  return [...[...unknown.values()].map((places) => inUnknownRoom(file, places, rooms.file, names)), ...closed];
}

/** `9 talks are in a room that rooms.csv lacks: "Boathouse"; the most similar is "Boathause"` */
function inUnknownRoom(
  file: string,
  [first, ...others]: readonly TalkInRoom[],
  roomsFile: string,
  names: ReadonlyMap<string, string>,
): InputFault {
  const { talk, room } = first ?? { talk: undefined, room: '' };
  const isWhere =
    others.length > 0
      ? `${others.length + 1} talks are in`
      : `${quoteCell(talk?.session.title ?? '')} ${talk?.isFixed ? staysIn(talk) : 'is in'}`;
  const message = unknownText(room, `${isWhere} a room that ${roomsFile} lacks:`, names.values());
  return { ...placeOf(file, talk), field: 'room', code: 'room_not_in_file', message };
}

/** `"Keynote" is pinned to Great Hall at 2026-05-02 08:00–08:45, when rooms.csv has it closed` */
function whileClosed(
  file: string,
  { talk, room }: TalkInRoom,
  { file: roomsFile, periods }: Pick<RoomsFile, 'file' | 'periods'>,
  zone: string,
): readonly InputFault[] {
  const { startMs, endMs, title } = talk.session;
  const time = { from: startMs, to: endMs };
  const open = periods
    .filter((period) => foldKey(period.room) === foldKey(room))
    .map((period) => ({ from: period.startMs, to: period.endMs }));
  if (subtract([time], open).length === 0) return [];
  const when = `${localDay(startMs, zone)} ${clockTime(startMs, zone)}–${clockTime(endMs, zone)}`;
  const part = open.some((period) => overlaps(period, time)) ? ' for a part of that time' : '';
  const message = `${quoteCell(title)} ${staysIn(talk)} ${room} at ${when}, when ${roomsFile} has it closed${part}`;
  return [{ ...placeOf(file, talk), field: 'start', code: 'room_closed', message }];
}

/** A talk in several rooms never moves, pinned or not, and neither does one that is not in the file. */
function staysIn({ row, session: { otherRooms } }: KnownTalk): string {
  return row !== undefined && otherRooms === undefined ? 'is pinned to' : 'stays in';
}

/** Without a line for a talk that is not in the file. */
function placeOf(file: string, talk: KnownTalk | undefined): Pick<InputFault, 'file' | 'line'> {
  const line = talk?.row?.line;
  return { ...(file !== '' && { file }), ...(line !== undefined && { line }) };
}
