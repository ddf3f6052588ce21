// Describes a plan of speakers or submissions, as `plan` prints and saves it. Loaded only for JSON Schemas; types follow from it.
import { array, describe, exactOptional, object, enum as oneOf, string } from 'zod/mini';
import { mappingReport } from '../../../columns/mapping-report.ts';
import { count, rowFault, schemaVersion } from '../../../contract/document.ts';
import { recordChange } from '../../../import/saved-plan.ts';

/** Those after `rows` add up to it. */
export const recordCounts = object({
  rows: count,
  update: count,
  create: count,
  unchanged: count,
  unknown: count.check(describe('Rows that match no record, or several')),
  conflict: count.check(describe('Records that have changed since they were seen')),
  rejected: count.check(describe('Rows that cannot be applied for another reason')),
  skipped: count.check(describe('Repeats of other rows')),
});

export const planHead = {
  schemaVersion,
  resource: oneOf(['speakers', 'submissions']),
  file: string(),
  baseUrl: string().check(describe('The service that the plan is for')),
  event: string(),
  counts: recordCounts,
};

export const planChanges = array(recordChange).check(
  describe('For each record, its fields with the value in the service (`from`) and the one in the file (`to`)'),
);

export const recordPlan = object({
  ...planHead,
  mapping: mappingReport.shape.mapping,
  unmapped: mappingReport.shape.unmapped,
  rejects: array(rowFault),
  warnings: array(rowFault),
  refusal: exactOptional(string()).check(describe('Why the plan cannot be applied: rows of the file are not in it')),
  changes: planChanges,
});
