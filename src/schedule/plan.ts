// A schedule file set against an event: what would change, and what cannot take place as planned. Pure; as `--json` prints it.
import { difference, type ScheduleChange, type WantedRow } from './changes.ts';
import { type Clash, findClashes } from './clashes.ts';
import { type Candidate, matchSubmissions, type UnknownRow } from './match.ts';
import { fileSessions, otherSessions, wantedPlacement } from './planned-sessions.ts';
import type { ScheduleRow } from './row.ts';
import type { Session } from './session.ts';
import { type EventSubmission, isCalledOff, toSession } from './submissions.ts';
import { offsetOf, toRfc3339 } from './time.ts';
import { assumedDurations, roomWarnings, rowWarnings, sharedRoomWarnings, type Warning } from './warnings.ts';

export interface ScheduleOptions {
  readonly file: string;
  readonly baseUrl: string;
  readonly event: string;
  /** In which starts are told; UTC where there is none. */
  readonly timeZone: string | undefined;
  /** How long a session is where nobody tells. */
  readonly defaultDurationMs: number;
  readonly turnaroundMs: number;
  readonly sharedRooms: readonly string[];
}

export interface PlanCounts {
  readonly rows: number;
  readonly place: number;
  readonly move: number;
  readonly unchanged: number;
  /** Rows that no submission, or more than one, answers to. */
  readonly unknown: number;
}

/** A session as a clash names it. */
export interface ClashSession {
  readonly submissionId: string | null;
  readonly title: string;
  readonly start: string;
  readonly end: string;
  /** Nobody told how long it is, so a default was taken. */
  readonly endAssumed?: true;
  readonly line: number | null;
}

export interface ClashReport extends Omit<Clash, 'sessions'> {
  readonly sessions: readonly [ClashSession, ClashSession];
}

/** Later versions only add to it. Saved, it is bound to the address and the event, and to what it saw. */
export interface SchedulePlan {
  readonly schemaVersion: '1.0';
  readonly file: string;
  readonly baseUrl: string;
  readonly event: string;
  readonly counts: PlanCounts;
  readonly changes: readonly ScheduleChange[];
  readonly unknown: readonly UnknownRow[];
  readonly clashes: readonly ClashReport[];
  readonly warnings: readonly Warning[];
}

/** A plan of changes alone, which are all that a run keeps. */
export function planOf(changes: readonly ScheduleChange[]): Omit<SchedulePlan, 'file' | 'baseUrl' | 'event'> {
  return {
    schemaVersion: '1.0',
    counts: countChanges(changes),
    changes,
    unknown: [],
    clashes: [],
    warnings: [],
  };
}

/** Rows without a room or a start are left where they are, and told of. */
export function planSchedule(
  rows: readonly ScheduleRow[],
  submissions: readonly EventSubmission[],
  options: ScheduleOptions,
): SchedulePlan {
  const { matched, unknown: strange } = matchSubmissions(rows, submissions);
  const wanted = rows.flatMap((row): WantedRow[] => {
    const to = wantedPlacement(row);
    return to === undefined ? [] : [{ ...row, to }];
  });
  const { changes, unchanged } = difference(wanted, matched);
  const wantedLines = new Set(wanted.map(({ line }) => line));
  const unknown = strange.filter(({ line }) => wantedLines.has(line));
  const nearest = new Map(unknown.map(({ line, candidates }) => [line, candidates]));
  const planned = fileSessions(rows, matched, options.defaultDurationMs);
  const others = otherSessions(rows, submissions, matched, options.defaultDurationMs);
  return {
    schemaVersion: '1.0',
    file: options.file,
    baseUrl: options.baseUrl,
    event: options.event,
    counts: {
      ...countChanges(changes),
      rows: rows.length,
      unchanged: unchanged.length,
      unknown: unknown.length,
    },
    changes,
    unknown,
    clashes: reportClashes([...planned, ...others], {
      ...options,
      timeZone: options.timeZone ?? offsetIn(wanted),
    }).filter((clash) => concernsFile(clash) && !isMistaken(clash, nearest)),
    warnings: [
      ...rows.flatMap((row) => rowWarnings(row, matched.get(row.line))),
      ...roomWarnings(rows, submissions),
      ...sharedRoomWarnings(options.sharedRooms, [...planned, ...others]),
      ...assumedDurations(planned, options.defaultDurationMs),
    ],
  };
}

/** How many of them place, and how many move. */
export function countChanges(changes: readonly ScheduleChange[]): PlanCounts {
  const place = changes.filter(({ action }) => action === 'place').length;
  return { rows: changes.length, place, move: changes.length - place, unchanged: 0, unknown: 0 };
}

/** Two sessions that the file does not speak of clash whatever it says; `sessions check` tells of those. */
function concernsFile({ sessions }: ClashReport): boolean {
  return sessions.some(({ line }) => line !== null);
}

/** A row that was mistyped stands where the session that it means stands, most likely. */
function isMistaken(
  { sessions: [a, b] }: ClashReport,
  nearest: ReadonlyMap<number | null, readonly Candidate[]>,
): boolean {
  const means = (one: ClashSession, other: ClashSession) =>
    other.line === null && nearest.get(one.line)?.some(({ id }) => id === other.submissionId) === true;
  return means(a, b) || means(b, a);
}

/** The plan without the rows that nobody could match: what is left out clashes with nothing. */
export function withoutUnknown(plan: SchedulePlan): SchedulePlan {
  const clashes = plan.clashes.filter(({ sessions }) => sessions.every(({ submissionId }) => submissionId !== null));
  return { ...plan, clashes };
}

/** The file's own clock, where nobody says which is meant. */
function offsetIn([row]: readonly WantedRow[]): string | undefined {
  return row && offsetOf(row.to.start);
}

/** What an event holds, without a file: its clashes alone. */
export function checkSessions(
  submissions: readonly EventSubmission[],
  options: Omit<ScheduleOptions, 'file'>,
): { readonly clashes: readonly ClashReport[]; readonly warnings: readonly Warning[]; readonly sessions: number } {
  const held = submissions.filter((each) => !isCalledOff(each));
  const sessions = held.flatMap((each) => toSession(each, options.defaultDurationMs) ?? []);
  return {
    clashes: reportClashes(sessions, options),
    warnings: [
      ...sharedRoomWarnings(options.sharedRooms, sessions),
      ...assumedDurations(sessions, options.defaultDurationMs),
    ],
    sessions: sessions.length,
  };
}

function reportClashes(sessions: readonly Session[], options: Omit<ScheduleOptions, 'file'>): readonly ClashReport[] {
  const zone = options.timeZone ?? 'UTC';
  const tell = ({ submissionId, title, startMs, endMs, isDurationAssumed, line }: Session): ClashSession => ({
    submissionId: submissionId ?? null,
    title,
    start: toRfc3339(startMs, zone),
    end: toRfc3339(endMs, zone),
    ...(isDurationAssumed && { endAssumed: true }),
    line: line ?? null,
  });
  return findClashes(sessions, options).map(({ sessions: [a, b], ...clash }) => ({
    ...clash,
    sessions: [tell(a), tell(b)],
  }));
}
