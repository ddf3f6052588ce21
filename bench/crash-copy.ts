// Copies a database from SQLite to PostgreSQL and back, with time and memory, and kills such copies at any instant.
// Usage: npm run crash:copy [-- KILLS [RECORDS [SEED]]]. Run after `npm run build`, on Linux with PostgreSQL.
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { fillDatabase, killCopies } from '../test/support/copy-trial.ts';
import { removePostgres, startPostgres } from '../test/support/postgres.ts';
import { startPlenary } from '../test/support/program.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { processFigures } from './process-figures.ts';

const kills = Number(process.argv[2] ?? 10);
const records = Number(process.argv[3] ?? 100_000);
const seed = Number(process.argv[4] ?? Date.now() % 1_000_000);

const folder = temporaryFolder();
// The server runs as another user.
chmodSync(folder.path, 0o755);
const serverFolder = folder.file('postgres');
let made = 0;
try {
  const server = await startPostgres(serverFolder);
  const newFile = async () => folder.file(`copy-${++made}.db`);
  const newDatabase = async () => {
    const name = `copy_${++made}`;
    await server.createDatabase(name);
    return server.address(name);
  };
  console.log(`${records} records, seed ${seed}`);
  const [file, address] = [folder.file('plenary.db'), await newDatabase()];
  await fillDatabase(file, records);
  const there = await measured('SQLite to PostgreSQL', file, address);
  const back = await measured('PostgreSQL to SQLite', address, await newFile());
  console.log(there === back ? 'equal digests' : `the digests differ:\n${there}${back}`);
  if (there !== back) process.exitCode = 1;
  await killed('SQLite to PostgreSQL', file, newDatabase);
  await killed('PostgreSQL to SQLite', address, newFile);
} finally {
  await removePostgres(serverFolder);
  folder.remove();
}

/** Copies once. @returns the digests */
async function measured(name: string, from: string, to: string): Promise<string> {
  const begun = performance.now();
  const child = startPlenary(['service', 'copy', '--from', from, '--to', to, '--json', '--quiet']);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.pipe(process.stderr);
  let figures = { megabytes: 0, cpuSeconds: 0 };
  const watch = setInterval(() => {
    figures = processFigures(child.pid) ?? figures;
  }, 50);
  const [exitCode] = await once(child, 'close');
  clearInterval(watch);
  if (exitCode !== 0) throw new Error(`the copy ended with ${exitCode}`);
  const seconds = (performance.now() - begun) / 1000;
  console.log(
    `${name}: ${seconds.toFixed(1)} s, ${figures.cpuSeconds.toFixed(1)} s of processor time, at most ${Math.round(figures.megabytes)} MB`,
  );
  return output;
}

async function killed(name: string, from: string, newTarget: () => Promise<string>): Promise<void> {
  const result = await killCopies({ from, newTarget, kills, seed });
  console.log(`${name}, killed ${result.killed} times: ${result.empty} empty, ${result.whole} whole`);
  for (const fault of result.faults) console.log(`  ${fault}`);
  if (result.faults.length > 0) process.exitCode = 1;
}
