// Turns what the parts of a run have changed into the changes that undo them, and words what
// remains. Must not read from the service.

import type { Change } from '../../../changes/change.ts';
import { isSamePlace, nowhere, placeIn } from '../../../changes/place.ts';
import { amount, plural } from '../../../contract/amount.ts';
import { type FileResource, fileResources, singularOf } from '../../../contract/endpoint.ts';
import type { InputFault } from '../../../errors.ts';
import type { PlannedChanges } from '../../../plans/event-run.ts';
import type { RunHeader } from '../../../runs/entry.ts';
import { type FinalRow, undoOf } from '../../../runs/undo.ts';
import type { CheckOptions } from '../../../schedule/clashes/check.ts';
import { placing } from '../../../schedule/plan/difference.ts';
import { planPlacements } from '../../../schedule/plan/known-changes.ts';
import type { MakePlan } from '../../../schedule/plan/plan.ts';
import type { EventSubmission } from '../../../schedule/submissions.ts';
import type { AddDetails } from '../sessions/schedule-file.ts';
import type { WrittenPart } from './find.ts';

interface UndoTerms {
  /** Whether submissions that the run created get the status `withdrawn`. */
  readonly withdraws: boolean;
  /** How sessions are checked that move back. */
  readonly checks: CheckOptions;
  readonly withDetails: AddDetails;
}

/** What undoes each part of the run, and what cannot be undone. */
export function undoParts(parts: readonly WrittenPart[], { withdraws, ...terms }: UndoTerms) {
  const remains: InputFault[] = [];
  let changes = 0;
  let lost = 0;
  const undoFor = (resource: string) => {
    const part = parts.find((part) => part.resource === resource);
    if (part === undefined) return undefined;
    const undo = undoOf(part.written, withdraws && resource === 'submissions');
    remains.push(...finalFaults(undo.final, resource, 'pass --withdraw'));
    changes += undo.changes.length;
    lost += undo.final.filter(({ kind }) => kind !== 'created').length;
    return undo.changes.length === 0 ? undefined : undo.changes;
  };
  const [sessions, submissions, speakers] = fileResources.toReversed().map(undoFor);
  const undone: PlannedChanges = {
    sessions: sessions && movingBack(sessions, terms),
    submissions,
    speakers,
  };
  return {
    undone,
    remains,
    /** Whether it changed records, whose old values are all unknown. */
    isLost: changes === 0 && lost > 0,
  };
}

/** How messages call the rows of a run that are undone, which have no file. */
export function undoneFile({ run }: RunHeader, resource: FileResource): string {
  return `run ${run}, ${resource}`;
}

function movingBack(
  changes: readonly Change[],
  { checks, withDetails }: Omit<UndoTerms, 'withdraws'>,
): MakePlan {
  return (listed, rooms) => {
    const { submissions, inFile, file } = withDetails(listed, checks.defaultDurationMs, rooms);
    return planPlacements(movesBack(changes, listed), submissions, { ...checks, file, inFile });
  };
}

/** A session may be where it waited for its place. */
function movesBack(changes: readonly Change[], program: readonly EventSubmission[]) {
  const byId = new Map(program.map((submission) => [submission.id, submission]));
  return changes.flatMap((change): Change | readonly [] => {
    const { names, fields, base = nowhere, interims = [] } = change;
    const talk = names.id === undefined ? undefined : byId.get(names.id);
    const { title = '', placement } = talk ?? {};
    const [wrote, to] = [placeIn(base), placeIn(fields)];
    if (wrote === undefined && to === undefined) return [];
    const waited = interims.map(placeIn).find((place) => isSamePlace(place, placement));
    return placing({ names, title, from: waited ?? wrote, to }, change);
  });
}

/**
 * What an undo leaves as it is, and why; a sentence for each reason.
 * @param withdrawing how to have it withdraw the submissions that the run created
 */
export function finalFaults(
  final: readonly FinalRow[],
  resource: string,
  withdrawing: string,
): readonly InputFault[] {
  const noun = singularOf(resource);
  const count = (kind: FinalRow['kind']) => final.filter((row) => row.kind === kind).length;
  const [created, unsaved] = [count('created'), count('not_saved')];
  const hidden = final.filter(({ kind }) => kind === 'not_shown');
  const fields = [...new Set(hidden.flatMap((row) => row.fields ?? []))];
  const withdraw =
    resource === 'submissions'
      ? `; to set ${plural(created, 'its', 'their')} status to withdrawn, ${withdrawing}`
      : '';
  const texts = [
    created > 0
      ? `${amount(created, `new ${noun} remains`, `new ${noun}s remain`)}: the API cannot ` +
        `delete${withdraw}`
      : '',
    hidden.length > 0
      ? `${fields.join(', ')} of ${amount(hidden.length, noun)} cannot be restored: the ` +
        `service did not return the old ${plural(fields.length, 'value')}`
      : '',
    unsaved > 0 ? `${amount(unsaved, 'row')} cannot be undone: the old values were not saved` : '',
  ].filter(Boolean);
  return texts.map((message) => ({ code: 'remains', message }));
}
