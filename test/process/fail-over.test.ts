// The short form of `npm run fail-over`: a fail-over, and a network that falls silent.
import { expect, it } from 'vitest';
import { failOverTrial } from '../support/fail-over-trial.ts';
import { hasPostgres } from '../support/shared-postgres.ts';

it.skipIf(!hasPostgres)(
  'a fail-over and a silent network lose and double nothing, and writes resume',
  async () => {
    const { acknowledged, ...result } = await failOverTrial({ failOvers: 1, silences: 1 });
    expect(result).toMatchObject({ lost: 0, duplicates: 0, faults: [] });
    expect(acknowledged).toBeGreaterThan(0);
  },
);
