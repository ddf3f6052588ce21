// Looks for inputs that the program does not survive, until its time is over. Ends with 1 if it found any.
// Usage: npm run fuzz [-- readers|service|service-postgres] [--seed N] [--for 60s] [--case N]
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isSuiteName, type SuiteName, suites, usualSuites } from './suites.ts';
import { type Measured, runTrial, type TrialResult } from './trial.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    for: { type: 'string', default: '60s' },
    case: { type: 'string' },
  },
});
const seed = Number(values.seed);
const chosen = positionals.length === 0 ? usualSuites : positionals.filter(isSuiteName);
if (!Number.isInteger(seed) || chosen.length < positionals.length) {
  throw new Error(`usage: npm run fuzz [-- ${Object.keys(suites).join('|')}] [--seed N] [--for 60s] [--case N]`);
}
const eachMs = millisecondsOf(values.for) / chosen.length;
let folder: string | undefined;

for (const suite of chosen) {
  say(`${suite}: seed ${seed}`);
  const until = performance.now() + eachMs;
  const result = await runTrial({
    suite,
    seed,
    ...(values.case !== undefined && { first: Number(values.case) }),
    goesOn: (cases) => (values.case === undefined ? performance.now() < until : cases < 1),
    onFinding({ message, input, about }, number, generator) {
      folder ??= mkdtempSync(join(tmpdir(), 'plenary-fuzz-'));
      const file = join(folder, `${suite}-${seed}-${number}`);
      writeFileSync(file, input);
      say(
        `FOUND ${message}\n  ${generator} (${about}); input: ${file}\n  again: npm run fuzz -- ${suite} --seed ${seed} --case ${number}`,
      );
    },
  });
  say(summary(suite, result));
  if (result.findings > 0) process.exitCode = 1;
}

function summary(suite: SuiteName, { cases, findings, results, slowest, largest }: TrialResult): string {
  const counts = [...results].sort(([, a], [, b]) => b - a).map(([name, count]) => `${count} ${name}`);
  const facts = [
    `${cases} inputs: ${counts.join(', ')}`,
    ...(slowest === undefined
      ? []
      : [`slowest ${((slowest.ms / slowest.bytes) * 1000).toFixed(1)} µs per byte (${measured(slowest)})`]),
    ...(largest === undefined
      ? []
      : [`most memory ${Math.round((largest.memory ?? 0) / 2 ** 20)} MiB (${measured(largest)})`]),
    `${findings} found`,
  ];
  return `${suite}: ${facts.join('; ')}`;
}

function measured({ number, generator, bytes }: Measured): string {
  return `case ${number}, ${generator}, ${bytes} bytes`;
}

function millisecondsOf(text: string): number {
  const [, amount, unit = ''] = /^(\d+)(s|m|h)$/.exec(text) ?? [];
  if (amount === undefined) throw new Error(`--for ${text}: a duration such as 60s, 20m or 1h is expected`);
  return Number(amount) * ({ s: 1_000, m: 60_000, h: 3_600_000 }[unit] ?? 0);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
