// Owns `timetable changes`, from the flags to the exit code: reads two states of a program, and
// saves what is announced. Must not know how they are compared.

import { existsSync } from 'node:fs';
import { changedColumns } from '../../../columns/own-output.ts';
import { amount, listText, plural } from '../../../contract/amount.ts';
import { canonicalZone } from '../../../contract/time-zone.ts';
import { ChangesPendingError, UsageError } from '../../../errors.ts';
import { csvText, guard } from '../../../files/csv-write.ts';
import { announcementText } from '../../../schedule/announced/announcement.ts';
import { changesBetween, type TalkChange } from '../../../schedule/announced/changes.ts';
import {
  type ConcernedRow,
  changesOfNobody,
  personRows,
} from '../../../schedule/announced/person-rows.ts';
import { namesOf } from '../../../schedule/announced/program.ts';
import { comparableBy } from '../../../schedule/announced/same-people.ts';
import type { Timetable } from '../../../schedule/export/timetable.ts';
import type { Context } from '../../context.ts';
import { refuseFlags } from '../../flags.ts';
import { toLine } from '../../output/terminal-text.ts';
import { ignoreWritten, isSameFile, openSink, type Sink } from '../../user-files.ts';
import type { FileFlags, ScheduleFlag } from '../sessions/schedule-file.ts';
import { printChanges } from './print-changes.ts';
import { nothingAnnounced, type ProgramState, serviceState, stateAt } from './program-states.ts';
import { zoneOf } from './sessions.ts';

type ChangesFlags = FileFlags &
  ScheduleFlag & {
    readonly announce: boolean;
    readonly out: string | undefined;
    readonly summary: 'markdown' | undefined;
    readonly detailedExitcode: boolean;
  };

/** @throws {ChangesPendingError} if something has changed, with `--detailed-exitcode` */
export async function showChanges(
  context: Context<ChangesFlags>,
  { old: oldPath, new: newPath }: Readonly<Record<'old' | 'new', string | undefined>>,
): Promise<void> {
  const { announce, out, detailedExitcode } = context.flags;
  const announced = await announcedFile(context, oldPath);
  refuseUnused(context, oldPath, newPath);
  refuseOverwriting(context, [oldPath, newPath, announced]);
  const sink = out === undefined ? undefined : await openSink(context.io, out, 0o600);
  const announcedSink = announce && announced ? await openSink(context.io, announced) : undefined;
  const working = newPath === undefined ? context : withoutService(context);
  const now = newPath === undefined ? await serviceState(working) : await stateAt(working, newPath);
  const old = await oldState(working, oldPath ?? announced);
  const zone = await shownZone(working, [now, old]);
  const changes = changesBetween(old.talks, now.talks);
  await printChanges(working, changes, zone);
  await noticeUnnamed(working, old, now);
  if (sink !== undefined) {
    const rows = personRows(changes, { zone, speakers: await now.speakers() });
    await writePeople(working, sink, rows);
    await noticeNobody(working, changes);
  }
  if (announcedSink !== undefined)
    await saveAnnounced(working, announcedSink, { sessions: now.sessions, zone });
  if (detailedExitcode && changes.length > 0) throw new ChangesPendingError('changes pending');
}

/** Two files need no service, which would be asked for the zone of its event. */
function withoutService(context: Context<ChangesFlags>): Context<ChangesFlags> {
  return { ...context, timeZone: async () => (await context.setting('timezone')).value };
}

/**
 * The name of `announced.json`, if the command reads or writes it.
 * @throws {UsageError} if there is no folder for it, or nothing to compare with
 */
async function announcedFile(
  context: Context<ChangesFlags>,
  oldPath: string | undefined,
): Promise<string | undefined> {
  const { announce } = context.flags;
  if (oldPath !== undefined) {
    refuseFlags(context.typed, ['announce'], {
      why: 'compares with what was announced, not with a file',
    });
    return undefined;
  }
  const folder = await context.folder();
  if (folder === undefined) {
    const what = announce ? 'nowhere to save what is announced' : 'nothing to compare with';
    throw new UsageError(`${what}: no folder of a program is used`, {
      fix: announce
        ? 'run the command in a folder that `plenary program pull` wrote, or pass --folder'
        : 'pass an earlier export, a schedule file or a folder, or run the command in the folder ' +
          'of a program',
    });
  }
  const { announced } = folder;
  if (announce || existsSync(announced)) return announced;
  throw new UsageError(`nothing was announced yet: ${announced} does not exist`, {
    fix: 'pass an earlier export, a schedule file or a folder, or announce the program as it is',
    next: [{ command: 'plenary timetable changes --announce' }],
  });
}

/** @throws {UsageError} for a flag without effect, and for one input that is to have both states */
function refuseUnused(
  { typed }: Context,
  oldPath: string | undefined,
  newPath: string | undefined,
): void {
  if (newPath !== undefined)
    refuseFlags(typed, ['schedule'], { why: 'adds to the service, and NEW is a file' });
  if (oldPath === '-' && newPath === '-') {
    throw new UsageError('standard input has one of the two states', {
      fix: 'pass a file for the other one',
    });
  }
}

/** @throws {UsageError} if `--out` is a file that is read */
function refuseOverwriting(
  { flags: { out, schedule } }: Context<ChangesFlags>,
  paths: readonly (string | undefined)[],
): void {
  const read = [...paths, schedule].flatMap((path) => (path === '-' ? [] : (path ?? [])));
  const same = out === undefined ? undefined : read.find((path) => isSameFile(out, path));
  if (same === undefined) return;
  throw new UsageError(`--out would overwrite ${same}`, {
    fix: 'choose another file for --out',
  });
}

async function oldState(
  context: Context<ChangesFlags>,
  path: string | undefined,
): Promise<ProgramState> {
  if (path !== undefined && (path === '-' || !context.flags.announce || existsSync(path)))
    return stateAt(context, path);
  await context.notice('Nothing was announced before, so that the whole program is new.');
  return nothingAnnounced;
}

/** Of the settings; else of one of the states; else the offset that most starts have. */
async function shownZone(context: Context, states: readonly ProgramState[]): Promise<string> {
  const named = states.flatMap(({ zone }) => zone ?? [])[0];
  if (named !== undefined && (await context.timeZone()) === undefined) return canonicalZone(named);
  return zoneOf(
    context,
    states.flatMap(({ starts }) => starts),
  );
}

/** A state that names nobody, and has no addresses to compare, says nothing about people. */
async function noticeUnnamed(
  context: Context,
  old: ProgramState,
  now: ProgramState,
): Promise<void> {
  if (comparableBy(old.talks, now.talks).addresses) return;
  const states = [old, now].filter(({ talks }) => talks.length > 0);
  const unnamed = states.filter(({ talks }) => {
    return talks.every(({ people }) => namesOf(people).length === 0);
  });
  const [state] = unnamed;
  if (state === undefined || unnamed.length === states.length) return;
  await context.notice(`People are not compared, because ${state.name} names nobody.`);
}

/** The table of people whom the changes concern. */
async function writePeople(
  context: Context<ChangesFlags>,
  sink: Sink,
  rows: readonly ConcernedRow[],
): Promise<void> {
  const cells = rows.map((row) => changedColumns.map((name) => guard(row[name])));
  const { out = '' } = context.flags;
  await ignoreWritten(context, out);
  await sink.write(csvText([changedColumns, ...cells]));
  await context.notice(`${amount(rows.length, 'row')} written to ${out}.`);
  await noticeWithoutAddress(context, rows);
}

/** Their talks are in no row of the table. */
async function noticeNobody(context: Context, changes: readonly TalkChange[]): Promise<void> {
  const { length } = changesOfNobody(changes);
  if (length === 0) return;
  const talks = amount(length, 'talk that has changed names', 'talks that have changed name');
  await context.notice(`${talks} nobody, and ${plural(length, 'has', 'have')} no row.`);
}

/** They get no letter, until somebody adds what is missing. */
async function noticeWithoutAddress(
  context: Context<ChangesFlags>,
  rows: readonly ConcernedRow[],
): Promise<void> {
  const { out = '' } = context.flags;
  const unknown = rows.filter(({ email }) => email === '').map(({ name }) => name);
  const names = [...new Set(unknown)];
  if (names.length === 0) return;
  const people = amount(names.length, 'person has', 'people have');
  const fix = 'Add them with `plenary speakers add` or in speakers.csv, and run the command again';
  const other = `or write their addresses into ${out}`;
  await context.notice(toLine(`${people} no address: ${listText(names)}. ${fix}; ${other}.`));
}

async function saveAnnounced(
  context: Context,
  sink: Sink,
  program: Pick<Timetable, 'sessions' | 'zone'>,
): Promise<void> {
  await sink.write(announcementText(program, await context.requiredEvent()));
  const { announced = '' } = (await context.folder()) ?? {};
  const sessions = amount(program.sessions.length, 'session');
  await context.notice(`${sessions} saved as announced: ${announced}.`);
}
