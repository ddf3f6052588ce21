// Describes the one report document, of every run that sends changes. Loaded only for its JSON
// Schema; types follow from it.
import { array, describe, exactOptional, object, enum as oneOf, string } from 'zod/mini';
import { count, line, nextStep, schemaVersion } from '../contract/document.ts';
import { differingCount, planFault, skippedCount } from './plan-document.ts';

/** Those after `rows` add up to it, except the last one. */
const reportCounts = object({
  rows: count,
  created: count,
  updated: count,
  placed: count.check(describe('Sessions that were placed for the first time')),
  moved: count,
  unplaced: count.check(describe('Sessions that were taken out of the schedule')),
  unchanged: count.check(describe('The record exists and needs no change')),
  skipped: skippedCount,
  rejected: count.check(describe('Not sent, because they are invalid or match no record')),
  failed: count.check(describe('Refused by the service, or changed in the service since the plan')),
  unknown: count.check(describe('Sent, with an unknown outcome')),
  pending: count.check(describe('Not sent yet; the run can be resumed')),
  differing: differingCount,
});

const createdRecord = object({
  kind: oneOf(['speaker', 'submission']),
  id: exactOptional(string()).check(describe('Absent if the service did not return it')),
  name: string().check(describe('Title, or name of the person')),
  file: string(),
  line,
});

export const reportDocument = object({
  schemaVersion,
  run: exactOptional(string()).check(describe('Name of the run, if something was sent')),
  command: string(),
  counts: reportCounts,
  createdRecords: array(createdRecord).check(describe('The first thousand')),
  rejects: array(planFault).check(
    describe('Each fault of each row that was not done; the first thousand'),
  ),
  warnings: array(planFault),
  next: array(nextStep),
});
