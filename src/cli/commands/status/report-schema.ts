// Describes what needs attention in an event. Loaded only for its JSON Schema; the types follow from it.
import { array, describe, nullable, object, enum as oneOf, string } from 'zod/mini';
import { count, nextStep, schemaVersion } from '../../../contract/document.ts';

const valueCounts = array(object({ value: nullable(string()).check(describe('null: those without one')), count }));

export const eventStatus = object({
  schemaVersion,
  baseUrl: string(),
  event: string(),
  counts: object({ submissions: count, speakers: count, sessions: count, statuses: valueCounts, tracks: valueCounts }),
  attention: count.check(describe('How many items need attention')),
  items: array(
    object({
      name: oneOf(['empty', 'undecided', 'unplaced', 'called-off', 'record', 'biography', 'photo', 'clashes', 'runs']),
      count: nullable(count).check(describe('null if it is unknown')),
      text: string(),
      next: array(nextStep),
    }),
  ),
});
