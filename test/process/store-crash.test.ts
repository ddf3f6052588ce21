// Services on PostgreSQL when the primary or a service is killed: nothing that was acknowledged is lost, and nothing is stored twice.
import { describe, expect, it } from 'vitest';
import { emptyPostgresDatabase, hasPostgres } from '../support/shared-postgres.ts';
import { killPrimary, killServices } from '../support/store-crash-trial.ts';

const trial = { between: 200, seed: 1 };

describe.skipIf(!hasPostgres)('services on PostgreSQL', () => {
  it.concurrent.each([
    ['', true],
    [', from which it was disconnected', false],
  ])('lose nothing when the primary is killed and its synchronous standby takes over%s', async (_, isConnected) => {
    expect(await killPrimary(trial, true, isConnected)).toMatchObject({ lost: 0, duplicates: 0, faults: [] });
  });

  // Shows that the trial detects a loss.
  it.concurrent('lose what an asynchronous standby has not received', async () => {
    expect((await killPrimary(trial, false, false)).lost).toBeGreaterThan(0);
  });

  it.concurrent('lose nothing when a service is killed', async ({ onTestFinished }) => {
    const { address, remove } = await emptyPostgresDatabase();
    onTestFinished(remove);
    expect(await killServices({ ...trial, kills: 2 }, address)).toMatchObject({ lost: 0, duplicates: 0, faults: [] });
  });
});
