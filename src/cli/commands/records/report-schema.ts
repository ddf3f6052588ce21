// Describes what is counted and missing in the records of an event. Loaded only for JSON Schemas; types follow from it.
import { array, describe, extend, nullable, object, enum as oneOf, string } from 'zod/mini';
import { count } from '../../../contract/document.ts';
import { recordOf } from '../../output/record-schema.ts';

const valueCount = object({
  by: oneOf(['status', 'track', 'format', 'room', 'day']),
  value: nullable(string()).check(describe('Null: submissions without one')),
  count,
});

export const submissionStats = array(valueCount);

export const missingSpeakers = array(
  extend(recordOf('speakers'), {
    missing: array(oneOf(['biography', 'photo', 'talk', 'placement', 'record'])),
    talk_statuses: array(string()),
    unplaced: array(string()).check(describe('Titles of accepted talks without a place')),
  }),
);
