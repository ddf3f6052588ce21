// Turns what a run has written to the schedule into the moves that take it back. Pure.
import type { BeforeChange } from '../runs/entry.ts';
import type { FinalRow, RunEffects } from '../runs/written.ts';
import type { ScheduleChange } from './changes.ts';
import type { EventSubmission, Placement } from './submissions.ts';

/** @param program for the titles */
export function undoPlacements({ changed, unsaved }: RunEffects, program: readonly EventSubmission[]) {
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
export function placementIn({ room, start }: BeforeChange['fields'], side: 'from' | 'to'): Placement | undefined {
  const [where, when] = [room?.[side], start?.[side]];
  return typeof where === 'string' && typeof when === 'string' ? { room: where, start: when } : undefined;
}
