// One crash of each kind, in the middle of an import; `npm run crash:import` has a hundred, at any instant.
import { expect, it } from 'vitest';
import { killImports, killService, loseAnswers } from './support/crash-trial.ts';

// Concurrent, because most of the time is waiting: for delayed requests, and until rows in doubt may be sent again.
it.concurrent.each([
  ['the import is killed', killImports],
  ['the service is killed', killService],
  ['responses are lost', loseAnswers],
] as const)('every row is created exactly once when %s', { timeout: 120_000 }, async (_, trial) => {
  const { duplicates, missing, faults, harms } = await trial({ harms: 1, rows: 100, seed: 7, strikes: 'midway' });
  expect({ duplicates, missing, faults }).toEqual({ duplicates: 0, missing: 0, faults: [] });
  expect(harms).toBeGreaterThanOrEqual(1);
});
