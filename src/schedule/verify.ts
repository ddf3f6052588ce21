// Compares what a run has written to the schedule with the placements of the event. Pure.
import { type RowFinding, summarize, type Verification } from '../runs/verification.ts';
import type { RunEffects } from '../runs/written.ts';
import { differingFields } from './changes.ts';
import type { EventSubmission } from './submissions.ts';
import { placementIn } from './undo.ts';

/** @param program all submissions of the event: one that is not in it is gone */
export function verifyPlacements({ changed, unsaved }: RunEffects, program: readonly EventSubmission[]): Verification {
  const byId = new Map(program.map((submission) => [submission.id, submission]));
  const findings = [...changed].map(({ row, id, fields }): RowFinding => {
    const submission = byId.get(id);
    const wrote = placementIn(fields, 'to');
    if (wrote === undefined || submission?.unreadable !== undefined) return undefined;
    const name = submission?.title ?? '';
    if (submission === undefined) return [{ row, id, name, field: null, wrote: null, now: null }];
    const now = submission.placement;
    const differing = now === undefined ? (['room', 'start'] as const) : differingFields(now, wrote);
    return differing.map((field) => ({ row, id, name, field, wrote: wrote[field], now: now?.[field] ?? null }));
  });
  return summarize([...findings, ...unsaved.map(() => undefined)]);
}
