// Kills PostgreSQL primaries and service processes while clients create records, and checks that everything acknowledged is
// stored once. Usage: npm run crash:store [-- KILLS [SEED]]. Run after `npm run build`. Needs PostgreSQL.
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removePostgres, startPostgres } from '../test/support/postgres.ts';
import { killPrimaries, killServices, type StoreCrashResult } from '../test/support/store-crash-trial.ts';

const kills = Number(process.argv[2] ?? 10);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const trial = { kills, between: 2000, seed, configuration: ['fsync = on'] };

console.log(`seed ${seed}`);
check('primary killed, synchronous standby promoted', await killPrimaries(trial, true));
const control = await killPrimaries({ ...trial, kills: Math.ceil(kills / 3) }, false);
report('control: primary killed, asynchronous standby promoted', control);
if (control.lost === 0) fail('the control lost nothing, so the trial proves nothing');
const folder = mkdtempSync(join(tmpdir(), 'plenary-crash-'));
chmodSync(folder, 0o755);
const server = await startPostgres(folder, trial);
await server.createDatabase('plenary');
check('service killed', await killServices({ ...trial, kills: 2 * kills, between: 1000 }, server.address('plenary')));
await removePostgres(folder);

function check(name: string, result: StoreCrashResult): void {
  report(name, result);
  if (result.lost + result.duplicates + result.faults.length > 0) process.exitCode = 1;
}

function report(name: string, { acknowledged, lost, duplicates, outagesMs, faults }: StoreCrashResult): void {
  const sorted = outagesMs.toSorted((a, b) => a - b);
  console.log(
    `${name}: ${outagesMs.length} times, ${acknowledged.toLocaleString('en')} records acknowledged: ${lost} lost, ` +
      `${duplicates} duplicates; outage ${seconds(sorted[sorted.length >> 1])} (median), ${seconds(sorted.at(-1))} (longest)`,
  );
  for (const fault of faults) console.log(`  ${fault}`);
}

function seconds(ms = 0): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function fail(text: string): void {
  console.log(text);
  process.exitCode = 1;
}
