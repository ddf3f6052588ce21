// Describes what `sessions check` prints. Loaded only for JSON Schemas.
import { array, object } from 'zod/mini';
import { count, schemaVersion } from '../../../contract/document.ts';
import { clash, planFault } from '../../../program/plan-document.ts';

export const sessionCheck = object({
  schemaVersion,
  counts: object({ sessions: count, clashes: count }),
  clashes: array(clash),
  warnings: array(planFault),
});
