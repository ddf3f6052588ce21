// Owns a day of a timetable as a grid: rooms across, times down. A row begins at each start or end
// of a session, and is as high as its content needs, so that a gap takes one line, however long it
// is.
import { clockTime, localDay } from '../../columns/dates/zoned-time.ts';
import { grouped } from '../../contract/grouped.ts';
import {
  type Day,
  type RoomOfDay,
  roomLabel,
  type TimetableCell,
} from '../../schedule/export/timetable.ts';
import { isInNoRoom, type Session } from '../../schedule/session.ts';
import { cellLine } from './cell-text.ts';
import type { Paints } from './style.ts';
import { type Column, sideBySide, widestOf, wrapToWidth } from './width.ts';

/** Where a timetable is shown. */
export interface Screen {
  readonly style: Paints;
  /** In terminal columns. */
  readonly width: number;
}

/**
 * The texts of a session, here and in a list, without the control characters of the service's
 * texts.
 */
export type SessionText = ReturnType<typeof sessionText>;

/** @param date the day under which the sessions are shown, such as `2026-05-02` */
export function sessionText(date: string, zone: string, clashing: ReadonlySet<Session>) {
  const isClashing = (session: Session) => clashing.has(session);
  const time = (ms: number) => {
    const daysLater = (Date.parse(localDay(ms, zone)) - Date.parse(date)) / dayMs;
    return daysLater > 0 ? `${clockTime(ms, zone)} +${daysLater}` : clockTime(ms, zone);
  };
  return {
    isClashing,
    /** `09:00`, or `00:30 +1` on the next day. */
    time,
    /** Begins with a mark if the session clashes. */
    title: (session: Session) => `${isClashing(session) ? '! ' : ''}${cellLine(session.title)}`,
    /** The names of all people on stage; empty if unknown. */
    people: ({ people }: Session) =>
      people
        .map(({ name }) => cellLine(name))
        .filter(Boolean)
        .join(', '),
    /** Begins with a mark; empty without a track. */
    track: ({ track }: Session) => (track ? `● ${cellLine(track)}` : ''),
    /** `09:00–09:45`. */
    span: ({ startMs, endMs }: Session) => `${clockTime(startMs, zone)}–${time(endMs)}`,
  };
}

const dayMs = 86_400_000;

const narrowestTerminal = 60;
const mostRooms = 12;
const narrowestLane = 14;
const broadestLane = 44;
const usualTitleLines = 3;
const mostNameLines = 2;
const gap = ' ';
/** The line at the left of a session, and a space. */
const edge = 2;

export function hasRoomForGrid(day: Day, words: SessionText, width: number): boolean {
  return (
    width >= narrowestTerminal &&
    day.rooms.length <= mostRooms &&
    laneWidth(day, words, width) >= narrowestLane
  );
}

export function gridLines(
  day: Day,
  words: SessionText,
  { style, width }: Screen,
): readonly string[] {
  const lane = laneWidth(day, words, width);
  const draw: Draw = (session, height) =>
    sessionLines(session, words, { style, width: lane - edge, height });
  const times = rowTimes(day);
  const lanes = day.rooms.flatMap((room) => room.lanes);
  const tops = rowTops(times.length, lanes.flat(), draw);
  const starts = new Set([...lanes.flat(), ...day.across].map(({ slot }) => slot));
  const labels = times.flatMap((ms, row) => {
    const label = starts.has(row) ? words.time(ms) : style.dim(words.time(ms));
    return [label, ...blank(topOf(tops, row + 1) - topOf(tops, row) - 1)];
  });
  const timeWidth = timesWidth(day, words);
  const body = sideBySide(gap, [
    { width: timeWidth, lines: labels },
    ...lanes.map((cells) => ({ width: lane, lines: laneLines(cells, tops, draw) })),
  ]);
  // Nothing else takes place during a break across all rooms, so its line is free.
  const breaks = new Map(day.across.map(({ session, slot }) => [topOf(tops, slot), session]));
  return [
    ...sideBySide(gap, [{ width: timeWidth, lines: [] }, ...headings(day.rooms, lane, style)]),
    ...body.map((line, at) => {
      const session = breaks.get(at);
      if (session === undefined) return line;
      const [title = ''] = wrapToWidth(
        acrossText(session, words),
        width - timeWidth - gap.length,
        1,
      );
      return sideBySide(gap, [
        { width: timeWidth, lines: labels.slice(at, at + 1) },
        { width: width - timeWidth, lines: [style.dim(title)] },
      ]).join('');
    }),
  ];
}

/** `── Lunch ──`, with its rooms if they are known. */
function acrossText(session: Session, words: SessionText): string {
  const rooms = isInNoRoom(session) ? '' : ` (${cellLine(roomLabel(session))})`;
  const named = [words.title(session), words.people(session)].filter(Boolean).join(', ');
  return `── ${named}${rooms} ──`;
}

/** The lines of a session, at least `height` of them. */
type Draw = (session: Session, height: number) => readonly string[];

function laneWidth(day: Day, words: SessionText, width: number): number {
  const lanes = day.rooms.reduce((sum, room) => sum + room.lanes.length, 0);
  return Math.min(broadestLane, Math.floor((width - timesWidth(day, words)) / lanes) - gap.length);
}

function timesWidth(day: Day, words: SessionText): number {
  return widestOf(rowTimes(day).map(words.time)) + gap.length;
}

function rowTimes({ slots, untilMs }: Day): readonly number[] {
  return [...slots, untilMs];
}

/**
 * The line at which each row begins, then the total number of lines. A session that needs more
 * lines than its rows have makes its last row higher.
 */
function rowTops(rows: number, cells: readonly TimetableCell[], draw: Draw): readonly number[] {
  const tops = [0];
  const byEnd = grouped(cells, ({ slot, span }) => slot + span);
  for (let row = 0; row < rows; row += 1) {
    let top = topOf(tops, row) + 1;
    for (const { session, slot } of byEnd.get(row + 1) ?? [])
      top = Math.max(top, topOf(tops, slot) + draw(session, 0).length);
    tops.push(top);
  }
  return tops;
}

function topOf(tops: readonly number[], row: number): number {
  return tops[row] ?? 0;
}

function laneLines(
  lane: readonly TimetableCell[],
  tops: readonly number[],
  draw: Draw,
): readonly string[] {
  const lines: string[] = [];
  for (const { session, slot, span } of lane) {
    const top = topOf(tops, slot);
    while (lines.length < top) lines.push('');
    for (const line of draw(session, topOf(tops, slot + span) - top)) lines.push(line);
  }
  return lines;
}

/**
 * Title, speakers and track beside a line from start to end. The title gets spare lines first, then
 * the speakers.
 * @param height the least number of lines
 */
function sessionLines(
  session: Session,
  words: SessionText,
  { style, width, height }: Screen & { readonly height: number },
): readonly string[] {
  const wrap = (text: string, most: number) => (text === '' ? [] : wrapToWidth(text, width, most));
  const track = wrap(words.track(session), 1);
  const leastPeople = wrap(words.people(session), 1);
  const title = wrap(
    words.title(session),
    Math.max(usualTitleLines, height - track.length - leastPeople.length),
  );
  const people = wrap(words.people(session), Math.max(1, height - track.length - title.length));

  const hue = style.hue(session.track);
  const bar = words.isClashing(session) ? style.red : hue;
  const lines = [...title.map(style.bold), ...people, ...track.map(hue)];
  const length = Math.max(height, lines.length, 1);
  return Array.from({ length }, (_, line) => `${bar(barAt(line, length))} ${lines[line] ?? ''}`);
}

function barAt(line: number, length: number): string {
  if (length === 1) return '╶';
  if (line === 0) return '┌';
  return line === length - 1 ? '└' : '│';
}

/** Each room's name above a rule as wide as its lanes. */
function headings(rooms: readonly RoomOfDay[], lane: number, style: Paints): readonly Column[] {
  const widthOf = ({ lanes }: RoomOfDay) => lanes.length * (lane + gap.length) - gap.length;
  const names = rooms.map((room) => wrapToWidth(cellLine(room.name), widthOf(room), mostNameLines));
  const height = Math.max(...names.map((lines) => lines.length));
  return rooms.map((room, index) => {
    const name = names[index] ?? [];
    const rule = style.dim('─'.repeat(widthOf(room)));
    return {
      width: widthOf(room),
      lines: [...blank(height - name.length), ...name.map(style.bold), rule],
    };
  });
}

function blank(count: number): readonly string[] {
  return Array.from({ length: count }, () => '');
}
