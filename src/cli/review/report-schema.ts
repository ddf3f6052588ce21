// Describes the plan of one or more kinds of records, and the report of its run. Loaded only for JSON Schemas; types follow from it.
import {
  array,
  boolean,
  describe,
  exactOptional,
  extend,
  int,
  nullable,
  object,
  enum as oneOf,
  optional,
  string,
} from 'zod/mini';
import { count, rowFault, schemaVersion } from '../../contract/document.ts';
import { reportCounts } from '../../import/report-schema.ts';
import { comparisons, conflicts } from '../../program/report-schema.ts';
import { schedulePlan } from '../../schedule/saved-plan.ts';
import { planChanges, planHead } from '../commands/changes/plan-schema.ts';

const recordsPart = nullable(object({ ...planHead, rejects: array(rowFault), changes: planChanges })).check(
  describe('Null without changes'),
);

const parts = {
  schemaVersion,
  baseUrl: string(),
  event: string(),
  creates: boolean().check(describe('Whether new records are created')),
  speakers: recordsPart,
  submissions: recordsPart,
  sessions: nullable(schedulePlan),
};

const removed = array(object({ id: string(), title: string() }));

export const programPlan = object({
  ...parts,
  folder: string().check(describe("Of the files; in a saved plan, relative to the plan's own")),
  hasSnapshot: exactOptional(boolean()),
  since: exactOptional(comparisons).check(describe('What has changed since the last pull')),
  conflicts: exactOptional(conflicts),
  removed: exactOptional(object({ speakers: removed, submissions: removed })).check(
    describe('Rows that were removed; their records are left alone'),
  ),
});

const finalRow = object({
  resource: exactOptional(oneOf(['speakers', 'submissions', 'sessions'])),
  kind: oneOf(['created', 'placed', 'not_shown', 'not_saved']).check(
    describe('Why it remains: the API can neither delete nor unplace, or the old values are unknown'),
  ),
  row: int(),
  id: optional(string()),
  fields: exactOptional(array(string())),
});

const final = array(finalRow).check(describe('What the undo does not take back'));

export const undoPlan = object({ ...parts, undoes: string().check(describe('The run that is undone')), final });

export const applied = object({
  run: optional(string()).check(describe('Name of the run, if something was sent')),
  speakers: exactOptional(object({ counts: reportCounts })),
  submissions: exactOptional(object({ counts: reportCounts })),
  sessions: exactOptional(object({ counts: object({ applied: count, failed: count, stale: count }) })),
});

export const programReport = extend(programPlan, { applied });

export const undoReport = extend(undoPlan, { applied });

/** Of a run that has changed nothing. */
export const emptyUndo = object({
  schemaVersion,
  undoes: string(),
  resource: string(),
  counts: object({ rows: count }),
  final,
});
