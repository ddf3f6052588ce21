// Describes what needs attention in an event. Loaded only for its JSON Schema; the types follow from it.
import { array, describe, nullable, object, enum as oneOf, string } from 'zod/mini';
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
      name: oneOf([
        'undecided',
        'unplaced',
        'unconfirmed',
        'biography',
        'photo',
        'clashes',
        'runs',
        'edits',
        'changes',
        'conflicts',
      ]),
      count: nullable(count).check(describe('null if it is unknown')),
      text: string(),
      next: array(nextStep),
    }),
  ),
});
