// Compares what a run has written to the schedule with the placements of the event, and turns it into the moves that take it back. Pure.
import type { BeforeChange } from '../runs/entry.ts';
import { type RowFinding, summarize, type Verification } from '../runs/verification.ts';
import type { FinalRow, Written } from '../runs/written.ts';
import { isSameRoom, isSameStart, type ScheduleChange } from './changes.ts';
import type { EventSubmission, Placement } from './submissions.ts';

/** @param program for the titles */
export function undoPlacements({ changed, unsaved }: Written, program: readonly EventSubmission[]) {
  const titles = new Map(program.map(({ id, title }) => [id, title]));
  const changes: ScheduleChange[] = [];
  const final: FinalRow[] = [];
  for (const { row: line, id: submissionId, fields } of changed) {
    const [from, to] = [placementIn(fields, 'to'), placementIn(fields, 'from')];
    if (from === undefined) continue;
    if (to === undefined) final.push({ kind: 'placed', row: line, id: submissionId });
    else changes.push({ action: 'move', submissionId, title: titles.get(submissionId) ?? '', line, from, to });
  }
  for (const { row, id } of unsaved) final.push({ kind: 'not_saved', row, id });
  return { changes, final };
}

/** The placement that a change wrote, or replaced; undefined if there was none. */
function placementIn({ room, start }: BeforeChange['fields'], side: 'from' | 'to'): Placement | undefined {
  const [where, when] = [room?.[side], start?.[side]];
  return typeof where === 'string' && typeof when === 'string' ? { room: where, start: when } : undefined;
}

const isSame = { room: isSameRoom, start: isSameStart };

/** @param program all submissions of the event: one that is not in it is gone */
export function verifyPlacements({ changed, unsaved }: Written, program: readonly EventSubmission[]): Verification {
  const byId = new Map(program.map((submission) => [submission.id, submission]));
  const findings = [...changed].map(({ row, id, fields }): RowFinding => {
    const submission = byId.get(id);
    const wrote = placementIn(fields, 'to');
    if (wrote === undefined || submission?.unreadable !== undefined) return undefined;
    const name = submission?.title ?? '';
    if (submission === undefined) return [{ row, id, name, field: null, wrote: null, now: null }];
    const now = submission.placement;
    const differing = (['room', 'start'] as const).filter((field) => now === undefined || !isSame[field](now, wrote));
    return differing.map((field) => ({ row, id, name, field, wrote: wrote[field], now: now?.[field] ?? null }));
  });
  return summarize([...findings, ...unsaved.map(() => undefined)]);
}
