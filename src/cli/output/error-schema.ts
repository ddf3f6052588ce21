// Describes an error as the last line on standard error. Loaded only for JSON Schemas; types follow
// from it.
import {
  array,
  boolean,
  describe,
  exactOptional,
  int,
  object,
  enum as oneOf,
  optional,
  string,
} from 'zod/mini';
import { faultFields, nextStep } from '../../contract/document.ts';
import { exitCodeOf } from '../../errors.ts';

const place = exactOptional(int());

const fault = object({
  ...faultFields,
  code: exactOptional(string()).check(describe('Kind of the fault; stable')),
  file: exactOptional(string()),
  row: place.check(describe('Number of the record in the file, from 1')),
  line: place.check(describe('Line of the file, from 1')),
  flag: exactOptional(string()).check(describe('Flag that gives the value, if no file does')),
  sheet: exactOptional(string()).check(describe('If several sheets of a workbook were read')),
});

export const failure = object({
  error: object({
    code: oneOf(Object.keys(exitCodeOf)).check(describe('Kind of the error; stable')),
    message: string(),
    exitCode: int(),
    status: optional(int()).check(describe('HTTP status, if the service responded')),
    requestId: optional(string()),
    retryable: boolean().check(describe('Whether the same command may succeed later')),
    details: array(fault),
    fix: optional(string()).check(describe('What to do about it')),
    next: array(nextStep),
  }),
});
