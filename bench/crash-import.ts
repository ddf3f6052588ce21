// Kills imports and services, drops responses, and checks that the service has every row exactly once.
// Usage: npm run crash:import [-- KILLS [SEED]]. Run after `npm run build`.
import {
  type CrashResult,
  type CrashTrial,
  killImports,
  killService,
  loseResponses,
} from '../test/support/crash-trial.ts';

const disturbances = Number(process.argv[2] ?? 100);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const trial: CrashTrial = { disturbances, rows: 2000, seed, onImport: progress };

console.log(`seed ${seed}`);
report('import killed', await killImports(trial));
report('service killed', await killService(trial));
report('every 20th response lost', await loseResponses(trial));

function progress({ imports, disturbances: done, duplicates, missing }: CrashResult): void {
  process.stderr.write(`import ${imports}: ${done} of ${disturbances}, ${duplicates} duplicates, ${missing} missing\n`);
}

function report(
  name: string,
  { disturbances: done, imports, runs, rows, duplicates, missing, faults }: CrashResult,
): void {
  console.log(
    `${name}: ${done} times in ${imports} imports (${runs} runs, ${rows} rows): ` +
      `${duplicates} duplicates, ${missing} missing`,
  );
  for (const fault of faults) console.log(`  ${fault}`);
  if (duplicates + missing + faults.length > 0) process.exitCode = 1;
}
