// Places instances of CoSPLib, and prints what the search reaches as a line of JSON each; a second evaluator counts every result. Times are of the processor.
// Usage: npx tsx bench/cosplib/place.ts FILE… [--mode exact|full] [--time 60s] [--seed 1] [--out DIR]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Total } from '../../src/autoplace/cost.ts';
import { createSearch } from '../../src/autoplace/search.ts';
import { startingLanes } from '../../src/autoplace/start.ts';
import { evaluate } from './evaluate.ts';
import { type Instance, type Mode, readInstance } from './instance.ts';
import { linearWeights, placesOf, problemOf } from './problem.ts';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    mode: { type: 'string', default: 'full' },
    time: { type: 'string', default: '60s' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
  },
});
const seconds = /^(\d+)s?$/.exec(values.time)?.[1];
if (files.length === 0 || seconds === undefined || (values.mode !== 'exact' && values.mode !== 'full')) {
  throw new Error(
    'usage: npx tsx bench/cosplib/place.ts FILE… [--mode exact|full] [--time 60s] [--seed 1] [--out DIR]',
  );
}
for (const file of files) place(readInstance(file), values.mode, Number(seconds), Number(values.seed), values.out);

function place(instance: Instance, mode: Mode, time: number, seed: number, out: string | undefined): void {
  const begun = process.cpuUsage();
  const problem = problemOf(instance, mode);
  const search = createSearch(problem, startingLanes(problem), { seed, weights: linearWeights(problem) });
  const elapsed = () => {
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1e6;
  };
  const after = (limit: number): number | null => {
    while (elapsed() < limit) search.run(2000);
    return wishesOf(search.best.cost);
  };
  const at1s = after(Math.min(1, time));
  const at5s = after(Math.min(5, time));
  const at10s = after(Math.min(10, time));
  const atEnd = after(time);

  const places = placesOf(instance, problem, search.best.lanes);
  const { value, faults } = evaluate(instance, mode, places);
  const counted = { value, feasible: faults.length === 0 };
  if (atEnd !== null && (!counted.feasible || atEnd !== value)) {
    throw new Error(
      `${instance.name}: the search counts ${atEnd}, the evaluator ${value} ${faults.slice(0, 3).join('; ')}`,
    );
  }
  const { name } = instance;
  console.log(JSON.stringify({ name, mode, seed, ...counted, at1s, at5s, at10s, atEnd, steps: search.steps }));
  if (out === undefined) return;
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, `${name}.${mode}.${seed}.json`), `${JSON.stringify(places)}\n`);
}

/** Nothing as long as a must is broken. */
function wishesOf({ musts, rest }: Total): number | null {
  return musts === 0 ? rest : null;
}
