// A schedule file set against an event: what would change, and what cannot take place as planned. Pure; as `--json` prints it.
import { type Clash, findClashes } from './clashes.ts';
import { type Change, difference, type UnknownRow, type WantedRow } from './plan.ts';
import { enrich, isCalledOff, type Submission, toSession } from './program.ts';
import type { Session } from './session.ts';
import type { ScheduleRow } from './sheet.ts';
import { toRfc3339 } from './time.ts';

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

export interface Warning {
  readonly code: 'no_start' | 'no_room' | 'assumed_duration';
  readonly line?: number;
  readonly message: string;
}

/** A session as a clash names it. */
export interface ClashSession {
  readonly submissionId: string | null;
  readonly title: string;
  readonly start: string;
  readonly end: string;
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

/** What a file's rows want, as far as they say where and when. */
export function wantedRows(rows: readonly ScheduleRow[]): readonly WantedRow[] {
  return rows.flatMap(({ line, submissionId, title, submitterEmail, room, start }) =>
    start === undefined || room === '' ? [] : [{ line, submissionId, title, submitterEmail, to: { room, start } }],
  );
}

/** Rows without a room or a start are left where they are, and told of. */
export function planSchedule(
  rows: readonly ScheduleRow[],
  submissions: readonly Submission[],
  options: ScheduleOptions,
): SchedulePlan {
  const { changes, unchanged, unknown, matched } = difference(wantedRows(rows), submissions);
  const sessions = sessionsAfter(rows, submissions, matched, options.defaultDurationMs);
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
    clashes: tellClashes(sessions, options).filter(concernsFile),
    warnings: [...rows.flatMap(unplaced), ...assumedDurations(sessions, options.defaultDurationMs)],
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

/** The program as it would be: the file's sessions, and those of the event that the file does not speak of. */
function sessionsAfter(
  rows: readonly ScheduleRow[],
  submissions: readonly Submission[],
  matched: ReadonlyMap<number, Submission>,
  defaultDurationMs: number,
): readonly Session[] {
  const planned = rows.flatMap((row): Session[] => {
    const { line, title, room, start } = row;
    if (start === undefined || room === '') return [];
    const submission = matched.get(line) ?? { ...unmatched, title };
    const session = toSession({ ...enrich(submission, row), placement: { room, start } }, defaultDurationMs);
    return session === undefined ? [] : [{ ...session, submissionId: submission.id || undefined, line }];
  });
  const spokenOf = new Set([...matched.values()].map(({ id }) => id));
  const others = submissions
    .filter((each) => !spokenOf.has(each.id) && !isCalledOff(each))
    .flatMap((each) => toSession(each, defaultDurationMs) ?? []);
  return [...planned, ...others];
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
  const tell = ({ submissionId, title, startMs, endMs, line }: Session): ClashSession => ({
    submissionId: submissionId ?? null,
    title,
    start: toRfc3339(startMs, zone),
    end: toRfc3339(endMs, zone),
    line: line ?? null,
  });
  return findClashes(sessions, options).map(({ sessions: [a, b], ...clash }) => ({
    ...clash,
    sessions: [tell(a), tell(b)],
  }));
}

function unplaced({ line, title, submissionId, room, startMs }: ScheduleRow): readonly Warning[] {
  const name = title === '' ? (submissionId ?? 'the row') : JSON.stringify(title);
  if (startMs === undefined)
    return [{ code: 'no_start', line, message: `${name} has no start; it is left where it is` }];
  return room === '' ? [{ code: 'no_room', line, message: `${name} has no room; it is left where it is` }] : [];
}

/** Says how many sessions' lengths are not known, if any. */
export function assumedDurations(sessions: readonly Session[], defaultDurationMs: number): readonly Warning[] {
  const count = sessions.filter(({ isDurationAssumed }) => isDurationAssumed).length;
  if (count === 0) return [];
  const minutes = Math.round(defaultDurationMs / 60_000);
  const what = count === 1 ? '1 session has' : `${count} sessions have`;
  return [
    {
      code: 'assumed_duration',
      message: `${what} no duration or end; ${minutes} minutes are assumed (--default-duration)`,
    },
  ];
}
