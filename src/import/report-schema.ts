// Describes the report of an import. Loaded only for its JSON Schema; types follow from it.
import {
  array,
  boolean,
  describe,
  exactOptional,
  extend,
  literal,
  nullable,
  object,
  enum as oneOf,
  optional,
  record,
  string,
  unknown,
} from 'zod/mini';
import { mappingReport } from '../columns/mapping-report.ts';
import { count, faultFields, line, nextStep, rowFault, schemaVersion } from '../contract/document.ts';

/** The numbers after `rows` add up to it. */
export const importCounts = object({
  rows: count,
  created: count,
  updated: count,
  unchanged: count.check(describe('The record exists and needs no change')),
  skipped: count.check(describe('The record exists and is left alone, or the row was folded into an earlier one')),
  rejected: count.check(describe('Found invalid before anything was sent')),
  failed: count.check(describe('Refused by the service, or changed in the service since the plan')),
  unknown: count.check(describe('Sent, with an unknown outcome')),
  pending: count.check(describe('Not sent yet; the run can be resumed')),
});

export const reportCounts = extend(importCounts, {
  differing: count.check(describe('Of the skipped rows, those whose records an apply would change')),
  repeated: count.check(describe('Of the skipped rows, those that were folded into an earlier one')),
});

/** A row of a dry run, or what has become of it. */
export const plannedRow = object({
  row: count,
  line,
  key: string().check(
    describe(
      "A speaker's address, or a submission's title and the submitter's address, in the form in which they are compared",
    ),
  ),
  action: string().check(
    describe('`create`, `update`, `unchanged`, `skip`, `reject`, `conflict`; in a resumed run also what was done'),
  ),
  id: optional(string()).check(describe('Of its record, if the row names it for certain')),
  name: exactOptional(string()),
  fields: exactOptional(record(string(), string())).check(describe('Fields of a new record')),
  changes: exactOptional(record(string(), object({ from: unknown(), to: nullable(string()) }))).check(
    describe('What an update changes, by field'),
  ),
  faults: exactOptional(array(object(faultFields))),
});

export const importReport = object({
  schemaVersion,
  run: optional(string()).check(describe('Name of the run, if something was sent')),
  resource: oneOf(['speakers', 'submissions']),
  undoes: exactOptional(string()).check(describe('The run that this one undoes')),
  dryRun: boolean(),
  matching: exactOptional(literal('record')).check(describe('Rows are matched with existing records')),
  counts: reportCounts,
  rejects: array(rowFault).check(describe('Each fault of each row that was not done; the first thousand')),
  warnings: array(rowFault).check(describe('What is doubtful in the rows, or left out of them')),
  ...mappingReport.shape,
  next: array(nextStep),
  rows: exactOptional(array(plannedRow)).check(describe('Every row; only of a dry run')),
});
