// Describes what the doctor has found. Loaded only for its JSON Schema; the types follow from it.
import { array, boolean, describe, int, nullable, object, enum as oneOf, string } from 'zod/mini';
import { settingNames } from '../../../config/settings.ts';
import { nextStep, schemaVersion } from '../../../contract/document.ts';

export const doctorReport = object({
  schemaVersion,
  version: string().check(describe('Of the program')),
  healthy: boolean(),
  exitCode: int().check(describe('Of the first check that has failed')),
  checks: array(
    object({
      name: oneOf([...(['program', 'config'] as const), ...settingNames, ...(['token', 'service', 'runs'] as const)]),
      state: oneOf(['ok', 'failed', 'note']).check(
        describe('note: something to know that is no fault, such as what was not checked'),
      ),
      message: string(),
      fix: nullable(string()),
      next: array(nextStep),
    }),
  ),
});
