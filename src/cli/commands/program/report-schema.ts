// Describes what `program pull` and `program status` print. Loaded only for JSON Schemas; types follow from it.
import { array, boolean, describe, extend, object, string } from 'zod/mini';
import { count, schemaVersion } from '../../../contract/document.ts';
import { comparisons, conflicts } from '../../../program/comparison-schema.ts';

export const programStatus = object({
  schemaVersion,
  folder: string(),
  baseUrl: string(),
  event: string(),
  hasSnapshot: boolean().check(describe('Whether it is known what both sides were at the last pull')),
  resources: comparisons,
  conflicts,
});

export const pullReport = extend(programStatus, {
  counts: object({ speakers: count, submissions: count, sessions: count }).check(
    describe('Records that the service has'),
  ),
  written: array(string()).check(describe('Files that were written, because they differ from before')),
});
