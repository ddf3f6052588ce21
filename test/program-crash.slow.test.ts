// `program apply`, its undo and the undo of that, killed in each part; `npm run crash -- program` kills each many times.
import { expect, it } from 'vitest';
import { killPrograms } from './support/program-crash-trial.ts';

it('a program is applied, undone and applied again, although each run is killed', { timeout: 120_000 }, async () => {
  const { kills, wrong, faults } = await killPrograms({ records: 12, killsPerPart: 1, seed: 5 });
  expect({ wrong, faults }).toEqual({ wrong: { applied: [], undone: [], redone: [] }, faults: [] });
  expect(Object.keys(kills).sort()).toEqual(['none', 'sessions', 'speakers', 'submissions']);
});
