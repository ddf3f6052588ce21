// One kill in the middle of `sessions apply`; `npm run crash -- apply` has twenty, at any instant.
import { expect, it } from 'vitest';
import { killApplies } from './support/schedule-crash-trial.ts';

it('each session ends where the file places it when apply is killed', async () => {
  const { misplaced, faults, kills } = await killApplies({ kills: 1, sessions: 40, seed: 7, moment: 'midway' });
  expect({ misplaced, faults }).toEqual({ misplaced: 0, faults: [] });
  expect(kills).toBe(1);
});
