// Owns `sessions autoplace --init`: where the rooms and their open periods come from, and the file that is written.
import { canonicalZone } from '../../../../contract/time-zone.ts';
import { UsageError } from '../../../../errors.ts';
import { openRooms, roomsFileText } from '../../../../schedule/autoplace/files/rooms-of-schedule.ts';
import { readAlone } from '../../../../schedule/file-alone.ts';
import { trimAssumedEnds } from '../../../../schedule/session.ts';
import { fetchPlacedSubmissions, isCalledOff, toSession } from '../../../../schedule/submissions.ts';
import type { Context } from '../../../context.ts';
import { refuseFlags } from '../../../flags.ts';
import { write } from '../../../io.ts';
import { outputText } from '../../../output/terminal-text.ts';
import { amount } from '../../../output/text.ts';
import { checkWritable, isRegularFile, isSameFile, openSink, usingSink } from '../../../user-files.ts';
import { usualClock } from '../../usual-clock.ts';
import { type FileFlags, loadTalks } from '../schedule-file.ts';
import { askRooms } from './ask-rooms.ts';

interface FileArgument {
  readonly file: string | undefined;
}

interface InitFlags extends FileFlags {
  readonly out: string;
  /** In milliseconds. */
  readonly defaultDuration: number;
}

/** @throws {PlenaryError} if nothing specifies the rooms, and for a file that would be overwritten */
export async function initRooms(context: Context<InitFlags>, { file }: FileArgument): Promise<void> {
  const { io, flags, typed } = context;
  refuseFlags(typed, searchFlags, 'cannot be used with --init');
  const out = flags.out === '-' ? undefined : flags.out;
  if (out !== undefined) {
    await allowOverwriting(context, out, file);
    await checkWritable(io, out);
  }
  const isNew = out !== undefined && !isRegularFile(out);
  const { rooms, zone } = await findRooms(context, file);
  const { value: timeZone } = await context.setting('timezone');
  // Answers are local times, in the zone that the next command is given.
  const hasLocalTimes = timeZone !== undefined || zone === undefined;
  const text = roomsFileText(rooms, { zone: zone ?? timeZone ?? 'UTC', hasLocalTimes });
  // Somebody may have written it while the questions were answered.
  if (isNew) await allowOverwriting(context, out, file);
  await usingSink(out === undefined ? undefined : await openSink(io, out), async (sink) => {
    await (sink === undefined ? write(io.stdout, outputText(io.stdout, text)) : sink.write(text));
  });
  const periods = rooms.reduce((sum, { open }) => sum + open.length, 0);
  const counts = `${amount(rooms.length, 'room')} with ${amount(periods, 'open period')}`;
  await context.notice(
    `${counts}${out === undefined ? '' : ` written to ${out}`}. Edit the periods; capacity (seats), has (equipment), only (formats or tracks) and walking (minutes) may stay empty.`,
  );
}

const searchFlags = 'roomsFile peopleFile keep effort time steps seed why status turnaround'.split(' ');

/** @throws {UsageError} for a schedule file, and for another file that the user does not want to replace */
async function allowOverwriting(context: Context, out: string, schedule: string | undefined): Promise<void> {
  if (schedule !== undefined && isSameFile(schedule, out)) {
    throw new UsageError(`--out would overwrite ${schedule}`, { fix: 'choose another file for --out' });
  }
  if (!isRegularFile(out) || context.global.yes === true) return;
  if (context.interactive) {
    const { askConfirmation } = await import('../../../ask.ts');
    if (await askConfirmation(context, `Replace ${out}?`, { enter: false })) return;
  }
  throw new UsageError(`${out} exists already; nothing was written`, {
    fix: 'choose another file for --out, or pass --yes to replace it',
  });
}

/**
 * The rooms of the schedule file; else those of the event; else those of the answers.
 * @returns `zone` is undefined for local times in the zone of the settings, if there is one
 */
async function findRooms(context: Context<InitFlags>, file: string | undefined) {
  const found = (await placedInFile(context, file)) ?? (await placedInEvent(context));
  if (found !== undefined) {
    const { value: timeZone } = await context.setting('timezone');
    const zone = timeZone === undefined ? await usualClock(context, found.starts) : canonicalZone(timeZone);
    return { rooms: openRooms(found.sessions, zone), zone };
  }
  if (context.interactive) return { rooms: await askRooms(context), zone: undefined };
  throw new UsageError('no schedule has rooms and starts, and there is no terminal to ask for them', {
    fix: 'pass a schedule file whose talks have rooms and starts, or an event with placed sessions (--event); or write the file of rooms by hand, with the columns room, start and end',
  });
}

/** With the starts as they are written, RFC 3339. Undefined without a file, or if no talk of it has a room and a start. */
async function placedInFile(context: Context<InitFlags>, path: string | undefined) {
  if (path === undefined) return undefined;
  const { rows } = await loadTalks(context, path);
  const { sessions, starts } = readAlone(rows, context.flags.defaultDuration);
  // A slot without a session is open.
  const placed = [...sessions];
  return placed.every(({ isBreak }) => isBreak === true) ? undefined : { sessions: placed, starts };
}

/** The same for the event. Undefined without one, or if no session of it is placed. */
async function placedInEvent(context: Context<InitFlags>) {
  const { value: event } = await context.setting('event');
  if (event === undefined) return undefined;
  const { value: timeZone } = await context.setting('timezone');
  const client = await context.client();
  const placed = (await fetchPlacedSubmissions(client, { event, timeZone })).filter((each) => !isCalledOff(each));
  const sessions = trimAssumedEnds(placed.flatMap((each) => toSession(each, context.flags.defaultDuration) ?? []));
  if (sessions.length === 0) return undefined;
  return { sessions, starts: placed.flatMap(({ placement }) => placement?.start ?? []) };
}
