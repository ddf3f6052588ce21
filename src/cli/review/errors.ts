// Owns the error of a plan that cannot be sent: all reasons together, by the limits of the command.

import { basename } from 'node:path';
import { filePlaceKey, filePlaceOf } from '../../changes/file-place.ts';
import { amount, plural, quoted } from '../../contract/amount.ts';
import { flagValue } from '../../contract/escape.ts';
import type { InputFault } from '../../errors.ts';
import {
  ConflictError,
  InvalidInputError,
  type PlenaryError,
  TooManyChangesError,
} from '../../errors.ts';
import type { ProgramRun } from '../../program/program-run.ts';
import type { SessionCheck } from '../../schedule/check.ts';
import { clashText } from '../../schedule/clash-report.ts';
import { roomFix } from '../../schedule/known-rooms.ts';
import type { SchedulePlan } from '../../schedule/plan.ts';
import { unknownFixes } from '../../schedule/unknown-rows.ts';
import { type Plan, scheduleFaults } from './plan.ts';
import { shownAtMost } from './show.ts';

export type FailOn = 'clash' | 'warning' | 'never';

/**
 * @param records how many exist
 * @returns how many of them may change
 */
export type MaxChanges = (records: number) => number;

/** The flag, which limits nothing if it is undefined. */
export interface MaxChangesFlag {
  readonly maxChanges: MaxChanges | undefined;
}

/** What decides whether a plan may be sent. */
export interface PlanLimits {
  readonly failOn: FailOn;
  readonly maxChanges?: MaxChanges | undefined;
  /** Whether rows that cannot be applied are skipped. */
  readonly allowPartial: boolean;
  /** Of the files of a folder. */
  readonly conflict?: PlenaryError | undefined;
  /** What else to do about faults in these files. */
  readonly fixesFor?: ((details: readonly InputFault[]) => readonly string[]) | undefined;
}

/** Why nothing may be sent: all reasons together. */
export function planError(plan: Plan, limits: PlanLimits): PlenaryError | undefined {
  const { found, rejects, subject } = plan;
  const { speakers, submissions, sessions } = found;
  const schedule = sessions?.schedule;
  const { allowPartial, failOn, conflict } = limits;
  const reasons = [
    conflict,
    // A conflict of the files is one of the records as well.
    ...[speakers, submissions].map((part) => {
      const refusal = part?.refusal();
      return conflict !== undefined && refusal?.code === 'conflict' ? undefined : refusal;
    }),
    schedule && !allowPartial ? unknownError(schedule, subject) : undefined,
    schedule && !allowPartial ? roomError(schedule) : undefined,
    schedule && clashError(schedule, failOn),
    statusError(plan),
    allowPartial ? undefined : staleError(plan, rejects),
    found.isResumed ? undefined : tooManyChanges(plan, limits.maxChanges),
  ].filter((error) => error !== undefined);
  const [first, ...others] = reasons;
  if (first === undefined) return undefined;
  const details = reasons.flatMap((each) => each.details);
  const more = limits.fixesFor?.(details) ?? [];
  if (others.length + more.length === 0) return first;
  const Kind = reasons.some(({ code }) => code === 'invalid_input')
    ? InvalidInputError
    : ConflictError;
  const texts = reasons.map(({ message, details: [{ file } = {}] }) => {
    const where = file === undefined || plan.parts.length < 2 ? '' : ` (${basename(file)})`;
    return message.replace(/(; nothing was sent)?$/, where);
  });
  // Several files may have the same faults.
  const fixes = new Set([...reasons.flatMap(({ fix }) => fix?.split('; ') ?? []), ...more]);
  return new Kind(`${texts.join(', and ')}; nothing was sent`, {
    details,
    fix: [...fixes].join('; '),
    next: reasons.flatMap(({ next }) => next),
  });
}

/** Rows of a schedule that match no submission, or several. */
function unknownError(schedule: SchedulePlan, subject: Plan['subject']): PlenaryError | undefined {
  const { command, creation: given } = subject;
  const { counts, file } = schedule;
  const unknown = schedule.unknown.filter((row) => !isOfRoom(row));
  if (unknown.length === 0) return undefined;
  const usual = command.startsWith('program')
    ? 'add talks that are new to submissions.csv, and pass --create'
    : 'create the submissions of new talks first, with `plenary submissions import`, and mark ' +
      'rows that are no talks with "true" in a column service_session';
  const creation = given ?? usual;
  const isNotFound = unknown.some(({ code }) => code === 'not_found');
  const titleFixes = isNotFound ? otherTitles(subject) : [];
  const details = scheduleFaults(unknown.slice(0, listed), file);
  const more = unknown.length - details.length;
  return new InvalidInputError(
    `${unknown.length} of ${amount(counts.rows, 'row')} could not be matched to a submission; ` +
      'nothing was sent',
    {
      details: more === 0 ? details : [...details, { file, message: `and ${more} more` }],
      fix: [...titleFixes, unknownFixes({ file, unknown, creation })].join('; '),
    },
  );
}

/** `Session` beside `Title` is what a paper is part of, or it has the titles of talks. */
function otherTitles({ mapping }: Plan['subject']): readonly string[] {
  const blocks = mapping?.mapped.find(({ field }) => field === 'parent');
  if (blocks === undefined) return [];
  const map = `--map ${flagValue(`${blocks.column}=title`)}`;
  return [`if column ${quoted(blocks.column)} has the titles of the talks, pass ${map}`];
}

/** Rows of a schedule in rooms that the event does not have, or whose name it has twice. */
function roomError({ unknown, counts, file }: SchedulePlan): PlenaryError | undefined {
  const rows = unknown.filter(isOfRoom);
  if (rows.length === 0) return undefined;
  const are = plural(rows.length, 'is in a room', 'are in rooms');
  const of = `${rows.length} of ${amount(counts.rows, 'row')}`;
  const isUnknown = rows.every(({ code }) => code === 'unknown_room');
  const orTwice = isUnknown ? '' : ', or has several times';
  const why = `that the event does not have${orTwice}`;
  return new InvalidInputError(`${of} ${are} ${why}; nothing was sent`, {
    details: scheduleFaults(rows.slice(0, listed), file),
    fix: roomFix(rows),
  });
}

function isOfRoom({ code }: SchedulePlan['unknown'][number]): boolean {
  return code === 'unknown_room' || code === 'ambiguous_room';
}

const listed = 1000;

/** How to apply the rest, for commands that can; a program is applied as a whole. */
export function partialFix(command: string): string {
  const [group, verb] = command.split(' ');
  if (verb === 'import') return ', or pass --skip-invalid to import the others';
  return group === 'program' ? '' : ', or pass --allow-partial to apply the others';
}

/**
 * Sessions that somebody else has placed or moved since the plan, or since the run that is undone.
 */
function staleError(
  { found, subject }: Plan,
  rejects: readonly InputFault[],
): PlenaryError | undefined {
  const count = found.sessions?.rows.count('conflict') ?? 0;
  if (count === 0) return undefined;
  const since = subject.undoes === undefined ? 'the plan was created' : `run ${subject.undoes}`;
  const file = subject.files.sessions ?? '';
  return new ConflictError(
    `${amount(count, 'session has', 'sessions have')} changed since ${since}; nothing was sent`,
    {
      details: rejects.filter((each) => each.code === 'conflict' && each.file === file),
      fix:
        subject.undoes === undefined
          ? `create the plan again${partialFix(subject.command)}`
          : 'pass --allow-partial to move the other sessions back',
    },
  );
}

/**
 * A run that is resumed was checked when it began. Creations and first placements do not count, and
 * each value that is cleared is a change of its own: one row that was cut off clears many.
 */
function tooManyChanges(
  { counts, found }: Plan,
  maxChanges: MaxChanges | undefined,
): PlenaryError | undefined {
  if (maxChanges === undefined) return undefined;
  const { speakers, submissions, sessions } = found;
  const listed = [speakers, submissions].map((part) => part?.listed?.all.length ?? 0);
  const records = listed.reduce((sum, count) => sum + count, sessions?.placed ?? 0);
  const clearings = [...clearingsIn(speakers), ...clearingsIn(submissions)];
  const cleared = clearings.reduce((sum, count) => sum + count, 0);
  const changed = counts.update + counts.move + counts.unplace;
  const counted = changed - clearings.length + cleared;
  const allowed = Math.floor(maxChanges(records));
  if (counted <= allowed) return undefined;
  const what = `the plan changes ${changed} of ${amount(records, 'record')}`;
  const all = `and clears ${amount(cleared, 'value')}: ${amount(counted, 'change')}`;
  const changes = cleared === 0 ? what : `${what} ${all}`;
  return new TooManyChangesError(`${changes}, more than the ${allowed} allowed; nothing was sent`, {
    fix: `look at the plan, and if it is right, pass --max-changes ${counted}`,
  });
}

/** For each record with values that are cleared, how many. */
function clearingsIn(part: ProgramRun['speakers']): readonly number[] {
  const rows = part === undefined ? [] : [...part.rows.in('update')];
  return rows
    .map(
      ({ note: { changes = {} } }) => Object.values(changes).filter(({ to }) => to === null).length,
    )
    .filter((count) => count > 0);
}

/**
 * A plan, which may have no file, or the check of an event's own sessions, which has no changes.
 */
type Checked = Pick<SessionCheck, 'clashCounts' | 'clashes' | 'warnings'> &
  Partial<Pick<SchedulePlan, 'changes'>> & { readonly file?: string | undefined };

/**
 * The error for clashes, and for warnings if they count as errors. What the service refuses is not
 * sent, whatever counts as an error.
 */
export function clashError(checked: Checked, failOn: FailOn): PlenaryError | undefined {
  const { file, changes } = checked;
  const refused = checked.clashes.filter(({ code }) => code === 'service');
  const isLenient = failOn === 'never';
  const clashes = isLenient ? refused : checked.clashes;
  const count = isLenient ? refused.length : checked.clashCounts.total;
  const warnings = failOn === 'warning' ? checked.warnings : [];
  if (count + warnings.length === 0) return undefined;
  const what = [
    count > 0 ? amount(count, 'clash', 'clashes') : '',
    warnings.length > 0 ? amount(warnings.length, 'warning') : '',
  ].filter(Boolean);
  const place = file === undefined ? {} : { file };
  const placeFor = placeFinder(checked);
  const details: InputFault[] = [
    ...clashes.slice(0, shownAtMost).map((clash) => {
      const row = placeFor(clash);
      return { ...(row.line !== undefined && place), ...row, message: clashText(clash) };
    }),
    ...(count > shownAtMost
      ? [{ ...place, message: `and ${count - shownAtMost} more; see --json` }]
      : []),
    ...warnings.map(({ line, message, ...rest }) => ({
      ...place,
      ...(line === undefined ? {} : filePlaceOf({ ...rest, line })),
      message,
    })),
  ];
  const otherwise = `pass --fail-on ${count > 0 ? 'never' : 'clash'} to proceed anyway`;
  const fixes = [...clashFixes(checked), changes === undefined ? '' : otherwise].filter(Boolean);
  return new ConflictError(
    `${what.join(' and ')}${changes === undefined ? '' : '; nothing was sent'}`,
    {
      details,
      fix: refused.length > 0 ? refusedFix : fixes.join(', or '),
    },
  );
}

/** Sessions that would become accepted where another one is. */
function statusError({ statusClashes, subject }: Plan): PlenaryError | undefined {
  const count = statusClashes.length;
  if (count === 0) return undefined;
  const file = subject.files.submissions ?? '';
  const placeFor = placeFinder({});
  const details = statusClashes.map((clash): InputFault => {
    return { file, ...placeFor(clash), message: clashText(clash) };
  });
  const otherwise = 'move one session of each pair, or change the status of the other one';
  return new ConflictError(`${amount(count, 'clash', 'clashes')}; nothing was sent`, {
    details,
    fix: `free the room in an earlier run: ${otherwise}`,
  });
}

const alsoNever = 'what the service refuses is not sent, also with --fail-on never';
const refusedFix = `move one session of each pair: ${alsoNever}`;

function clashFixes({ clashes, warnings, file }: Checked): readonly string[] {
  if (clashes.length > 0) return ['move one session of each pair'];
  const isAssumed = warnings.some(({ code }) => code === 'assumed_duration');
  return [
    warnings.some(({ code }) => code !== 'assumed_duration') ? 'fix what the warnings report' : '',
    isAssumed
      ? 'specify the durations ' +
        `${file === undefined ? 'with --schedule FILE' : 'or ends in the file'}`
      : '',
  ].filter(Boolean);
}

/**
 * The place of the row that causes the clash: the last one that would change something, else the
 * last one.
 */
function placeFinder({ changes = [] }: Pick<Checked, 'changes'>) {
  const changed = new Set(changes.map(filePlaceKey));
  return ({
    sessions: [a, b],
  }: Checked['clashes'][number]): Partial<ReturnType<typeof filePlaceOf>> => {
    const places = [b, a].flatMap(({ line, ...rest }) =>
      line === null ? [] : [filePlaceOf({ ...rest, line })],
    );
    const moving = places.filter((place) => changed.has(filePlaceKey(place)));
    const [last] = (moving.length > 0 ? moving : places).toSorted(
      (one, other) => other.line - one.line,
    );
    return last ?? {};
  };
}
