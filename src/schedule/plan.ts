// Plans sessions for an event, of a schedule file or of known moves, and checks sessions: what
// would change, what clashes, and what needs a warning. Pure.

import type { Change } from '../changes/change.ts';
import { filePlaceKey, filePlaceOf } from '../changes/file-place.ts';
import { type NewPlace, newPlaces } from '../changes/place.ts';
import { clocksOf } from '../columns/dates/zoned-time.ts';
import type { InputFault } from '../errors.ts';
import { difference, type WantedRow } from './changes.ts';
import {
  type ClashReport,
  type ClashSession,
  type ReportedClashes,
  reportClashes,
} from './clash-report.ts';
import { isFoundByTitle, type Matches, matchSessions } from './match.ts';
import {
  breakSessions,
  differingDurations,
  fileSessions,
  otherSessions,
} from './planned-sessions.ts';
import { type Room, respelledWarnings, similarRoomWarnings } from './room-name.ts';
import {
  countUnreadable,
  planOfChanges,
  type SchedulePlan,
  type SessionCheck,
} from './schedule-plan.ts';
import type { ScheduleRow } from './schedule-row.ts';
import { lostDurations, type RuledPlan, refusedPairs, waitingWarnings } from './service-rule.ts';
import type { Session } from './session.ts';
import { parentWarnings } from './session-blocks.ts';
import { type EventSubmission, isCalledOff, toSession } from './submissions.ts';
import { wantedPlacement } from './talk-slots.ts';
import {
  calledOffInFileWarning,
  calledOffWarning,
  durationWarnings,
  foundByTitleWarnings,
  furtherSlotWarning,
  nightWarnings,
  nobodyWarnings,
  peopleWarnings,
  roomWarnings,
  severalRoomsWarnings,
  unplacedWarnings,
} from './warnings.ts';

/** What plans and checks have in common. */
export interface CheckOptions {
  /**
   * The zone in which clashes state their times; if undefined, the offset that most sessions have.
   */
  readonly timeZone: string | undefined;
  /** The duration of a session whose duration is unknown, if nothing starts in its room before. */
  readonly defaultDurationMs: number;
  readonly turnaroundMs: number;
  readonly sharedRooms: readonly string[];
}

export interface ScheduleOptions extends CheckOptions {
  readonly file: string;
  readonly baseUrl: string;
  readonly event: string;
  /** Whether rows that match no submission are left out, also of clashes. */
  readonly skipsUnknown?: boolean;
  /** What is wrong with rows that are left out. */
  readonly unreadable?: readonly InputFault[] | undefined;
  /** The rows that are left out. */
  readonly leftOut?: readonly ScheduleRow[] | undefined;
  /** Slots that only another file has, of talks that this file does not place. */
  readonly inFile?: readonly Session[] | undefined;
  /** All that the event has, if that is known. */
  readonly rooms?: readonly Room[] | undefined;
}

/** Plans a file's rows. A row without a room or a start changes nothing and gets a warning. */
export function planSchedule(
  given: readonly ScheduleRow[],
  submissions: readonly EventSubmission[],
  options: ScheduleOptions,
): SchedulePlan {
  const { file, defaultDurationMs, unreadable, leftOut, rooms: listed } = options;
  const matches = matchSessions(given, submissions, { listed, leftOut });
  const { rows, matched, breaks } = matches;
  const isBreak = (row: ScheduleRow) => breaks.has(filePlaceKey(row));
  const takingPlace = rows.filter(({ isCalledOff: isOff }) => isOff !== true);
  const wanted = rows.flatMap((row): (WantedRow & ScheduleRow)[] => {
    const to = wantedPlacement(row);
    return to === undefined ? [] : [{ ...row, to }];
  });
  const { changes, unchanged, further } = difference(wanted, matched);
  const isWanted = new Set(wanted.map(filePlaceKey));
  const unknown = matches.unknown.filter((row) => isWanted.has(filePlaceKey(row)));
  const { talks, others } = plannedSessions({ matches, submissions, unchanged }, options);
  const starts = wanted.map(({ to }) => to.start);
  const { warnings, ...clashes } = checkPlan(
    {
      submissions,
      places: newPlaces(changes),
      sessions: [...talks, ...breakSessions(matches, defaultDurationMs), ...others],
    },
    inZone(options, starts),
  );
  return {
    file,
    counts: {
      rows: rows.length + countUnreadable({ unreadable }),
      unchanged: unchanged.length,
    },
    changes,
    unknown,
    unreadable,
    breaks: rows.filter(isBreak).map((row) => ({ ...filePlaceOf(row), title: row.title })),
    ...clashes,
    ...(options.sharedRooms.length > 0 && { sharedRooms: options.sharedRooms }),
    durationsMs: differingDurations([...talks, ...others], submissions),
    warnings: [
      ...nightWarnings(takingPlace, options.timeZone),
      ...unplacedWarnings(takingPlace, isBreak),
      ...rows.flatMap((row) => (isBreak(row) ? [] : submissionWarnings(row, matched))),
      ...foundByTitleWarnings(
        rows.filter((row) => isFoundByTitle(row, matched.get(filePlaceKey(row)))),
      ),
      ...further.map(furtherSlotWarning),
      ...respelledWarnings(matches.respelled),
      ...parentWarnings(rows),
      ...similarRoomWarnings(takingPlace, roomsIn(submissions)),
      ...peopleWarnings(takingPlace),
      ...roomWarnings(takingPlace, roomsIn(submissions)),
      ...durationWarnings(talks, defaultDurationMs),
      ...warnings,
    ],
  };
}

/** What a plan is about. */
interface Planned {
  readonly matches: Matches;
  readonly submissions: readonly EventSubmission[];
  /** The keys of the places of rows whose session is already in place. */
  readonly unchanged: readonly string[];
}

/** The talks of the file, and the sessions of all others. */
function plannedSessions(
  { matches, submissions, unchanged }: Planned,
  { defaultDurationMs, skipsUnknown = false, inFile = [] }: ScheduleOptions,
) {
  const revived = new Set(submissions.flatMap(({ id, isRevived }) => (isRevived ? id : [])));
  const isUnchanged = new Set(unchanged);
  const stays = (session: Session) => {
    return isUnchanged.has(sessionKey(session)) && !revived.has(session.submissionId ?? '');
  };
  const talks = fileSessions(matches, defaultDurationMs)
    .filter(({ submissionId }) => submissionId !== undefined || !skipsUnknown)
    .map((session) => (stays(session) ? { ...session, standing: 'unchanged' as const } : session));
  const placed = new Set(talks.map(({ submissionId }) => submissionId));
  const slots = inFile.filter(({ submissionId }) => !placed.has(submissionId));
  const others: readonly Session[] = [
    ...otherSessions(matches, submissions, defaultDurationMs),
    ...slots.map((session) => ({ ...session, standing: 'outside' as const })),
  ];
  return { talks, others };
}

function submissionWarnings(row: ScheduleRow, matched: Matches['matched']) {
  const submission = matched.get(filePlaceKey(row));
  if (row.isCalledOff === true) return [calledOffInFileWarning(row, submission)];
  if (submission === undefined) return [];
  const isOff = isCalledOff(submission) && wantedPlacement(row) !== undefined;
  return [
    ...(isOff ? [calledOffWarning(row, submission)] : []),
    ...severalRoomsWarnings(row, submission.title),
  ];
}

type ZonedOptions = ReturnType<typeof inZone>;

/** The clashes of a plan, and what it has to say of the service's rule. */
function checkPlan(plan: RuledPlan, options: ZonedOptions): ReportedClashes {
  const refused = refusedPairs(plan);
  const reported = reportClashes(plan.sessions, options, refused);
  // What cannot be sent needs no order.
  const waiting = refused.ofPlaces.length > 0 ? [] : waitingWarnings(plan, options.timeZone);
  return { ...reported, warnings: [...waiting, ...reported.warnings] };
}

function sessionKey({ line = 0, ...place }: Session): string {
  return filePlaceKey({ ...place, line });
}

/** The clashes among an event's sessions. @param inFile sessions that only the schedule file has */
export function checkSessions(
  submissions: readonly EventSubmission[],
  options: CheckOptions,
  inFile: readonly Session[] = [],
): SessionCheck {
  const active = submissions.filter((each) => !isCalledOff(each));
  const sessions = [...inFile, ...sessionsOf(active, options)];
  return checkAlone({ sessions, starts: startsOf(active) }, options, roomsIn(submissions));
}

/**
 * The clashes among sessions, of an event or of a file by itself.
 * @param given with the starts as they are written
 * @param known rooms of the event
 */
export function checkAlone(
  {
    sessions,
    starts,
  }: { readonly sessions: readonly Session[]; readonly starts: readonly string[] },
  options: CheckOptions,
  known: readonly string[] = [],
): SessionCheck {
  const { warnings, ...clashes } = reportClashes(sessions, inZone(options, starts));
  const talks = sessions.filter(({ isBreak }) => isBreak !== true);
  return {
    ...clashes,
    warnings: [
      ...similarRoomWarnings(sessions, known),
      ...durationWarnings(talks, options.defaultDurationMs),
      ...nobodyWarnings(talks),
      ...warnings,
    ],
    sessions: talks.length,
  };
}

/**
 * What sessions clash with in their new places.
 * @param inFile sessions that only the schedule file has
 */
export function clashesOfChanges(
  changes: readonly NewPlace[],
  submissions: readonly EventSubmission[],
  options: CheckOptions,
  inFile: readonly Session[] = [],
): ReportedClashes {
  const places = newPlaces(changes);
  const sessions = submissions.flatMap((each): Session[] => {
    const to = places.get(each.id);
    if (to === null) return [];
    const planned = to === undefined ? each : { ...each, placement: to, otherRooms: undefined };
    const session = isCalledOff(each) ? undefined : toSession(planned, options.defaultDurationMs);
    if (session === undefined) return [];
    const isChanged = to !== undefined || each.isRevived === true;
    return [isChanged ? session : { ...session, standing: 'outside' }];
  });
  const others = inFile.map((each) => ({ ...each, standing: 'outside' as const }));
  const plan = { submissions, places, sessions: [...sessions, ...others] };
  const found = checkPlan(plan, inZone(options, startsOf(submissions)));
  const similar = similarRoomWarnings(inFile, roomsIn(submissions));
  return { ...found, warnings: [...similar, ...found.warnings] };
}

/**
 * A plan of changes alone, with what they clash with.
 * @param inFile sessions that only the schedule file has
 */
export function planPlacements(
  changes: readonly Change[],
  submissions: readonly EventSubmission[],
  options: Pick<ScheduleOptions, 'file' | 'timeZone'> & Partial<CheckOptions>,
  inFile: readonly Session[] = [],
): SchedulePlan {
  const found = clashesOfChanges(changes, submissions, { ...usual, ...options }, inFile);
  const lost = lostDurations({ submissions, places: newPlaces(changes) });
  return {
    ...planOfChanges(changes),
    file: options.file,
    ...found,
    warnings: [...lost, ...found.warnings],
  };
}

/**
 * A saved plan, with the sessions that are in its rooms by now. The speakers of its file are
 * unknown.
 */
export function checkedAgain(
  plan: SchedulePlan,
  submissions: readonly EventSubmission[],
  timeZone: string | undefined,
): SchedulePlan {
  const options = { ...usual, timeZone, sharedRooms: plan.sharedRooms ?? [] };
  const planned = submissions.map((each): EventSubmission => {
    return { ...each, durationMs: plan.durationsMs?.get(each.id) ?? each.durationMs };
  });
  const found = clashesOfChanges(plan.changes, planned, options);
  const clashes = found.clashes
    .filter(({ code }) => code !== 'person')
    .map((clash) => withLines(clash, plan.changes));
  const warnings = found.warnings.filter(({ code }) => code === 'waits');
  return { ...plan, clashes, clashCounts: { total: clashes.length }, warnings };
}

/** A clash with the places of its sessions in the file that was planned. */
function withLines(clash: ClashReport, changes: readonly Change[]): ClashReport {
  const located = (session: ClashSession): ClashSession => {
    const change = changes.find(({ names }) => names.id === session.id);
    return change === undefined ? session : { ...session, ...filePlaceOf(change) };
  };
  const [earlier, later] = clash.sessions;
  return { ...clash, sessions: [located(earlier), located(later)] };
}

const usual = { defaultDurationMs: 45 * 60_000, turnaroundMs: 0, sharedRooms: [] };

function sessionsOf(
  submissions: readonly EventSubmission[],
  { defaultDurationMs }: CheckOptions,
): readonly Session[] {
  return submissions.flatMap((each) => toSession(each, defaultDurationMs) ?? []);
}

function roomsIn(submissions: readonly EventSubmission[]): readonly string[] {
  return submissions.flatMap(({ placement }) => placement?.room ?? []);
}

function startsOf(submissions: readonly EventSubmission[]): readonly string[] {
  return submissions.flatMap(({ placement }) => placement?.start ?? []);
}

function inZone(
  options: CheckOptions,
  starts: readonly string[],
): CheckOptions & { readonly timeZone: string } {
  return { ...options, timeZone: options.timeZone ?? clocksOf(starts).usual ?? 'UTC' };
}
