// Writes a file of rooms from the sessions of a schedule: the periods in which their rooms are open. Pure.
import { roomsFileColumns } from '../../../columns/own-output.ts';
import { foldKey } from '../../../contract/key.ts';
import { csvText, guard } from '../../../files/csv-write.ts';
import { readEnd, readTime } from '../../dates/read-time.ts';
import { localText, toRfc3339 } from '../../dates/zoned-time.ts';
import { dayOf, inOrder } from '../../export/grid.ts';
import { grouped } from '../../grouped.ts';
import { isInRooms, roomsOf, type Session } from '../../session.ts';
import { complement, type Intervals, intersect, subtract, union } from '../intervals.ts';

/** When a room is open; sorted, in milliseconds since 1970. */
export interface OpenRoom {
  readonly room: string;
  readonly open: Intervals;
  readonly capacity?: number | undefined;
}

/**
 * Each room is open from its first session of a day to its last one, except in the breaks that all rooms of the day
 * have, and in gaps of half an hour or more in which no room has a session.
 * @param zone IANA name, or an offset
 */
export function openRooms(sessions: readonly Session[], zone: string): readonly OpenRoom[] {
  const names = new Map<string, string>();
  const ordered = inOrder(sessions);
  const days = grouped(ordered, ({ startMs }) => dayOf(startMs, zone));
  for (const room of ordered.flatMap(talkRooms)) if (!names.has(foldKey(room))) names.set(foldKey(room), room);
  const byDay = [...days.values()].map(openOnDay);
  return [...names].map(([key, room]) => ({ room, open: union(byDay.flatMap((open) => open.get(key) ?? [])) }));
}

const shortestGapMs = 30 * 60_000;

function openOnDay(sessions: readonly Session[]): ReadonlyMap<string, Intervals> {
  const rooms = [...new Set(sessions.flatMap(talkRooms).map(foldKey))];
  const timesIn = (room: string, wanted: (session: Session) => boolean) =>
    union(sessions.filter((each) => wanted(each) && isInRooms(each, [room])).map(timesOf));
  const talks = new Map(rooms.map((room) => [room, timesIn(room, isTalk)]));
  const isBreak = (session: Session) => session.isBreak === true;
  const breaks = rooms.map((room) => timesIn(room, isBreak)).reduce((all, own) => intersect(all, own), rest([]));
  const gaps = rest([...talks.values()].flat()).filter(({ from, to }) => to - from >= shortestGapMs);
  return new Map(
    [...talks].map(([room, own]) => {
      const whole = { from: own[0]?.from ?? 0, to: own.at(-1)?.to ?? 0 };
      // A talk of the room may be during a break of the others.
      return [room, union([...subtract([whole], [...breaks, ...gaps]), ...own])] as const;
    }),
  );
}

function rest(intervals: Intervals): Intervals {
  return complement(union(intervals));
}

function timesOf({ startMs, endMs }: Session) {
  return { from: startMs, to: endMs };
}

function isTalk({ isBreak }: Session): boolean {
  return isBreak !== true;
}

function talkRooms(session: Session): readonly string[] {
  return isTalk(session) ? roomsOf(session) : [];
}

/**
 * The file, in order of days, with columns for what its author adds.
 * @param hasLocalTimes whether a reader of the file knows the zone, so that times need no offset
 */
export function roomsFileText(
  rooms: readonly OpenRoom[],
  { zone, hasLocalTimes }: { readonly zone: string; readonly hasLocalTimes: boolean },
): string {
  const time = { timeZone: zone, dateOrder: undefined };
  const startText = (ms: number) => {
    const text = minuteText(ms, zone);
    const reading = hasLocalTimes ? readTime(text, time) : undefined;
    // The clocks may show a local time twice.
    return reading?.ok && reading.ms === ms ? text : toRfc3339(ms, zone);
  };
  const endText = (ms: number, startMs: number) => {
    const [day, clock = ''] = minuteText(ms, zone).split(' ');
    const isSameDay = minuteText(startMs, zone).startsWith(`${day} `);
    const reading = hasLocalTimes && isSameDay ? readEnd(clock, startMs, time) : undefined;
    return reading?.ok && reading.ms === ms ? clock : startText(ms);
  };
  const rows = rooms
    .flatMap(({ open, ...room }, order) =>
      open.map(({ from, to }) => ({ ...room, from, to, order, day: dayOf(from, zone) })),
    )
    .toSorted((a, b) => (a.day === b.day ? a.order - b.order || a.from - b.from : a.day < b.day ? -1 : 1))
    .map(({ room, from, to, capacity = '' }) => {
      return [guard(room), startText(from), endText(to, from), String(capacity), '', '', ''];
    });
  return csvText([roomsFileColumns, ...rows]);
}

function minuteText(ms: number, zone: string): string {
  return localText(ms, zone).slice(0, 16).replace('T', ' ');
}
