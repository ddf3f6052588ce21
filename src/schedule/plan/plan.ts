// Plans the sessions of a schedule file for an event: what would change, what clashes, and all that
// the plan warns of. Owns the form of such a plan. Pure.
import type { Change } from '../../changes/change.ts';
import { type FilePlace, filePlaceKey, filePlaceOf } from '../../changes/file-place.ts';
import { newPlaces } from '../../changes/place.ts';
import type { InputFault } from '../../errors.ts';
import {
  type CheckOptions,
  checkPlan,
  durationWarnings,
  inZone,
  roomsIn,
} from '../clashes/check.ts';
import type { ReportedClashes } from '../clashes/clash-report.ts';
import { otherLengthWarnings } from '../clashes/service-rule.ts';
import {
  breakSessions,
  differingDurations,
  type FiledSession,
  fileSessions,
  otherSessions,
} from '../match/filed-sessions.ts';
import { isFoundByTitle, namesOthers } from '../match/found-row.ts';
import { type Matches, matchSessions } from '../match/match.ts';
import { wantedPlacement } from '../match/talk-slots.ts';
import type { UnknownRow } from '../match/unknown-rows.ts';
import type { ScheduleRow } from '../read/schedule-row.ts';
import { parentWarnings } from '../read/session-blocks.ts';
import { type Room, respelledWarnings, similarRoomWarnings } from '../rooms/room-name.ts';
import type { Session } from '../session.ts';
import { type EventSubmission, isCalledOff } from '../submissions.ts';
import { difference, type WantedRow } from './difference.ts';
import {
  calledOffInFileWarning,
  calledOffWarning,
  foundByTitleWarnings,
  furtherSlotWarning,
  nightWarnings,
  otherPeopleWarnings,
  peopleWarnings,
  roomWarnings,
  severalRoomsWarnings,
  unplacedWarnings,
} from './row-warnings.ts';

/** What a run would change in a schedule, bound to the placements that it saw. */
export interface SchedulePlan extends ReportedClashes {
  /** Of its rows, and of the sessions that only a file has; undefined without any. */
  readonly file?: string | undefined;
  /** Of all rows that were read. */
  readonly places: readonly FilePlace[];
  /** The keys of the places of rows whose session is already in place. */
  readonly unchanged: readonly string[];
  /** Those of submissions that the same run creates name them by their keys. */
  readonly changes: readonly Change[];
  readonly unknown: readonly UnknownRow[];
  /**
   * The rows of submissions that are not sent, and name a room: they have no start, or another slot
   * of the talk is sent. Undefined without any.
   */
  readonly skipped?:
    | readonly (FilePlace & { readonly title: string; readonly room: string })[]
    | undefined;
  /** What is wrong with rows that could not be read, and are left out; undefined without any. */
  readonly unreadable?: readonly InputFault[] | undefined;
  /** The ids of the submissions of rows, by the keys of their places. */
  readonly ids?: ReadonlyMap<string, string> | undefined;
  /** The rows that are not talks; undefined in a plan that has only changes. */
  readonly breaks?: readonly (FilePlace & { readonly title: string })[] | undefined;
  /** Rooms that hold several sessions at a time; undefined without any. */
  readonly sharedRooms?: readonly string[] | undefined;
  /**
   * How long sessions are by the file if the service differs, by the ids of their submissions, or
   * the keys of new ones.
   */
  readonly durationsMs?: ReadonlyMap<string, number> | undefined;
}

/** How many rows could not be read. */
export function countUnreadable({ unreadable = [] }: Pick<SchedulePlan, 'unreadable'>): number {
  return new Set(unreadable.map(({ line, sheet }) => JSON.stringify([line, sheet]))).size;
}

/** How many rows the file has. */
export function countFileRows(plan: Pick<SchedulePlan, 'places' | 'unreadable'>): number {
  return plan.places.length + countUnreadable(plan);
}

/**
 * Plans the sessions of a run, once the event is read.
 * @param rooms all that the event has, if that is known
 */
export type MakePlan = (
  submissions: readonly EventSubmission[],
  rooms?: readonly Room[],
) => SchedulePlan;

export interface ScheduleOptions extends CheckOptions {
  readonly file: string;
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
  rowsOfFile: readonly ScheduleRow[],
  submissions: readonly EventSubmission[],
  options: ScheduleOptions,
): SchedulePlan {
  const { file, defaultDurationMs, unreadable, leftOut, rooms: listed } = options;
  const matches = matchSessions(rowsOfFile, submissions, { listed, leftOut });
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
    places: rows.map(filePlaceOf),
    unchanged,
    changes,
    unknown,
    skipped: skippedRows(matches, [...changes.map(filePlaceKey), ...unchanged]),
    unreadable,
    ids: new Map([...matched].map(([key, { id }]) => [key, id])),
    breaks: rows.filter(isBreak).map((row) => ({ ...filePlaceOf(row), title: row.title })),
    ...clashes,
    ...(options.sharedRooms.length > 0 && { sharedRooms: options.sharedRooms }),
    durationsMs: differingDurations([...talks, ...others], submissions),
    warnings: [
      ...nightWarnings(takingPlace, options.timeZone),
      ...unplacedWarnings(namedBySubmissions(takingPlace, matched, isWanted), isBreak),
      ...rows.flatMap((row) => (isBreak(row) ? [] : submissionWarnings(row, matched))),
      ...foundByTitleWarnings(
        rows.filter((row) => isFoundByTitle(row, matched.get(filePlaceKey(row)))),
      ),
      ...otherPeopleWarnings(
        wanted.filter((row) => namesOthers(row, matched.get(filePlaceKey(row)))),
      ),
      ...further.map((slot) => furtherSlotWarning(slot, options.timeZone)),
      ...respelledWarnings(matches.respelled),
      ...parentWarnings(rows),
      ...similarRoomWarnings(takingPlace, roomsIn(submissions)),
      ...peopleWarnings(takingPlace),
      ...roomWarnings(takingPlace, roomsIn(submissions)),
      // Those of sessions that stay were reported when they were placed.
      ...durationWarnings(
        talks.filter(({ standing }) => standing === undefined),
        defaultDurationMs,
      ),
      ...otherLengthWarnings(
        talks.filter(({ standing }) => standing === undefined),
        submissions,
      ),
      ...warnings,
    ],
  };
}

/**
 * The rows with the titles of their submissions, if they are named by ids alone.
 * @param isWanted the keys of the places of rows that place their sessions
 */
function namedBySubmissions(
  rows: readonly ScheduleRow[],
  matched: Matches['matched'],
  isWanted: ReadonlySet<string>,
) {
  const placing = new Set([...isWanted].map((key) => matched.get(key)?.id));
  return rows.map((row) => {
    const { id, title, placement } = matched.get(filePlaceKey(row)) ?? {};
    const isPlaced = placement !== undefined && !placing.has(id);
    return { ...row, title: row.title || title || '', isPlaced };
  });
}

/** @param placed the keys of the places of rows that place their sessions */
function skippedRows({ rows, matched }: Matches, placed: readonly string[]) {
  const isPlaced = new Set(placed);
  return rows.flatMap((row) => {
    const key = filePlaceKey(row);
    const submission = matched.get(key);
    const isSkipped = row.room !== '' && row.isCalledOff !== true && !isPlaced.has(key);
    if (submission === undefined || !isSkipped) return [];
    return [{ ...filePlaceOf(row), title: submission.title, room: row.room }];
  });
}

/**
 * The talks of the file, and the sessions of all others.
 * @param unchanged the keys of the places of rows whose session is already in place
 */
function plannedSessions(
  planned: Pick<SchedulePlan, 'unchanged'> & {
    readonly matches: Matches;
    readonly submissions: readonly EventSubmission[];
  },
  { defaultDurationMs, inFile = [] }: ScheduleOptions,
) {
  const { matches, submissions, unchanged } = planned;
  const revived = new Set<string | undefined>();
  for (const { id, isRevived } of submissions) if (isRevived) revived.add(id);
  const isUnchanged = new Set(unchanged);
  const stays = (session: FiledSession) => {
    return isUnchanged.has(filePlaceKey(session)) && !revived.has(session.submissionId);
  };
  const talks = fileSessions(matches, defaultDurationMs).map((session) => {
    return stays(session) ? { ...session, standing: 'unchanged' as const } : session;
  });
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
