// Owns the plan of a schedule file for an event: what would change, what clashes, and what needs a warning. Pure.
import { difference, type WantedRow } from './changes.ts';
import { reportClashes } from './clash-report.ts';
import { clocksOf } from './dates/zoned-time.ts';
import type { FileAlone } from './file-alone.ts';
import { resolveCells } from './grid/cell.ts';
import { type Matches, matchSubmissions } from './match.ts';
import { type Place, placeKey, placeOf } from './place.ts';
import { type CreationOptions, planCreations } from './plan-creations.ts';
import {
  breakSessions,
  fileSessions,
  isInFile,
  isOutsideFile,
  otherSessions,
  wantedPlacement,
} from './planned-sessions.ts';
import type { ScheduleRow } from './row.ts';
import { type BreakRow, countChanges, type SchedulePlan, type SessionCheck } from './schedule-plan.ts';
import type { Session } from './session.ts';
import { type EventSubmission, isCalledOff, type Placement, toSession } from './submissions.ts';
import {
  breakWarnings,
  clockWarnings,
  durationWarnings,
  peopleWarnings,
  placementWarnings,
  roomWarnings,
  rowWarnings,
  sharedRoomWarnings,
  slotWarnings,
  submitterWarnings,
} from './warnings.ts';

export interface ScheduleOptions {
  readonly file: string;
  readonly baseUrl: string;
  readonly event: string;
  /** The zone in which clashes state their times; if undefined, the offset that most sessions have. */
  readonly timeZone: string | undefined;
  /** The duration of a session whose duration is unknown. */
  readonly defaultDurationMs: number;
  readonly turnaroundMs: number;
  readonly sharedRooms: readonly string[];
  /** Whether submissions are created for talks that have none; the address is for rows without one. */
  readonly create?: Omit<CreationOptions, 'file'> | undefined;
  /** Those of an earlier plan of the same rows; undefined to decide which rows are breaks. */
  readonly breaks?: SchedulePlan['breaks'];
}

/** Plans a file's rows. A row without a room or a start changes nothing and gets a warning. */
export function planSchedule(
  given: readonly ScheduleRow[],
  submissions: readonly EventSubmission[],
  options: ScheduleOptions,
): SchedulePlan {
  const resolved = resolveCells(given, submissions);
  const { matched, breaks, emptySlots, unknown: unmatched } = matchSubmissions(resolved, submissions, options.breaks);
  const rows = resolved.filter((row) => !emptySlots.has(placeKey(row)));
  const wanted = rows.flatMap((row): (WantedRow & ScheduleRow)[] => {
    const to = wantedPlacement(row);
    return to === undefined ? [] : [{ ...row, to }];
  });
  const { changes, unchanged, further } = difference(wanted, matched);
  const wantedPlaces = new Set(wanted.map(placeKey));
  const found = unmatched.filter((row) => wantedPlaces.has(placeKey(row)));
  const {
    creations,
    unknown,
    further: furtherNew,
    similar,
  } = options.create === undefined
    ? { creations: undefined, unknown: found, further: [], similar: [] }
    : planCreations(wanted, found, { file: options.file, ...options.create });
  const newPlaces = new Set([...(creations ?? []), ...furtherNew.map(({ row }) => row)].map(placeKey));
  const breakRows = rows.filter((row) => breaks.has(placeKey(row)));
  const planned = fileSessions(
    rows.filter((row) => !breaks.has(placeKey(row))),
    matched,
    options.defaultDurationMs,
  ).map((session) =>
    isInFile(session) && newPlaces.has(placeKey(session)) ? { ...session, isNew: true as const } : session,
  );
  const others = otherSessions(rows, submissions, matched, options.defaultDurationMs);
  const between = breakSessions(rows, breaks, options.defaultDurationMs);
  const sessions = [...planned, ...between, ...others];
  const placesInUse = new Set(unchanged);
  const { clashWarnings, ...clashes } = reportClashes(
    sessions,
    inZone(
      options,
      wanted.map(({ to }) => to.start),
    ),
    (each) => !isInFile(each) || placesInUse.has(placeKey(each)),
  );
  return {
    schemaVersion: '1.0',
    file: options.file,
    baseUrl: options.baseUrl,
    event: options.event,
    counts: {
      rows: resolved.length,
      ...countChanges(changes),
      unchanged: unchanged.length,
      unknown: unknown.length,
      breaks: breakRows.length,
      ...(creations !== undefined && { create: creations.length }),
    },
    changes,
    ...(creations !== undefined && { creations }),
    unknown,
    breaks: breakRows.map(titled),
    ...(emptySlots.size > 0 && { emptySlots: resolved.filter((row) => emptySlots.has(placeKey(row))).map(titled) }),
    ...clashes,
    warnings: [
      ...clockWarnings(rows, options.timeZone),
      ...rows.flatMap((row) => {
        if (breaks.has(placeKey(row))) return breakWarnings(row);
        return rowWarnings(row, matched.get(placeKey(row)), newPlaces.has(placeKey(row)) ? row.title : undefined);
      }),
      ...slotWarnings([...further, ...furtherNew]),
      ...similar,
      ...placementWarnings(submissions, placesOf(rows, matched)),
      ...peopleWarnings(rows),
      ...roomWarnings(rows, roomsIn(submissions)),
      ...sharedRoomWarnings(options.sharedRooms, sessions),
      ...submitterWarnings([...planned, ...others], options, {
        standIn: options.create?.submitterEmail,
        apart: isOutsideFile,
      }),
      ...durationWarnings(planned, options.defaultDurationMs),
      ...clashWarnings,
    ],
  };
}

function titled(row: ScheduleRow): BreakRow {
  return { ...placeOf(row), title: row.title };
}

/** By the submission's id, the place of its last row. */
function placesOf(rows: readonly ScheduleRow[], matched: Matches['matched']): ReadonlyMap<string, Place> {
  return new Map(
    rows.flatMap((row) => {
      const id = matched.get(placeKey(row))?.id;
      return id === undefined ? [] : [[id, placeOf(row)] as const];
    }),
  );
}

/** What plans and checks have in common. */
export type CheckOptions = Pick<ScheduleOptions, 'timeZone' | 'defaultDurationMs' | 'turnaroundMs' | 'sharedRooms'>;

/** The clashes among an event's sessions. @param breaks of the schedule file, if there is one */
export function checkSessions(
  submissions: readonly EventSubmission[],
  options: CheckOptions,
  breaks: readonly Session[] = [],
): SessionCheck {
  const active = submissions.filter((each) => !isCalledOff(each));
  const given = { sessions: [...breaks, ...sessionsOf(active, options)], starts: startsOf(active) };
  const { warnings, ...checked } = checkAlone(given, options);
  return { ...checked, warnings: [...placementWarnings(active), ...warnings] };
}

/** The clashes among sessions, of an event or of a file by itself. */
export function checkAlone(given: Pick<FileAlone, 'sessions' | 'starts'>, options: CheckOptions): SessionCheck {
  const { clashWarnings, ...clashes } = reportClashes(given.sessions, inZone(options, given.starts));
  const talks = given.sessions.filter(({ isBreak }) => isBreak !== true);
  return {
    ...clashes,
    warnings: [
      ...sharedRoomWarnings(options.sharedRooms, talks),
      ...submitterWarnings(talks, options),
      ...durationWarnings(talks, options.defaultDurationMs),
      ...clashWarnings,
    ],
    sessions: talks.length,
  };
}

/** What a session clashes with in another place. The event has its submission, `id`. */
export function checkPlacement(
  { id, ...placement }: Placement & { readonly id: string },
  submissions: readonly EventSubmission[],
  options: CheckOptions,
): Omit<SessionCheck, 'sessions'> {
  const active = submissions.filter((each) => !isCalledOff(each));
  const moved = active.map((each) => (each.id === id ? { ...each, placement } : each));
  const { clashWarnings, ...clashes } = reportClashes(
    sessionsOf(moved, options),
    inZone(options, startsOf(submissions)),
    ({ submissionId }) => submissionId !== id,
  );
  return { ...clashes, warnings: [...roomWarnings([placement], roomsIn(submissions)), ...clashWarnings] };
}

function sessionsOf(submissions: readonly EventSubmission[], { defaultDurationMs }: CheckOptions): readonly Session[] {
  return submissions.flatMap((each) => toSession(each, defaultDurationMs) ?? []);
}

function roomsIn(submissions: readonly EventSubmission[]): readonly string[] {
  return submissions.flatMap(({ placement }) => placement?.room ?? []);
}

function startsOf(submissions: readonly EventSubmission[]): readonly string[] {
  return submissions.flatMap(({ placement }) => placement?.start ?? []);
}

function inZone<Options extends CheckOptions>(options: Options, starts: readonly string[]): Options {
  return { ...options, timeZone: options.timeZone ?? clocksOf(starts).usual };
}
