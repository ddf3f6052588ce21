// Owns the placements in doubt: earlier runs sent them and got no response, so they may still take effect and undo a new run.
import type { Target } from '../runs/entry.ts';
import type { Runs } from '../runs/folder.ts';
import { readJsonLines } from '../runs/json-lines.ts';
import { findLateRequests } from '../runs/late-requests.ts';
import { isSamePlacement, type ScheduleChange } from './changes.ts';
import { readChange } from './saved-plan.ts';
import type { EventSubmission } from './submissions.ts';

export interface PlacementInDoubt {
  readonly change: ScheduleChange;
  /** After this moment it has taken effect, or never will; in milliseconds since 1970. */
  readonly until: number;
}

export interface InDoubtOptions {
  readonly runs: Runs;
  readonly target: Target;
  readonly now: number;
  /** How long after it was sent a request may still take effect, in milliseconds. */
  readonly lateMs: number;
}

/** The placements of earlier runs of the target that may still take effect, even if another run has replaced those runs. */
export async function findPlacementsInDoubt({
  target,
  ...options
}: InDoubtOptions): Promise<readonly PlacementInDoubt[]> {
  const found: PlacementInDoubt[] = [];
  for (const { folder, rows, until } of await findLateRequests(target, options)) {
    let row = 0;
    for await (const { line, value } of readJsonLines(folder.rowsPath)) {
      if (rows.has(++row)) found.push({ change: readChange(value, folder.rowsPath, line), until });
    }
  }
  return found;
}

/** The placements in doubt that contradict the changes or, for other sessions, their present placement. */
export function conflictingPlacements(
  inDoubt: readonly PlacementInDoubt[],
  changes: readonly ScheduleChange[],
  program: readonly EventSubmission[],
): readonly PlacementInDoubt[] {
  const present = new Map(program.map(({ id, placement }) => [id, placement]));
  const places = new Map([...present, ...changes.map(({ submissionId, to }) => [submissionId, to] as const)]);
  return inDoubt.filter(({ change: { submissionId, to } }) => {
    const place = places.get(submissionId);
    return place === undefined || !isSamePlacement(place, to);
  });
}
