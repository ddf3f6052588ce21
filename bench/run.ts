// `npm run bench`: measures the program beside its peers, and prints a line for each row. Usage:
// npm run bench [-- NAME…] [--short] [--runs N]; `npm run bench:check` also fails if a bound is
// broken.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { autoplace } from './autoplace.ts';
import budgets from './budgets.json' with { type: 'json' };
import { clashes } from './clashes.ts';
import { imports } from './import.ts';
import { shortJobs } from './jobs.ts';
import { largeLists } from './lists.ts';
import { plan } from './plan.ts';
import type { Row } from './row.ts';
import { isBroken, type Result, runRows, selectRows } from './runner.ts';
import { service } from './service.ts';
import { start } from './start.ts';

const rows = [start, shortJobs, imports, service, largeLists, plan, clashes, autoplace].flat();
/**
 * The rows that other programs and machines change least. `start/list` is none of them: with one
 * and the same program, its ratio was 0.71 on one machine and 1.05 on another.
 */
const inShortForm = ['start/help/all', 'job/show', 'plan/1000'];

const { values: flags, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    runs: { type: 'string' },
  },
});
const rounds = flags.runs === undefined ? undefined : Number(flags.runs);
if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0))
  throw new Error('--runs needs a number above 0');

console.log(`Node ${process.versions.node}, ${availableParallelism()} cores\n`);
printLine(['row', 'Plenary', 'peer', '', 'ratio', 'bound', '']);
const results = await runRows({
  rows: selectRows(rows, names.length === 0 && flags.short ? inShortForm : names),
  budgets,
  rounds: rounds ?? (flags.short ? 5 : undefined),
  repeats: flags.check ? 2 : 0,
  say: printResult,
});
const broken = results.filter(isBroken).length;
if (broken > 0) console.log(`\n${broken} of ${results.length} rows are over their bounds`);
if (flags.check && broken > 0) process.exitCode = 1;

function printResult(result: Result, note: string): void {
  const { row, ours, peer, ratio, bound } = result;
  const limit = bound.atMost === undefined ? `≥ ${bound.atLeast}` : `≤ ${bound.atMost}`;
  const judgment = `${isBroken(result) ? 'OVER' : 'ok'} ${note}`;
  printLine([
    row.name,
    figureOf(ours, row),
    figureOf(peer, row),
    row.peer,
    ratio.toFixed(2),
    limit,
    judgment,
  ]);
}

function figureOf(figure: number, { unit }: Row): string {
  if (unit === '/s') return `${Math.round(figure).toLocaleString('en')}/s`;
  return `${figure.toFixed(unit === 's' || figure < 10 ? 2 : 0)} ${unit}`;
}

function printLine(cells: readonly string[]): void {
  const widths = [38, 10, 10, 24, 6, 7, 0];
  const line = cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' ');
  console.log(line.trimEnd());
}
