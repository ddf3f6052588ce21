// The short form of `npm run crash`: each command is killed a few times, on both stores.
import { describe, expect, it } from 'vitest';
import { crashTogether } from '../support/crash-together.ts';
import { type CrashTrial, crash } from '../support/crash-trial.ts';
import { emptyPostgresDatabase, hasPostgres } from '../support/shared-postgres.ts';

const trial = { kills: 6, records: 24, seed: 7 };

async function expectNoFault(own: Pick<CrashTrial, 'command' | 'data'>): Promise<void> {
  const { kills, lost, faults } = await crash({ ...trial, ...own });
  expect(faults).toEqual([]);
  expect(Object.keys(kills)).not.toEqual(['none']);
  expect(lost).toBeGreaterThan(0);
}

// Concurrent, because most of the time is waiting: for delayed requests, and until rows in doubt may be sent again.
it.concurrent.each(['import', 'apply', 'program', 'undo'] as const)('%s loses and doubles nothing', (command) =>
  expectNoFault({ command }),
);

it.concurrent('two imports of one file at once lose and double nothing', async () => {
  const { kills, lost, faults } = await crashTogether({ processes: 2, seed: 7 });
  expect(faults).toEqual([]);
  expect(Math.min(kills, lost)).toBeGreaterThan(0);
});

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  it('import loses and doubles nothing', async ({ onTestFinished }) => {
    const { address: data, remove } = await emptyPostgresDatabase();
    onTestFinished(remove);
    await expectNoFault({ command: 'import', data });
  });
});
