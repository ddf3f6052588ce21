// The short form of `npm run crash`: commands are killed a few times, on both stores, on a
// strict service and on the double.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it, vi } from 'vitest';
import { crashCuts } from '../support/crash-cuts.ts';
import { openDouble, openService } from '../support/crash-servers.ts';
import { crashTogether } from '../support/crash-together.ts';
import { type CrashTrial, crash } from '../support/crash-trial.ts';
import { emptyPostgresDatabase, hasPostgres } from '../support/shared-postgres.ts';

// The trials run beside each other, each with many starts of the program.
vi.setConfig({ testTimeout: 300_000 });

const trial = { records: 24, seed: 7 };

async function expectNoFault(
  own: Pick<CrashTrial, 'command' | 'openServer' | 'kills'>,
): Promise<void> {
  const { kills, lost, faults } = await crash({ ...trial, ...own });
  const { none: _, ...afterWrites } = kills;
  expect(faults).toEqual([]);
  expect(Math.max(...Object.values(afterWrites))).toBeGreaterThan(0);
  expect(lost).toBeGreaterThan(0);
}

// Concurrent, because most of the time is waiting: for delayed requests, and until rows in doubt
// may be sent again.
it.concurrent.each([
  ['speakers', 3],
  ['submissions', 3],
  ['decisions', 3],
  ['program', 6],
  ['undo', 3],
] as const)('%s loses and doubles nothing', (command, kills) =>
  expectNoFault({ command, kills, openServer: openService() }),
);

it.concurrent.each([
  ['submissions', 'the double of the public server', openDouble],
  ['swap', 'the double of the public server', openDouble],
  ['submissions', 'a strict service', openService({ isStrict: true })],
] as const)('%s loses and doubles nothing on %s', async (command, _, openServer) => {
  const { faults } = await crash({ ...trial, command, kills: 2, openServer });
  expect(faults).toEqual([]);
});

it.concurrent('two imports of one file at once lose and double nothing', async () => {
  const { kills, lost, faults } = await crashTogether({
    processes: 2,
    seed: 7,
    openServer: openService(),
  });
  expect(faults).toEqual([]);
  expect(Math.min(kills, lost)).toBeGreaterThan(0);
});

it.concurrent('runs whose saved files are cut say so, and lose and double nothing', async () => {
  // With this seed each command once, and no changed bytes: those of a row are not detected.
  const { faults } = await crashCuts({ cuts: 5, seed: 144, openServer: openService() });
  expect(faults).toEqual([]);
});

/** Windows ends a process without asking it. */
const skip = process.platform === 'win32';
it.concurrent('--forever goes from seed to seed, on both servers, until it is stopped', {
  skip,
}, async () => {
  const words = ['speakers', '--forever', '--seed', '0', '--kills', '1'];
  const trials = spawn(process.execPath, ['--import', 'tsx', 'bench/crash.ts', ...words]);
  const ended = once(trials, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: trials.stdout })) {
    lines.push(line);
    if (lines.length === 2) trials.kill('SIGINT');
  }
  expect(lines).toEqual([
    expect.stringMatching(/^seed 0: speakers on strict, kills \d+, records 150, duplicates 0$/),
    expect.stringMatching(/^seed 1: speakers on double, kills \d+, records 150, duplicates 0$/),
    expect.stringMatching(/^trials 2, kills \d+, records 300, duplicates 0$/),
  ]);
  expect(await ended).toEqual([130, null]);
});

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  it('submissions loses and doubles nothing', async ({ onTestFinished }) => {
    const { address: data, remove } = await emptyPostgresDatabase();
    onTestFinished(remove);
    await expectNoFault({ command: 'submissions', kills: 6, openServer: openService({ data }) });
  });
});
