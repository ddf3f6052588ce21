// Describes what the commands of a schedule print. Loaded only for JSON Schemas.
import { describe, exactOptional, extend, object, partial, string } from 'zod/mini';
import { mappingReport } from '../../../columns/mapping-report.ts';
import { count, schemaVersion } from '../../../contract/document.ts';
import { schedulePlan } from '../../../schedule/saved-plan.ts';

/** With how the columns of its file were understood, if it is one of a list. */
export const printedSchedulePlan = extend(schedulePlan, partial(mappingReport).shape);

export const scheduleReport = extend(schedulePlan, {
  run: exactOptional(string()).check(describe('Name of the run, if something was sent')),
  counts: extend(schedulePlan.shape.counts, {
    applied: count.check(describe('Sessions that were placed or moved')),
    failed: count,
    stale: count.check(describe('Sessions that somebody else has placed or moved since the plan')),
  }),
});

export const sessionCheck = object({
  schemaVersion,
  counts: object({ sessions: count, clashes: count }),
  clashes: schedulePlan.shape.clashes,
  warnings: schedulePlan.shape.warnings,
});
