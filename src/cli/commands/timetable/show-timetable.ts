// Owns `timetable show`, from the flags to the output. Must not know how a timetable is drawn.

import type { NamedItem } from '../../../client/event-lists.ts';
import { toRfc3339 } from '../../../columns/dates/zoned-time.ts';
import { listText } from '../../../contract/amount.ts';
import type { DocumentOf } from '../../../contract/document.ts';
import { foldKey } from '../../../contract/key.ts';
import { PlenaryError } from '../../../errors.ts';
import { clashingSessions } from '../../../schedule/clashes/find-clashes.ts';
import { inOrder } from '../../../schedule/export/timetable.ts';
import { roomsOf, type Session } from '../../../schedule/session.ts';
import type { Context } from '../../context.ts';
import type { timetable } from '../../documents.ts';
import type { ClashFlags } from '../../flag-sets.ts';
import { write } from '../../io.ts';
import { nextCommand, typedFlags } from '../../output/next-command.ts';
import { oneBatch, printRecords } from '../../output/records.ts';
import { toLine } from '../../output/terminal-text.ts';
import { type TimetableView, timetableText } from '../../output/timetable.ts';
import { sharedRoomsFor } from '../sessions/clash-options.ts';
import {
  narrow,
  noticeAssumedEnds,
  noticeCalledOff,
  noticeNothing,
  readTimetable,
  type TimetableFlags,
} from './sessions.ts';

/** A grid or a list for people; the sessions in order for scripts. */
export async function showTimetable(
  context: Context<TimetableFlags & Pick<ClashFlags, 'sharedRoom' | 'roomsFile'>>,
): Promise<void> {
  const { flags } = context;
  const sharedRooms = await sharedRoomsFor(context);
  const timetable = await readTimetable(context);
  await noticeCalledOff(context, 'Left out', timetable.calledOff);
  const view = {
    sessions: narrow(flags, timetable),
    // A session clashes whether the other one is shown or not.
    clashing: clashingSessions(timetable.sessions, { turnaroundMs: 0, sharedRooms }),
    zone: timetable.zone,
  };
  if (view.sessions.length === 0) await noticeNothing(context, timetable.sessions);
  if ((await context.format()) !== 'table') return printSessions(context, view);
  await printTable(context, view);
  await noticeEmptyRooms(context, view.sessions);
}

/** A grid or a list for people. */
async function printTable(context: Context<TimetableFlags>, view: TimetableView): Promise<void> {
  const { io, style, typed } = context;
  if (view.sessions.length === 0) return;
  const { isTTY, columns } = io.stdout;
  const text = timetableText(view, style.stdout, isTTY === true ? columns || 80 : widthOfPipe);
  await write(io.stdout, text);
  if (view.clashing.size > 0) {
    const flags = [...typed.keys()].filter((name) => !notForCheck.includes(name));
    const command = `plenary sessions check${typedFlags(context, flags)}`;
    await context.notice(`To list the clashes: ${nextCommand(command, context.serviceFlags)}`);
  }
  await noticeAssumedEnds(context, view.sessions);
}

/**
 * They are free, and a table does not show them. With other flags than days, sessions of other
 * rooms are left out.
 */
async function noticeEmptyRooms(
  context: Context<TimetableFlags>,
  sessions: readonly Session[],
): Promise<void> {
  if (context.global.quiet) return;
  const { rooms, track, speaker } = context.flags;
  if (rooms.length + track.length + speaker.length > 0) return;
  if ((await context.event()) === undefined) return;
  const listed = await roomsOrNone(context);
  const used = new Set(sessions.flatMap((session) => roomsOf(session)).map(foldKey));
  const empty = listed.filter(({ name }) => !used.has(foldKey(name)));
  if (empty.length === 0) return;
  const names = listText(
    empty.map(({ name }) => name),
    shownRooms,
  );
  await context.notice(toLine(`Rooms of the event without a session here: ${names}.`));
}

/** The timetable is complete without this list: what keeps it from being read is no error. */
async function roomsOrNone(context: Context): Promise<readonly NamedItem[]> {
  try {
    return (await (await context.eventLists()).rooms()) ?? [];
  } catch (error) {
    if (!(error instanceof PlenaryError)) throw error;
    context.io.stopped.throwIfAborted();
    return [];
  }
}

const shownRooms = 50;

const notForCheck: readonly string[] = ['day', 'rooms', 'track', 'speaker', 'event'];

/** The sessions in order of time, for scripts. */
async function printSessions(context: Context, { sessions, zone }: TimetableView): Promise<void> {
  const records: DocumentOf<typeof timetable> = inOrder(sessions).map(
    ({ submissionId, title, startMs, endMs, isDurationAssumed, people, track, ...session }) => ({
      id: submissionId ?? null,
      title,
      room: roomsOf(session).join('; '),
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
