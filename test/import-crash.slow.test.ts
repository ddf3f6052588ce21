// One crash of each kind, in the middle of an import; `npm run crash -- import` has a hundred, at any instant.
import { expect, it } from 'vitest';
import { killImports, killService, loseResponses } from './support/crash-trial.ts';

// Concurrent, because most of the time is waiting: for delayed requests, and until rows in doubt may be sent again.
it.concurrent.each([
  ['the import is killed', killImports],
  ['the service is killed', killService],
  ['responses are lost', loseResponses],
] as const)('every row is created exactly once when %s', async (_, trial) => {
  const { duplicates, missing, faults, disturbances } = await trial({
    disturbances: 1,
    rows: 100,
    seed: 7,
    moment: 'midway',
  });
  expect({ duplicates, missing, faults }).toEqual({ duplicates: 0, missing: 0, faults: [] });
  expect(disturbances).toBeGreaterThanOrEqual(1);
});
