// Describes what differs from what a run wrote. Loaded only for JSON Schemas; types follow from it.
import { array, describe, nullable, object, string, unknown } from 'zod/mini';
import { count } from '../contract/document.ts';

/** A value that differs from what the run wrote, or a record that is gone. */
export const rowDifference = object({
  row: count,
  id: string(),
  name: string().check(describe('Of the record: a title, or the name of a person')),
  field: nullable(string()).check(describe('Null if the record is gone')),
  wrote: unknown(),
  now: unknown(),
});

export const verification = object({
  /** The numbers after `rows` add up to it. */
  counts: object({
    rows: count.check(describe('Rows that have written something')),
    same: count,
    different: count,
    gone: count.check(describe('The service does not list the record')),
    unknown: count.check(
      describe('What was written was not saved, or the service does not show it'),
    ),
  }),
  differences: array(rowDifference),
});
