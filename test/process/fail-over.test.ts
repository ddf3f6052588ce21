// The short form of `npm run fail-over`: a fail-over, and a network that falls silent.
import { expect, it } from 'vitest';
import { brokenPromises, failOverTrial } from '../support/fail-over-trial.ts';
import { hasPostgres } from '../support/shared-postgres.ts';

it.skipIf(!hasPostgres)(
  'a fail-over and a silent network lose and double nothing, and all is in time as promised',
  async () => {
    const result = await failOverTrial({ failOvers: 1, silences: 1 });
    expect(brokenPromises(result)).toEqual([]);
    expect(result.acknowledged).toBeGreaterThan(0);
  },
);
