// A few crashes of each kind; `npm run crash:import` has a hundred.
import { expect, it } from 'vitest';
import { killImports, killService, loseAnswers } from './support/crash-trial.ts';

it.each([
  ['the import is killed', killImports, 5],
  ['the service is killed', killService, 2],
  ['answers are lost', loseAnswers, 20],
] as const)('every row is there exactly once when %s', { timeout: 120_000 }, async (_, trial, harms) => {
  const { duplicates, missing, faults, ...figures } = await trial({ harms, rows: 300, seed: 7 });
  expect({ duplicates, missing, faults }).toEqual({ duplicates: 0, missing: 0, faults: [] });
  expect(figures.harms).toBeGreaterThanOrEqual(harms);
});
