// Owns the layout of a timetable: days in order, rooms across, times down. Must not know pages or
// terminals.
import { Temporal } from 'temporal-polyfill';
import { zonedTime } from '../../columns/dates/zoned-time.ts';
import { grouped } from '../../contract/grouped.ts';
import { foldKey } from '../../contract/key.ts';
import { firstFrom } from '../clashes/overlaps.ts';
import { isInNoRoom, roomsOf, type Session } from '../session.ts';
import { aloneIn } from './lone-sessions.ts';

export interface Timetable {
  /** The event's name. */
  readonly title: string;
  /** IANA name. */
  readonly zone: string;
  readonly sessions: readonly Session[];
  /** In milliseconds since 1970. */
  readonly generatedAt: number;
  /**
   * The tracks of the whole program, if `sessions` are only some of them: they decide the colors.
   */
  readonly tracks?: readonly string[] | undefined;
}

export interface Day {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** From 04:00 to 04:00 local time, in milliseconds since 1970. */
  readonly startMs: number;
  readonly endMs: number;
  /** The rows: every time at which a session starts or ends. */
  readonly slots: readonly number[];
  /** The end of the last row. */
  readonly untilMs: number;
  /** Only those in use on this day. */
  readonly rooms: readonly RoomOfDay[];
  /** Breaks in all rooms or in several, during which nothing else takes place. */
  readonly across: readonly TimetableCell[];
}

export interface RoomOfDay {
  readonly name: string;
  /** One lane, or several if sessions of the room overlap. Each is in order of time. */
  readonly lanes: readonly (readonly TimetableCell[])[];
}

/** A session that covers `span` slots from index `slot` on. */
export interface TimetableCell {
  readonly session: Session;
  readonly slot: number;
  readonly span: number;
}

/**
 * At this hour, a day begins: sessions that start earlier belong to the day before, as readers of
 * c3voc schedules expect.
 */
const firstHour = 4;

/**
 * The days, rooms and lanes that every format shows. The rooms are in the order of their first use,
 * which usually puts the main hall first.
 * @param zone IANA name, or an offset
 * @param allRooms the name of the lane of breaks in no known room
 */
export function gridOf(
  { sessions, zone }: Pick<Timetable, 'sessions' | 'zone'>,
  allRooms?: string,
) {
  const ordered = inOrder(sessions);
  // A room with several spellings has the spelling of its first session.
  const rooms = new Map<string, NamedRoom>();
  const isFirst = ({ isBreak }: Session) => isBreak !== true;
  for (const session of [...ordered.filter(isFirst), ...ordered]) {
    for (const room of roomLabels(session, allRooms)) {
      const key = foldKey(room);
      if (!rooms.has(key)) rooms.set(key, { name: room, index: rooms.size });
    }
  }
  const byDay = grouped(ordered, ({ startMs }) => dayOf(startMs, zone));
  const days = Array.from(byDay, ([date, ofDay]) => layOut(date, { zone, rooms, allRooms }, ofDay));
  return { rooms: Array.from(rooms.values(), ({ name }) => name), days };
}

/** The sessions of a day, each once. */
export function sessionsOf({ rooms, across }: Pick<Day, 'rooms' | 'across'>): readonly Session[] {
  const cells = [...rooms.flatMap(({ lanes }) => lanes.flat()), ...across];
  return inOrder([...new Set(cells.map(({ session }) => session))]);
}

/** The rooms under which a session is shown. */
export function roomLabels(session: Session, allRooms = 'All rooms'): readonly string[] {
  return isInNoRoom(session) ? [allRooms] : roomsOf(session);
}

/** The same as one text. */
export function roomLabel(session: Session): string {
  return roomLabels(session).join(', ');
}

/** By time, then by room, end and title: the same order in every run. */
export function inOrder(sessions: readonly Session[]): Session[] {
  return [...sessions].sort(earlierFirst);
}

/** The same, but the first slot of a talk, which services store, comes before its others. */
export function inRowOrder(sessions: readonly Session[]): Session[] {
  const isFirst = ({ isBreak, slotNumber }: Session) =>
    isBreak !== true && slotNumber === undefined;
  const firsts = new Map(sessions.filter(isFirst).map((talk) => [talkOf(talk), talk.startMs]));
  const order = inOrder(sessions).map((session) => {
    const { startMs, slotNumber = 1 } = session;
    const firstMs = slotNumber > 1 ? firsts.get(talkOf(session)) : undefined;
    const isDeferred = firstMs !== undefined && startMs <= firstMs;
    return isDeferred
      ? { session, ms: firstMs, after: slotNumber }
      : { session, ms: startMs, after: 0 };
  });
  return order.sort((a, b) => a.ms - b.ms || a.after - b.after).map(({ session }) => session);
}

function talkOf({ submissionId, title }: Session): string {
  return submissionId ?? title;
}

/** `YYYY-MM-DD` of the day that an instant belongs to. */
export function dayOf(ms: number, zone: string): string {
  return zonedTime(ms, zone)
    .toPlainDateTime()
    .subtract({ hours: firstHour })
    .toPlainDate()
    .toString();
}

/** When a day starts and ends, in milliseconds since 1970. */
export function dayBounds(
  date: string,
  zone: string,
): { readonly startMs: number; readonly endMs: number } {
  const day = Temporal.PlainDate.from(date);
  const changeOn = (date: Temporal.PlainDate) =>
    date.toZonedDateTime({ timeZone: zone, plainTime: new Temporal.PlainTime(firstHour) })
      .epochMilliseconds;
  return { startMs: changeOn(day), endMs: changeOn(day.add({ days: 1 })) };
}

const collator = new Intl.Collator('en', { numeric: true });

/** As people sort: numbers by value; accents and case count least. */
export function byName(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : Number(a > b));
}

function earlierFirst(a: Session, b: Session): number {
  return (
    a.startMs - b.startMs || byName(a.room, b.room) || a.endMs - b.endMs || byName(a.title, b.title)
  );
}

/** A room with the name by which it is shown, and its place among all rooms. */
interface NamedRoom {
  readonly name: string;
  readonly index: number;
}

/** @param rooms by their folded labels */
function layOut(
  date: string,
  terms: {
    readonly zone: string;
    readonly rooms: ReadonlyMap<string, NamedRoom>;
    readonly allRooms: string | undefined;
  },
  sessions: readonly Session[],
): Day {
  const { zone, rooms, allRooms } = terms;
  const starts = sessions.map(({ startMs }) => startMs);
  const untilMs = sessions.reduce((last, { startMs, endMs }) => Math.max(last, startMs, endMs), 0);
  const ends = sessions.map(({ endMs }) => endMs).filter((ms) => ms < untilMs);
  const slots = [...new Set([...starts, ...ends])].sort((a, b) => a - b);
  const isAcross = acrossIn(sessions);
  const cells = sessions.map((session) => cellOf(session, slots));
  const inRooms = cells.flatMap((cell) => {
    const { session } = cell;
    const keys = isAcross(session) ? [] : new Set(roomLabels(session, allRooms).map(foldKey));
    return Array.from(keys, (key) => ({ key, cell }));
  });
  const byRoom = grouped(inRooms, ({ key }) => key);
  const roomOf = (key: string) => rooms.get(key) ?? { name: key, index: rooms.size };
  return {
    date,
    ...dayBounds(date, zone),
    slots,
    untilMs,
    rooms: Array.from(byRoom, ([key, inRoom]) => ({ inRoom, ...roomOf(key) }))
      .sort((a, b) => a.index - b.index)
      .map(({ name, inRoom }) => ({ name, lanes: lanesOf(inRoom.map(({ cell }) => cell)) })),
    across: cells.filter(({ session }) => isAcross(session)),
  };
}

/**
 * Which breaks extend across all rooms: those in several, during which nothing else takes place.
 */
function acrossIn(sessions: readonly Session[]): (session: Session) => boolean {
  const mayBe = (session: Session) =>
    isInNoRoom(session) || (session.isBreak === true && roomsOf(session).length > 1);
  const isAlone = aloneIn(sessions);
  const across = new Set(sessions.filter((session) => mayBe(session) && isAlone(session)));
  return (session) => across.has(session);
}

function cellOf(session: Session, slots: readonly number[]): TimetableCell {
  const indexOf = (ms: number) => firstFrom(slots, ms, (slotMs) => slotMs);
  const slot = indexOf(session.startMs);
  return { session, slot, span: Math.max(1, indexOf(session.endMs) - slot) };
}

/** Puts each session into the first free lane. @param cells in the order of their slots */
function lanesOf(cells: readonly TimetableCell[]): TimetableCell[][] {
  const lanes: TimetableCell[][] = [];
  /** The indexes of the lanes that a slot frees. */
  const freedBy = new Map<number, number[]>();
  /** The indexes of the free lanes, the first one last. */
  const free: number[] = [];
  let next = 0;
  for (const cell of cells) {
    const isNewSlot = next <= cell.slot;
    for (; next <= cell.slot; next++) for (const index of freedBy.get(next) ?? []) free.push(index);
    if (isNewSlot) free.sort((a, b) => b - a);
    const index = free.pop() ?? lanes.length;
    const lane = lanes[index] ?? [];
    lane.push(cell);
    lanes[index] = lane;
    const end = cell.slot + cell.span;
    const freed = freedBy.get(end);
    if (freed === undefined) freedBy.set(end, [index]);
    else freed.push(index);
  }
  return lanes;
}
