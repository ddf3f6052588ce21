// Decisions and their undo, killed in the middle; `npm run crash -- undo` kills each run twenty times.
import { expect, it } from 'vitest';
import { killUndos } from './support/undo-trial.ts';

it('decisions are applied, undone and applied again, although each run is killed', async () => {
  const { kills, wrong, faults } = await killUndos({ decisions: 60, kills: 1, seed: 11 });
  expect({ wrong, faults }).toEqual({ wrong: { applied: 0, undone: 0, redone: 0 }, faults: [] });
  expect(kills).toBe(3);
});
