// Checks sessions: which of them clash, what the service would refuse, and what is doubtful. They
// are those of an event, of a file by itself, or of an event with sessions in other places. Pure.

import { type NewPlace, newPlaces } from '../../changes/place.ts';
import { clocksOf } from '../../columns/dates/zoned-time.ts';
import { amount } from '../../contract/amount.ts';
import { similarRoomWarnings, unusedTermsWarnings } from '../rooms/room-name.ts';
import type { Session } from '../session.ts';
import { calledOffText, type EventSubmission, isCalledOff, toSession } from '../submissions.ts';
import type { Warning } from '../warning.ts';
import type { ClashOptions } from './clash-groups.ts';
import { type ReportedClashes, reportClashes } from './clash-report.ts';
import { type RuledPlan, refusedPairs, waitingWarnings } from './service-rule.ts';

/** What plans and checks have in common. */
export interface CheckOptions extends ClashOptions {
  /**
   * The zone in which clashes state their times; if undefined, the offset that most sessions have.
   */
  readonly timeZone: string | undefined;
  /** The duration of a session whose duration is unknown, if nothing starts in its room before. */
  readonly defaultDurationMs: number;
}

/** What clashes, and how many sessions were checked. */
export interface SessionCheck extends ReportedClashes {
  readonly sessions: number;
}

/**
 * The clashes among an event's sessions.
 * @param inFile sessions that only the schedule file has
 */
export function checkSessions(
  submissions: readonly EventSubmission[],
  options: CheckOptions,
  inFile: readonly Session[] = [],
): SessionCheck {
  const active = submissions.filter((submission) => !isCalledOff(submission));
  const placed = active.flatMap((talk) => toSession(talk, options.defaultDurationMs) ?? []);
  const sessions = [...inFile, ...placed];
  return checkAlone({ sessions, starts: startsOf(active) }, options, roomsIn(submissions));
}

/**
 * The clashes among sessions, of an event or of a file by itself.
 * @param starts as they are written
 * @param roomsOfEvent in which its sessions are
 */
export function checkAlone(
  {
    sessions,
    starts,
  }: { readonly sessions: readonly Session[]; readonly starts: readonly string[] },
  options: CheckOptions,
  roomsOfEvent: readonly string[] = [],
): SessionCheck {
  const { warnings, ...clashes } = reportClashes(sessions, inZone(options, starts));
  const talks = sessions.filter(({ isBreak }) => isBreak !== true);
  return {
    ...clashes,
    warnings: [
      ...similarRoomWarnings(sessions, roomsOfEvent),
      ...unusedTermsWarnings(sessions, options),
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
  { inFile = [], ...options }: CheckOptions & { readonly inFile?: readonly Session[] | undefined },
): ReportedClashes {
  const places = newPlaces(changes);
  const sessions = submissions.flatMap((talk): Session[] => {
    const to = places.get(talk.id);
    if (to === null || isCalledOff(talk)) return [];
    const planned = to === undefined ? talk : { ...talk, placement: to, otherRooms: undefined };
    const session = toSession(planned, options.defaultDurationMs);
    if (session === undefined) return [];
    const isChanged = to !== undefined || talk.isRevived === true;
    return [isChanged ? session : { ...session, standing: 'outside' }];
  });
  const others = inFile.map((session) => ({ ...session, standing: 'outside' as const }));
  const plan = { submissions, places, sessions: [...sessions, ...others] };
  const { warnings, ...clashes } = checkPlan(plan, inZone(options, startsOf(submissions)));
  const similar = similarRoomWarnings(inFile, roomsIn(submissions));
  const calledOff = submissions
    .filter((talk) => isCalledOff(talk) && places.get(talk.id) != null)
    .map((talk) => ({ code: 'called_off', message: calledOffText(talk) }));
  return { ...clashes, warnings: [...calledOff, ...similar, ...warnings] };
}

/** The clashes of a plan, and what it has to say of the service's rule. */
export function checkPlan(plan: RuledPlan, options: ReturnType<typeof inZone>): ReportedClashes {
  const refused = refusedPairs(plan);
  const reported = reportClashes(plan.sessions, options, refused);
  // What cannot be sent needs no order.
  const waiting = refused.ofPlaces.count > 0 ? [] : waitingWarnings(plan, options.timeZone);
  const unused = unusedTermsWarnings(plan.sessions, options);
  return { ...reported, warnings: [...waiting, ...unused, ...reported.warnings] };
}

/** The rooms in which sessions of the event are. */
export function roomsIn(submissions: readonly EventSubmission[]): readonly string[] {
  return submissions.flatMap(({ placement }) => placement?.room ?? []);
}

function startsOf(submissions: readonly EventSubmission[]): readonly string[] {
  return submissions.flatMap(({ placement }) => placement?.start ?? []);
}

/** @param starts those of the sessions, as they are written */
export function inZone(
  options: CheckOptions,
  starts: readonly string[],
): CheckOptions & { readonly timeZone: string } {
  return { ...options, timeZone: options.timeZone ?? clocksOf(starts).usual ?? 'UTC' };
}

/** At most one warning: without people, none of their clashes can be found. */
function nobodyWarnings(sessions: readonly Session[]): readonly Warning[] {
  if (sessions.length === 0 || sessions.some(({ people }) => people.length > 0)) return [];
  const message = 'no session names its people, so only clashes of rooms are found';
  return [{ code: 'no_people', message }];
}

/** At most one warning: how many sessions have no duration of their own. */
export function durationWarnings(
  sessions: readonly Session[],
  defaultDurationMs: number,
): readonly Warning[] {
  const count = sessions.filter(({ isDurationAssumed }) => isDurationAssumed).length;
  if (count === 0) return [];
  const what = amount(count, 'session has', 'sessions have');
  const minutes = amount(Math.round(defaultDurationMs / 60_000), 'minute');
  const message =
    `${what} no duration or end; until the next start in the room is assumed, at most ` +
    `${minutes} (--default-duration)`;
  return [{ code: 'assumed_duration', message }];
}
