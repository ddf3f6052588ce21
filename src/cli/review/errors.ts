// Owns the error of a plan that cannot be sent: all reasons together, by the limits of the command.

import { basename } from 'node:path';
import { placeIn } from '../../changes/place.ts';
import { listFaults } from '../../columns/fault-list.ts';
import { amount, listText, plural, quoted } from '../../contract/amount.ts';
import type { FileResource } from '../../contract/endpoint.ts';
import { flagText, flagValue, shellWord } from '../../contract/escape.ts';
import type { InputFault, PlenaryError } from '../../errors.ts';
import type { EventRun } from '../../plans/event-run.ts';
import { type Refusal, refusalError } from '../../runs/refusal.ts';
import type { RunRow } from '../../runs/row.ts';
import { unknownFixes } from '../../schedule/match/unknown-rows.ts';
import { roomFix } from '../../schedule/plan/known-rooms.ts';
import { countFileRows, countUnreadable, type SchedulePlan } from '../../schedule/plan/plan.ts';
import type { ClashFlags } from '../flag-sets.ts';
import { clashRefusal, statusRefusal } from './clash-errors.ts';
import { type CommandName, commandText, readsFile } from './command-name.ts';
import { countChanges, type Plan, scheduleFaults } from './plan.ts';

/** What decides whether a plan may be sent. */
export interface PlanLimits {
  readonly failOn: ClashFlags['failOn'];
  /** How many records may change, of how many there are; all if undefined. */
  readonly maxChanges?: ((records: number) => number) | undefined;
  /** Whether rows that cannot be applied are skipped. */
  readonly allowPartial: boolean;
  /** Of the files of a folder. */
  readonly conflict?: Refusal | undefined;
  /** What else to do about faults in these files. */
  readonly fixesFor?: ((details: readonly InputFault[]) => readonly string[]) | undefined;
}

/** Why nothing may be sent: all reasons together. */
export function planError(plan: Plan, limits: PlanLimits): PlenaryError | undefined {
  const refusals = refusalsOf(plan, limits);
  const details = refusals.flatMap((refusal) => refusal.details);
  const moreFixes = [...(limits.fixesFor?.(details) ?? []), ...conflictFixes(plan, limits)];
  // The details of a single reason name its file.
  const namesFiles = plan.parts.length > 1 && refusals.length + moreFixes.length > 1;
  return refusalError(namesFiles ? refusals.map(withFiles) : refusals, moreFixes);
}

function refusalsOf(plan: Plan, limits: PlanLimits): readonly Refusal[] {
  const { run, subject } = plan;
  const { speakers, submissions, sessions } = run;
  const schedule = sessions?.schedule;
  const { allowPartial, failOn, conflict } = limits;
  return [
    conflict,
    // A conflict of the files is one of the records as well.
    ...[speakers, submissions].map((part) => {
      const refusal = part?.refusal();
      return conflict !== undefined && refusal?.kind === 'conflict' ? undefined : refusal;
    }),
    ...(schedule === undefined || allowPartial ? [] : rowsLeftOut(schedule, subject)),
    schedule && clashRefusal(schedule, failOn),
    statusRefusal(plan),
    // The same is true of sessions.
    allowPartial || conflict !== undefined ? undefined : movedSessions(plan),
    run.isResumed ? undefined : tooManyChanges(plan, limits.maxChanges),
  ].filter((refusal) => refusal !== undefined);
}

/** The problem with the files that have it: `1 of 2 rows is invalid (speakers.csv)`. */
function withFiles(refusal: Refusal): Refusal {
  const files = new Set(
    refusal.details.flatMap(({ file }) => (file === undefined ? [] : basename(file))),
  );
  if (files.size === 0) return refusal;
  return { ...refusal, problem: `${refusal.problem} (${listText([...files])})` };
}

/** Rows of a schedule that cannot be applied. */
function rowsLeftOut(schedule: SchedulePlan, subject: Plan['subject']) {
  return [
    unreadableRows(schedule, subject),
    unknownRows(schedule, subject),
    rowsInUnknownRooms(schedule),
  ];
}

/** Rows of a schedule whose cells cannot be read. */
function unreadableRows(schedule: SchedulePlan, { command }: Plan['subject']): Refusal | undefined {
  const { unreadable = [], file = '' } = schedule;
  const count = countUnreadable(schedule);
  if (count === 0) return undefined;
  const partly = count < countFileRows(schedule) ? partialFix(command) : '';
  return {
    kind: 'invalid_input',
    problem: `${amount(count, 'row')} of ${file} cannot be read`,
    details: listFaults(unreadable).listed,
    fixes: [`fix these rows and run the same command again${partly}`],
  };
}

/** Rows of a schedule that match no submission, or several. */
function unknownRows(schedule: SchedulePlan, subject: Plan['subject']): Refusal | undefined {
  const { command, creation } = subject;
  const { file = '' } = schedule;
  const unknown = schedule.unknown.filter((row) => !isOfRoom(row));
  if (unknown.length === 0) return undefined;
  const usual =
    command.group === 'program'
      ? 'add talks that are new to submissions.csv, and pass --create'
      : 'create the submissions of new talks first, with `plenary submissions import`, and mark ' +
        'rows that are no talks with "true" in a column service_session';
  const isNotFound = unknown.some(({ code }) => code === 'not_found');
  const titleFixes = isNotFound ? otherTitles(subject) : [];
  const details = scheduleFaults(unknown.slice(0, listed), file);
  const more = unknown.length - details.length;
  return {
    kind: 'invalid_input',
    problem:
      `${unknown.length} of ${amount(countFileRows(schedule), 'row')} could not be matched to a ` +
      'submission',
    details: more === 0 ? details : [...details, { file, message: `and ${more} more` }],
    fixes: [...titleFixes, unknownFixes({ file, unknown, creation: creation ?? usual })],
  };
}

/** `Session` beside `Title` is what a paper is part of, or it has the titles of talks. */
function otherTitles({ mapping }: Plan['subject']): readonly string[] {
  const blocks = mapping?.mapped.find(({ target }) => target === 'parent');
  if (blocks === undefined) return [];
  const map = `--map ${flagValue(`${blocks.column}=title`)}`;
  return [`if column ${quoted(blocks.column)} has the titles of the talks, pass ${map}`];
}

/** Rows of a schedule in rooms that the event does not have, or whose name it has twice. */
function rowsInUnknownRooms(schedule: SchedulePlan): Refusal | undefined {
  const rows = schedule.unknown.filter(isOfRoom);
  if (rows.length === 0) return undefined;
  const are = plural(rows.length, 'is in a room', 'are in rooms');
  const of = `${rows.length} of ${amount(countFileRows(schedule), 'row')}`;
  const isUnknown = rows.every(({ code }) => code === 'unknown_room');
  const orTwice = isUnknown ? '' : ', or has several times';
  const why = `that the event does not have${orTwice}`;
  return {
    kind: 'invalid_input',
    problem: `${of} ${are} ${why}`,
    details: scheduleFaults(rows.slice(0, listed), schedule.file),
    fixes: [roomFix(rows)],
  };
}

function isOfRoom({ code }: SchedulePlan['unknown'][number]): boolean {
  return code === 'unknown_room' || code === 'ambiguous_room';
}

const listed = 1000;

/** How to apply the rest. */
export function partialFix({ verb }: CommandName): string {
  if (verb === 'import') return ', or pass --skip-invalid to import the others';
  return ', or pass --allow-partial to apply the others';
}

/**
 * Sessions that somebody else has placed or moved since the plan, or since the run that is undone.
 */
function movedSessions({ run, rejects, subject }: Plan): Refusal | undefined {
  const count = run.sessions?.rows.count('conflict') ?? 0;
  if (count === 0) return undefined;
  const since = subject.undoes === undefined ? 'the plan was created' : `run ${subject.undoes}`;
  const file = subject.files.sessions;
  return {
    kind: 'conflict',
    problem: `${amount(count, 'session has', 'sessions have')} changed since ${since}`,
    details: rejects.filter((fault) => fault.code === 'conflict' && fault.file === file),
    fixes: [],
  };
}

/** What to do about what has changed since the plan was created, or since the undone run. */
function conflictFixes(plan: Plan, { allowPartial, conflict }: PlanLimits): readonly string[] {
  const { counts, subject, run } = plan;
  const { command, undoes } = subject;
  if (counts.conflict === 0 || allowPartial || conflict !== undefined) return [];
  const hasOthers = countChanges(plan) > 0;
  if (undoes !== undefined) return [hasOthers ? undoOthers(undoes, run) : undoByHand(run)];
  if (!run.isResumed) return [`create the plan again${hasOthers ? partialFix(command) : ''}`];
  // A resume has no flag that leaves something out, and other flags begin another run.
  if (readsFile(command)) {
    const again = `\`plenary ${commandText(command)}\` again with --allow-partial`;
    return [`run ${again}, which plans what is left`];
  }
  return [`take back what was sent with \`plenary runs undo ${run.run}\``];
}

function undoOthers(undoes: string, { isResumed }: EventRun): string {
  const again = `run \`plenary runs undo ${undoes} --allow-partial\``;
  return `${isResumed ? again : 'pass --allow-partial'} to undo the other changes`;
}

/** The commands that set back what is in conflict, by id: talks and people may have one name. */
function undoByHand(run: EventRun): string {
  const inConflict = (kind: FileResource) => [...(run[kind]?.rows.in('conflict') ?? [])];
  const commands = [
    ...inConflict('sessions').map(placeAgain),
    ...recordKinds.flatMap((kind) =>
      inConflict(kind).map((row) => {
        const record = shellWord(row.note.id ?? row.note.name ?? '');
        return `\`plenary ${kind} update ${record}\` with the old values`;
      }),
    ),
  ];
  const use = listText(commands, shownCommands);
  return `no other change of the run is left to undo; if you want it back as it was, use ${use}`;
}

const recordKinds = ['speakers', 'submissions'] as const;
const shownCommands = 3;

/** The command that sets a session back. */
function placeAgain({ title, names, fields }: RunRow): string {
  const talk = shellWord(names.id ?? title ?? '');
  const to = placeIn(fields);
  if (to === undefined) return `\`plenary sessions unplace ${talk}\``;
  const { room, start } = to;
  return `\`plenary sessions place ${talk}${flagText('room', room)}${flagText('start', start)}\``;
}

/**
 * A run that is resumed was checked when it began. Creations and first placements do not count, and
 * each value that is cleared is a change of its own: one row that was cut off clears many.
 */
function tooManyChanges(
  { counts, run }: Plan,
  maxChanges: PlanLimits['maxChanges'],
): Refusal | undefined {
  if (maxChanges === undefined) return undefined;
  const { speakers, submissions, sessions } = run;
  const listed = [speakers, submissions].map((part) => part?.listed?.all.length ?? 0);
  // A folder has a schedule even if it changes none of it, and the plan that it saves has none.
  const isOfSessions = sessions !== undefined && sessions.rows.count('update', 'conflict') > 0;
  const placed = isOfSessions ? sessions.placed : 0;
  const records = listed.reduce((sum, count) => sum + count, placed);
  const clearings = [...clearingsIn(speakers), ...clearingsIn(submissions)];
  const cleared = clearings.reduce((sum, count) => sum + count, 0);
  const changed = counts.update + counts.move + counts.unplace;
  const counted = changed - clearings.length + cleared;
  const allowed = Math.floor(maxChanges(records));
  if (counted <= allowed) return undefined;
  const what = `the plan changes ${changed} of ${amount(records, 'record')}`;
  const clears = `and clears ${amount(cleared, 'value')}: ${amount(counted, 'change')}`;
  const changes = cleared === 0 ? what : `${what} ${clears}`;
  return {
    kind: 'too_many_changes',
    problem: `${changes}, more than the ${allowed} allowed`,
    details: [],
    fixes: [`look at the plan, and if it is right, pass --max-changes ${counted}`],
  };
}

/** For each record with values that are cleared, how many. */
function clearingsIn(part: EventRun['speakers']): readonly number[] {
  const rows = part === undefined ? [] : [...part.rows.in('update')];
  return rows
    .map(
      ({ note: { changes = {} } }) => Object.values(changes).filter(({ to }) => to === null).length,
    )
    .filter((count) => count > 0);
}
