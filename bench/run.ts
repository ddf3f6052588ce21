// `npm run bench`: measures the program beside its peers, and prints a line for each row.
// Usage: npm run bench [-- NAME…] [--short] [--node PATH]… [--runs N]; `npm run bench:check` also fails if a bound is broken.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { autoplace } from './autoplace.ts';
import budgets from './budgets.json' with { type: 'json' };
import { clashes } from './clashes.ts';
import { imports } from './import.ts';
import { shortJobs } from './jobs.ts';
import { largeLists } from './lists.ts';
import { plan } from './plan.ts';
import { headline, lineOf, saveResults } from './report.ts';
import { isBroken, type NodeBinary, runRows, selectRows } from './runner.ts';
import { service } from './service.ts';
import { start } from './start.ts';

const areas = [start, shortJobs, imports, service, largeLists, plan, clashes, autoplace];
/** The rows that other programs disturb least. */
const inShortForm = ['start/version', 'job/show', 'plan/1000'];

const { values: flags, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    node: { type: 'string', multiple: true, default: [process.execPath] },
    runs: { type: 'string' },
  },
});
const rounds = flags.runs === undefined ? undefined : Number(flags.runs);
const selected = names.length === 0 && flags.short ? inShortForm : names;
if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0)) throw new Error('--runs needs a number above 0');

const nodes = flags.node.map((path): NodeBinary => {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${path} is not a binary of Node`);
  return { path, version: stdout.trim().slice(1) };
});

console.log(headline);
const results = await runRows({
  areas: selectRows(areas, selected),
  nodes,
  budgets,
  rounds: rounds ?? (flags.short ? 5 : undefined),
  repeats: flags.check ? 2 : 0,
  say: (result, note) => console.log(lineOf(result, note)),
});
const isWhole = names.length === 0 && !flags.short && rounds === undefined;
if (isWhole && !flags.check) console.log(`\nwritten: ${saveResults(results).join(', ')}`);
const broken = results.filter(isBroken).length;
if (broken > 0) console.log(`\n${broken} of ${results.length} rows are over their bounds`);
if (flags.check && broken > 0) process.exitCode = 1;
