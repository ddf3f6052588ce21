// The program as a schedule file would have it: the sessions that it moves, and those that it leaves where they stand. Pure.
import type { Matches } from './match.ts';
import type { ScheduleRow } from './row.ts';
import type { Session } from './session.ts';
import { type EventSubmission, enrich, isCalledOff, type Placement, toSession } from './submissions.ts';

/** Where a row wants its session; undefined where it does not say both where and when. */
export function wantedPlacement({ room, start }: ScheduleRow): Placement | undefined {
  return start === undefined || room === '' ? undefined : { room, start };
}

type Matched = Matches['matched'];

/** The file's sessions, as they would stand; those that are called off take place nowhere. */
export function fileSessions(
  rows: readonly ScheduleRow[],
  matched: Matched,
  defaultDurationMs: number,
): readonly Session[] {
  return rows.flatMap((row): Session[] => {
    const { line, title } = row;
    const placement = wantedPlacement(row);
    if (placement === undefined) return [];
    const submission = matched.get(line) ?? { ...unmatched, title };
    if (isCalledOff(submission)) return [];
    const session = toSession({ ...enrich(submission, row), placement }, defaultDurationMs);
    return session === undefined ? [] : [{ ...session, submissionId: submission.id || undefined, line }];
  });
}

/** Those that the file leaves where they stand, with what it tells of them all the same. */
export function otherSessions(
  rows: readonly ScheduleRow[],
  submissions: readonly EventSubmission[],
  matched: Matched,
  defaultDurationMs: number,
): readonly Session[] {
  const told = new Map<string, ScheduleRow>();
  const moved = new Set<string>();
  for (const row of rows) {
    const id = matched.get(row.line)?.id;
    if (id === undefined) continue;
    if (wantedPlacement(row) === undefined) told.set(id, row);
    else moved.add(id);
  }
  return submissions
    .filter((each) => !moved.has(each.id) && !isCalledOff(each))
    .flatMap((each) => toSession(enrich(each, told.get(each.id)), defaultDurationMs) ?? []);
}

/** A submission of which nothing is known. */
export const unmatched: EventSubmission = {
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
