// Describes what of an event needs attention. Loaded only for its JSON Schema; the types follow from it.
import { array, describe, nullable, object, string } from 'zod/mini';
import { count, nextStep, schemaVersion } from '../../../contract/document.ts';

export const eventStatus = object({
  schemaVersion,
  baseUrl: string(),
  event: string(),
  folder: nullable(string()).check(describe('The folder of the program that was compared')),
  counts: object({ submissions: count, speakers: count, sessions: count }),
  attention: count.check(describe('How many items need attention')),
  items: array(
    object({
      name: string(),
      count: nullable(count).check(describe('null if it is unknown')),
      text: string(),
      next: array(nextStep),
    }),
  ),
});
