// Describes what the doctor has found. Loaded only for its JSON Schema; the types follow from it.
import { array, boolean, describe, int, nullable, object, enum as oneOf, string } from 'zod/mini';
import { nextStep, schemaVersion } from '../../../contract/document.ts';

export const doctorReport = object({
  schemaVersion,
  version: string().check(describe('Of the program')),
  healthy: boolean(),
  exitCode: int().check(describe('Of the worst check')),
  checks: array(
    object({
      name: string(),
      state: oneOf(['ok', 'failed', 'note']),
      message: string(),
      fix: nullable(string()),
      next: array(nextStep),
    }),
  ),
});
