// A few kills of `sessions apply`; `npm run crash:apply` has twenty.
import { expect, it } from 'vitest';
import { killApplies } from './support/schedule-crash-trial.ts';

it('each session ends where the file says when apply is killed', { timeout: 120_000 }, async () => {
  const { misplaced, faults, kills } = await killApplies({ kills: 3, sessions: 100, seed: 7 });
  expect({ misplaced, faults }).toEqual({ misplaced: 0, faults: [] });
  expect(kills).toBe(3);
});
