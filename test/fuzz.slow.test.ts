// A minute of `npm run fuzz`, with other inputs each day.
import { expect, it } from 'vitest';
import { runTrial } from './fuzz/trial.ts';

const seed = Math.floor(Date.now() / 86_400_000);

it.each(['readers', 'service'] as const)(`finds nothing: %s, seed ${seed}`, async (suite) => {
  const until = performance.now() + 30_000;
  const found: string[] = [];
  const { cases } = await runTrial({
    suite,
    seed,
    goesOn: () => performance.now() < until,
    onFinding: ({ message }, number) =>
      found.push(`npm run fuzz -- ${suite} --seed ${seed} --case ${number}: ${message}`),
  });
  expect(found).toEqual([]);
  expect(cases).toBeGreaterThan(10);
});
