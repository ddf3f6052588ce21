// A minute of `npm run fuzz`.
import { expect, it } from 'vitest';
import { runTrial } from './fuzz/trial.ts';

const seed = 101;

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
