// Describes how the files of a program differ from the service, and what `program pull` and
// `program status` print. Loaded only for JSON Schemas; types follow from it.
import {
  array,
  boolean,
  describe,
  exactOptional,
  extend,
  object,
  enum as oneOf,
  optional,
  string,
} from 'zod/mini';
import { count, line, schemaVersion } from '../contract/document.ts';

/** Without fields, one side has removed the record. */
export const conflict = object({
  kind: oneOf(['speaker', 'submission', 'session']),
  code: oneOf(['field', 'removed_in_file', 'removed_in_service']).check(
    describe('`removed_in_…`: one side has removed the record, and the other has changed it'),
  ),
  id: string(),
  name: string(),
  line: exactOptional(line),
  field: exactOptional(string()),
  base: optional(string()).check(describe('What both sides had; private values are left out')),
  file: exactOptional(string()),
  service: exactOptional(string()),
  serviceChangedAt: exactOptional(string()),
});

const conflicts = array(conflict).check(
  describe('What has changed in the files and in the service; the first thousand of each kind'),
);

export const comparison = object({
  files: object({ changed: count, added: count, removed: count }).check(
    describe('What the files have changed'),
  ),
  service: object({ changed: count, new: count, removed: count }).check(
    describe('What the service has changed'),
  ),
  leftOut: count.check(describe('Records whose rows were removed from the file')),
  conflicts: count,
});

const comparisons = object({ speakers: comparison, submissions: comparison, sessions: comparison });

export const programStatus = object({
  schemaVersion,
  folder: string(),
  baseUrl: string(),
  event: string(),
  hasSnapshot: boolean().check(
    describe(
      'Whether it is known what both sides were, from the snapshot of the last pull or from --base',
    ),
  ),
  kinds: comparisons,
  conflicts,
});

export const pullReport = extend(programStatus, {
  counts: object({ speakers: count, submissions: count, sessions: count }).check(
    describe('Records that the service has'),
  ),
  written: array(string()).check(
    describe('Files that were written, because they differ from before'),
  ),
});
