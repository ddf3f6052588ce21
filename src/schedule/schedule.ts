// A schedule file set against an event: what would change, and what cannot take place as planned. Pure; as `--json` prints it.
import { type Clash, findClashes } from './clashes.ts';
import { type Change, difference, type Matches, matchRows, type UnknownRow, type WantedRow } from './plan.ts';
import { enrich, isCalledOff, type Placement, type Submission, toSession } from './program.ts';
import type { ScheduleRow } from './row.ts';
import type { Session } from './session.ts';
import { toRfc3339 } from './time.ts';
import { assumedDurations, roomWarnings, rowWarnings, type Warning } from './warnings.ts';

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

export interface ToldClash extends Omit<Clash, 'sessions'> {
  readonly sessions: readonly [ClashSession, ClashSession];
}

/** Later versions only add to it. Saved, it is bound to the address and the event, and to what it saw. */
export interface SchedulePlan {
  readonly schemaVersion: '1.0';
  readonly file: string;
  readonly baseUrl: string;
  readonly event: string;
  readonly counts: PlanCounts;
  readonly changes: readonly Change[];
  readonly unknown: readonly UnknownRow[];
  readonly clashes: readonly ToldClash[];
  readonly warnings: readonly Warning[];
}

/** A plan of changes alone, which are all that a run keeps. */
export function planOf(changes: readonly Change[]): Omit<SchedulePlan, 'file' | 'baseUrl' | 'event'> {
  return {
    schemaVersion: '1.0',
    counts: countChanges(changes),
    changes,
    unknown: [],
    clashes: [],
    warnings: [],
  };
}

/** Where a row wants its session; undefined where it does not say both where and when. */
function wishOf({ room, start }: ScheduleRow): Placement | undefined {
  return start === undefined || room === '' ? undefined : { room, start };
}

/** Rows without a room or a start are left where they are, and told of. */
export function planSchedule(
  rows: readonly ScheduleRow[],
  submissions: readonly Submission[],
  options: ScheduleOptions,
): SchedulePlan {
  const { matched, unknown: strange } = matchRows(rows, submissions);
  const wanted = rows.flatMap((row): WantedRow[] => {
    const to = wishOf(row);
    return to === undefined ? [] : [{ ...row, to }];
  });
  const { changes, unchanged } = difference(wanted, matched);
  const wantedLines = new Set(wanted.map(({ line }) => line));
  const unknown = strange.filter(({ line }) => wantedLines.has(line));
  const planned = plannedSessions(rows, matched, options.defaultDurationMs);
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
    clashes: tellClashes([...planned, ...others], options).filter(concernsFile),
    warnings: [
      ...rows.flatMap((row) => rowWarnings(row, matched.get(row.line))),
      ...roomWarnings(rows, submissions),
      ...assumedDurations(planned, options.defaultDurationMs),
    ],
  };
}

export function countChanges(changes: readonly Change[]): PlanCounts {
  const place = changes.filter(({ action }) => action === 'place').length;
  return { rows: changes.length, place, move: changes.length - place, unchanged: 0, unknown: 0 };
}

/** Two sessions that the file does not speak of clash whatever it says; `sessions check` tells of those. */
function concernsFile({ sessions }: ToldClash): boolean {
  return sessions.some(({ line }) => line !== null);
}

/** What an event holds, without a file: its clashes alone. */
export function checkProgram(
  submissions: readonly Submission[],
  options: Omit<ScheduleOptions, 'file'>,
): { readonly clashes: readonly ToldClash[]; readonly warnings: readonly Warning[]; readonly sessions: number } {
  const held = submissions.filter((each) => !isCalledOff(each));
  const sessions = held.flatMap((each) => toSession(each, options.defaultDurationMs) ?? []);
  return {
    clashes: tellClashes(sessions, options),
    warnings: assumedDurations(sessions, options.defaultDurationMs),
    sessions: sessions.length,
  };
}

type Matched = Matches['matched'];

/** The file's sessions, as they would stand. */
function plannedSessions(
  rows: readonly ScheduleRow[],
  matched: Matched,
  defaultDurationMs: number,
): readonly Session[] {
  return rows.flatMap((row): Session[] => {
    const { line, title } = row;
    const placement = wishOf(row);
    if (placement === undefined) return [];
    const submission = matched.get(line) ?? { ...unmatched, title };
    const session = toSession({ ...enrich(submission, row), placement }, defaultDurationMs);
    return session === undefined ? [] : [{ ...session, submissionId: submission.id || undefined, line }];
  });
}

/** Those that the file leaves where they stand, with what it tells of them all the same. */
function otherSessions(
  rows: readonly ScheduleRow[],
  submissions: readonly Submission[],
  matched: Matched,
  defaultDurationMs: number,
): readonly Session[] {
  const told = new Map<string, ScheduleRow>();
  const moved = new Set<string>();
  for (const row of rows) {
    const id = matched.get(row.line)?.id;
    if (id === undefined) continue;
    if (wishOf(row) === undefined) told.set(id, row);
    else moved.add(id);
  }
  return submissions
    .filter((each) => !moved.has(each.id) && !isCalledOff(each))
    .flatMap((each) => toSession(enrich(each, told.get(each.id)), defaultDurationMs) ?? []);
}

const unmatched: Submission = {
  id: '',
  title: '',
  submitterEmail: undefined,
  people: [],
  track: undefined,
  format: undefined,
  status: undefined,
  abstract: undefined,
  placement: undefined,
  durationMs: undefined,
};

function tellClashes(sessions: readonly Session[], options: Omit<ScheduleOptions, 'file'>): readonly ToldClash[] {
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
