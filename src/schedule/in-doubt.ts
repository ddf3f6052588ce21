// Placements that earlier runs have sent and that nobody answered: they may still take effect, and undo what is sent now.

import { isSameTarget, type Runs, type Target } from '../runs/folder.ts';
import { inDoubt } from '../runs/history.ts';
import { readJsonLines } from '../runs/json-lines.ts';
import { isSame, type ScheduleChange } from './changes.ts';
import { readChange } from './saved-plan.ts';
import type { EventSubmission } from './submissions.ts';

export interface PlacementInDoubt {
  readonly change: ScheduleChange;
  /** When it has taken effect, or never will; in milliseconds since 1970. */
  readonly settledAt: number;
}

export interface InDoubtOptions {
  readonly runs: Runs;
  readonly target: Target;
  readonly now: number;
  /** How long a service may take over a request, in milliseconds. */
  readonly settleMs: number;
}

/** What runs of the target have on its way, whether or not another has done their work since. */
export async function findPlacementsInDoubt(options: InDoubtOptions): Promise<readonly PlacementInDoubt[]> {
  const { runs, target, now, settleMs } = options;
  const found: PlacementInDoubt[] = [];
  for (const { header, ended } of await runs.list()) {
    if (!isSameTarget(header, target)) continue;
    const folder = runs.folder(header.run);
    const settledAt = (await folder.touchedAt()) + settleMs;
    if (settledAt <= now) {
      if (ended !== undefined) await folder.forgetRows();
      continue;
    }
    const rows = await inDoubt(folder.entries());
    if (rows.size === 0) continue;
    let row = 0;
    for await (const change of readJsonLines(folder.rowsPath)) {
      if (rows.has(++row)) found.push({ change: readChange(change), settledAt });
    }
  }
  return found;
}

/** Those that would take their session away from where the changes, or else the program, have it. */
export function conflictingPlacements(
  underWay: readonly PlacementInDoubt[],
  changes: readonly ScheduleChange[],
  program: readonly EventSubmission[],
): readonly PlacementInDoubt[] {
  const standing = new Map(program.map(({ id, placement }) => [id, placement]));
  const places = new Map([...standing, ...changes.map(({ submissionId, to }) => [submissionId, to] as const)]);
  return underWay.filter(({ change: { submissionId, to } }) => {
    const place = places.get(submissionId);
    return place === undefined || !isSame(place, to);
  });
}
