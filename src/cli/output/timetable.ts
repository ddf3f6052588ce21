// Owns a timetable as a terminal shows it, day after day: as a grid if it fits, else as a list.
// Pure.
import { type Day, gridOf, roomLabel, sessionsOf } from '../../schedule/export/timetable.ts';
import type { Session } from '../../schedule/session.ts';
import type { Paints } from './style.ts';
import { recordTable } from './table.ts';
import { toLine } from './terminal-text.ts';
import {
  gridLines,
  hasRoomForGrid,
  type Screen,
  type SessionText,
  sessionText,
} from './timetable-grid.ts';
import { wrapToWidth } from './width.ts';

export interface TimetableView {
  readonly sessions: readonly Session[];
  /** The sessions to mark as clashing. */
  readonly clashing: ReadonlySet<Session>;
  /** IANA name; days and times are local in this zone. */
  readonly zone: string;
}

/**
 * Each day under its heading; empty if there is nothing to show.
 * @param width in terminal columns; lines may be longer if it is below 40
 */
export function timetableText(view: TimetableView, style: Paints, width: number): string {
  return gridOf(view)
    .days.map((day) => dayText(day, view, { style, width }))
    .join('\n');
}

function dayText(day: Day, { zone, clashing }: TimetableView, screen: Screen): string {
  const { style, width } = screen;
  const words = sessionText(day.date, zone, clashing);
  const linesOf = hasRoomForGrid(day, words, width) ? gridLines : listLines;
  const sessions = sessionsOf(day);
  return `${[
    ...wrapToWidth(`${dateText(day.date)} (${toLine(zone)})`, width).map(style.bold),
    '',
    ...linesOf(day, words, screen),
    ...(sessions.some(words.isClashing) ? ['', ...wrapToWidth(legend, width).map(style.red)] : []),
  ].join('\n')}\n`;
}

const legend = '! clashes with another session';

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });
const date = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `Saturday, 2 May 2026`: joined here, because versions of the locale data differ in the comma. */
function dateText(day: string): string {
  const at = Date.parse(day);
  return `${weekday.format(at)}, ${date.format(at)}`;
}

/** For widths that are too narrow for a grid, and for many rooms. */
function listLines(day: Day, words: SessionText, { style, width }: Screen): readonly string[] {
  const rows = sessionsOf(day).map((session) => ({
    time: words.span(session),
    room: roomLabel(session),
    session: [words.title(session), words.people(session)].filter(Boolean).join(' — '),
    track: words.track(session),
  }));
  const columns = [
    'time',
    'room',
    'session',
    ...(rows.some(({ track }) => track !== '') ? ['track'] : []),
  ];
  return recordTable(rows, columns, { width, bold: style.bold }).trimEnd().split('\n');
}
