// Turns what the parts of a run have changed into the changes that undo them. Must not read from the service.

import { kinds } from '../../../program/kinds.ts';
import type { ProgramChanges, ScheduleInput } from '../../../program/run.ts';
import type { RunHeader } from '../../../runs/entry.ts';
import { type Undo, undoOf } from '../../../runs/undo.ts';
import { placementIn, type ScheduleChange } from '../../../schedule/changes.ts';
import { planPlacements } from '../../../schedule/plan.ts';
import type { WrittenPart } from './find.ts';
import type { FinalPart } from './undo-notices.ts';

/** What undoes each part of the run, and what cannot be undone. */
export function undoParts(
  header: RunHeader,
  parts: readonly WrittenPart[],
  { withdraws, timeZone }: { readonly withdraws: boolean; readonly timeZone: string | undefined },
) {
  const finals: FinalPart[] = [];
  let changes = 0;
  const undoFor = (resource: string) => {
    const part = parts.find((each) => each.resource === resource);
    if (part === undefined) return undefined;
    const undo = undoOf(part.written, withdraws && resource === 'submissions');
    finals.push({ resource, rows: undo.final });
    changes += undo.changes.length;
    return undo.changes.length === 0 ? undefined : { file: `run ${header.run}, ${resource}`, changes: undo.changes };
  };
  const [sessions, submissions, speakers] = kinds.toReversed().map(undoFor);
  const undone: ProgramChanges = {
    sessions: sessions && toSchedule(sessions, header, timeZone),
    submissions,
    speakers,
  };
  return { undone, finals, changes };
}

function toSchedule(
  { file, changes }: { readonly file: string; readonly changes: Undo['changes'] },
  { event, baseUrl }: RunHeader,
  timeZone: string | undefined,
): ScheduleInput {
  return {
    file,
    makePlan(program) {
      const titles = new Map(program.map(({ id, title }) => [id, title]));
      return planPlacements(movesBack(changes, titles), program, { file, event, baseUrl, timeZone });
    },
  };
}

function movesBack(changes: Undo['changes'], titles: ReadonlyMap<string, string>) {
  return [...changes].flatMap(({ id, line, fields }): ScheduleChange[] => {
    const [from, to] = [placementIn(fields, 'from'), placementIn(fields, 'to')];
    if (from === undefined || to === undefined) return [];
    return [{ action: 'move', submissionId: id, title: titles.get(id) ?? '', line, from, to }];
  });
}
