// Small timetables in Berlin's summer time, and their text in a terminal.
import type { OutputStream } from '../../src/cli/io.ts';
import { createStyle } from '../../src/cli/output/style.ts';
import { type TimetableView, timetableText } from '../../src/cli/output/timetable.ts';
import { clashingSessions } from '../../src/schedule/clashes/find-clashes.ts';
import type { Session } from '../../src/schedule/session.ts';

const zone = 'Europe/Berlin';
/** The output of `timetable show`, with clashes. */
export function timetableOutput(
  view: Pick<TimetableView, 'sessions'>,
  width: number,
  style = styleOf(false),
): string {
  const clashing = clashingSessions(view.sessions, { turnaroundMs: 0, sharedRooms: [] });
  return timetableText({ ...view, clashing, zone }, style, width);
}

export function sessionAt(
  start: string,
  end: string,
  room: string,
  title: string,
  names: readonly string[] = [],
  track?: string,
  day = '2026-05-02',
  endDay = day,
): Session {
  return {
    title,
    room,
    startMs: instant(day, start),
    endMs: instant(endDay, end),
    isDurationAssumed: false,
    people: names.map((name) => ({ name })),
    track,
  };
}

export function instant(day: string, time: string): number {
  return Date.parse(`${day}T${time}:00+02:00`);
}

export function styleOf(isTTY: boolean) {
  const output = { isTTY } as OutputStream;
  return createStyle({ stdout: output, stderr: output, env: {} }, true).stdout;
}
