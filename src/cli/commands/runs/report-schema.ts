// Describes saved runs and their verification. Loaded only for JSON Schemas; types follow from it.
import {
  array,
  boolean,
  describe,
  exactOptional,
  extend,
  nullable,
  object,
  enum as oneOf,
  record,
  string,
} from 'zod/mini';
import { count, schemaVersion } from '../../../contract/document.ts';
import { rowDifference, verification } from '../../../runs/verify-schema.ts';

export const savedRun = object({
  run: string().check(describe('Its name')),
  state: oneOf(['finished', 'running', 'interrupted']),
  action: oneOf(['import', 'apply', 'undo']),
  resource: string().check(describe('`speakers`, `submissions`, `sessions` or `program`')),
  event: string(),
  file: string(),
  rows: count,
  started: string(),
});

export const listedRun = extend(savedRun, {
  created: count,
  updated: count,
  placed: count,
  undoable: boolean(),
});

export const shownRun = extend(savedRun, {
  baseUrl: string(),
  ended: nullable(string()),
  counts: record(string(), count).check(describe('How many rows ended how')),
  undoable: boolean(),
  undo: object({ rows: count, final: count }).check(
    describe('How many rows an undo restores, and how many it leaves as they are'),
  ),
  undoneBy: array(string()).check(describe('Names of the runs that have undone it')),
});

export const runVerification = object({
  schemaVersion,
  run: string(),
  resource: string(),
  event: string(),
  counts: verification.shape.counts,
  differences: array(extend(rowDifference, { resource: exactOptional(string()) })),
});
