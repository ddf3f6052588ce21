// Owns `timetable show`, from the flags to the output. Must not know how a timetable is drawn.
import { foldKey } from '../../../contract/key.ts';
import { UsageError } from '../../../errors.ts';
import { clashingSessions } from '../../../schedule/clashes.ts';
import { toRfc3339 } from '../../../schedule/dates/zoned-time.ts';
import { dayOf, gridOf, inOrder } from '../../../schedule/export/grid.ts';
import { isInRooms, roomsOf } from '../../../schedule/session.ts';
import type { Context } from '../../context.ts';
import { write } from '../../io.ts';
import { nextCommand, typedFlags } from '../../output/next-command.ts';
import { oneBatch, printRecords } from '../../output/records.ts';
import { type TimetableView, timetableText } from '../../output/timetable.ts';
import { noticeAssumedEnds, readTimetable, type TimetableFlags } from './sessions.ts';

interface ShowFlags extends TimetableFlags {
  readonly day: readonly string[];
  readonly rooms: readonly string[];
  readonly sharedRoom: readonly string[];
}

/** A grid or a list for people; the sessions in order for scripts. */
export async function showTimetable(context: Context<ShowFlags>): Promise<void> {
  const { io, style } = context;
  const { day, rooms, sharedRoom } = context.flags;
  const { sessions, zone } = await readTimetable(context);
  if (sessions.length === 0 && (await context.format()) === 'table') return context.notice('No session is placed yet.');
  const grid = gridOf({ sessions, zone });
  const view = {
    sessions,
    clashing: clashingSessions(sessions, { turnaroundMs: 0, sharedRooms: sharedRoom }),
    zone,
    days: requireKnown(
      '--day',
      chosen(day)?.map(requireDate),
      grid.days.map(({ date }) => date),
    ),
    rooms: requireKnown(
      '--rooms',
      chosen(rooms)?.flatMap((names) => roomsIn(names, grid.rooms)),
      grid.rooms,
    ),
  };
  if ((await context.format()) !== 'table') return printSessions(context, view);
  const { isTTY, columns } = io.stdout;
  const text = timetableText(view, style.stdout, isTTY === true ? columns || 80 : widthOfPipe);
  if (text === '') return context.notice('No session is placed on these days in these rooms.');
  await write(io.stdout, text);
  if (view.clashing.size > 0) {
    const flags = [...context.typed.keys()].filter((name) => !['day', 'rooms', 'event'].includes(name));
    const command = `plenary sessions check${typedFlags(context, flags)}`;
    await context.notice(`To list the clashes: ${nextCommand(command, context.serviceFlags)}`);
  }
  await noticeAssumedEnds(context, sessions);
}

/** The sessions in order of time, for scripts. */
async function printSessions(context: Context, { sessions, days, rooms, zone }: TimetableView): Promise<void> {
  const shown = inOrder(sessions).filter(
    (session) =>
      (rooms === undefined || isInRooms(session, rooms)) && (days?.includes(dayOf(session.startMs, zone)) ?? true),
  );
  const records = shown.map(
    ({ submissionId, title, startMs, endMs, isDurationAssumed, people, track, ...session }) => ({
      submissionId: submissionId ?? null,
      title,
      room: roomsOf(session).join(', '),
      start: toRfc3339(startMs, zone),
      end: isDurationAssumed ? null : toRfc3339(endMs, zone),
      speakers: people.map(({ name }) => name).filter(Boolean),
      track: track ?? null,
      isBreak: session.isBreak === true,
    }),
  );
  await printRecords(context, oneBatch(records), { noun: 'sessions', defaultFields: [] });
}

/** Wide enough to read in a log; scripts use `--json`. */
const widthOfPipe = 120;

/** A room's own name may contain a comma. */
function roomsIn(names: string, known: readonly string[]): readonly string[] {
  return isAmong(known, names) ? [names] : names.split(',').map((name) => name.trim());
}

/** An unknown name is most likely misspelled. @throws {UsageError} */
function requireKnown<Names extends readonly string[] | undefined>(
  flag: string,
  names: Names,
  known: readonly string[],
): Names {
  const unknown = names?.find((name) => !isAmong(known, name));
  if (unknown === undefined) return names;
  throw new UsageError(`${flag} ${unknown}: no session matches`, { fix: `pass one of ${known.join(' | ')}` });
}

/** @throws {UsageError} */
function requireDate(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text;
  throw new UsageError(`--day ${text}: not a date`, { fix: 'write it as year-month-day, for example 2026-05-02' });
}

function isAmong(known: readonly string[], name: string): boolean {
  return known.some((each) => foldKey(each) === foldKey(name));
}

/** Without a choice, all are shown. */
function chosen(names: readonly string[]): readonly string[] | undefined {
  return names.length === 0 ? undefined : names;
}
