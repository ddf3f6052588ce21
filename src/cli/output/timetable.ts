// A timetable as a terminal shows it, one day after another: as a grid where it fits, else as a list. Pure.
import { foldKey } from '../../contract/key.ts';
import type { Clash } from '../../schedule/clashes.ts';
import { type Day, gridOf } from '../../schedule/export/grid.ts';
import type { Session } from '../../schedule/session.ts';
import type { Paints } from './style.ts';
import { toLine } from './terminal-text.ts';
import { gridLines, hasRoomForGrid } from './timetable-grid.ts';
import { listLines } from './timetable-list.ts';
import { sessionText } from './timetable-words.ts';
import { wrapToWidth } from './width.ts';

/** What is shown: of these sessions those on these days (`2026-05-02`) and in these rooms; all where none are named. */
export interface TimetableView {
  readonly sessions: readonly Session[];
  /** Of these sessions; those of a clash are marked. */
  readonly clashes: readonly Clash[];
  /** As the IANA database names it; days and times are local there. */
  readonly zone: string;
  readonly days?: readonly string[] | undefined;
  /** Compared without case, as where clashes are looked for. */
  readonly rooms?: readonly string[] | undefined;
}

/**
 * Each day under its heading; empty where there is nothing to show.
 * @param width in terminal columns, kept to from 40 on; Infinity, for a pipe, is as broad as reads well
 */
export function timetableText(view: TimetableView, style: Paints, width: number): string {
  const { zone, days, rooms } = view;
  const chosen = rooms && new Set(rooms.map(foldKey));
  const sessions = view.sessions.filter(({ room }) => chosen?.has(foldKey(room)) ?? true);
  const clashing = new Set(view.clashes.flatMap((clash) => clash.sessions));
  return gridOf({ sessions, zone })
    .days.filter(({ date }) => days?.includes(date) ?? true)
    .map((day) => dayText(day, zone, clashing, style, width))
    .join('\n');
}

function dayText(day: Day, zone: string, clashing: ReadonlySet<Session>, style: Paints, width: number): string {
  const words = sessionText(day.date, zone, clashing);
  const linesOf = hasRoomForGrid(day, words, width) ? gridLines : listLines;
  const sessions = day.rooms.flatMap(({ lanes }) => lanes.flat().map(({ session }) => session));
  return `${[
    ...wrapToWidth(`${dateText(day.date)} (${toLine(zone)})`, width).map(style.bold),
    '',
    ...linesOf(day, words, style, width),
    ...(sessions.some(words.isClashing) ? ['', ...wrapToWidth(legend, width).map(style.red)] : []),
  ].join('\n')}\n`;
}

const legend = '! clashes with another: see plenary sessions check';

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `Saturday, 2 May 2026`: put together here, since versions of the locale's data differ about the comma. */
function dateText(day: string): string {
  const at = Date.parse(day);
  return `${weekday.format(at)}, ${date.format(at)}`;
}
