// The runner of the benchmark, with rows whose figures are given: order, median, bounds and repetition.
import { expect, it } from 'vitest';
import { isBroken, type Result, runRows } from '../bench/runner.ts';

/** Runs a row that takes these figures, round by round. */
async function run(ours: readonly number[], peers: readonly number[], { rounds = 1, repeats = 0 } = {}) {
  const said: string[] = [];
  const sides: string[] = [];
  const taken = (side: string, figures: readonly number[]) => {
    const waiting = figures.values();
    return async () => {
      sides.push(side);
      return waiting.next().value ?? Number.NaN;
    };
  };
  const [our, their] = [taken('ours', ours), taken('peer', peers)];
  const open = async () => ({ ours: our, peer: their });
  const row = { name: 'fake/row', peer: 'nothing', unit: 'ms', rounds, open } as const;
  const say = (_: Result, note: string) => said.push(note);
  const [result] = await runRows({ rows: [row], budgets: { fake: { atMost: 2 } }, repeats, say });
  if (result === undefined) throw new Error('no result');
  return { ...result, sides, said, isBroken: isBroken(result) };
}

it('takes the median of the ratios of each round without the first, with the sides in turn', async () => {
  // Ratios 2, 4 and 1.5: their median is neither their mean nor the ratio of the medians (30 to 10).
  expect(await run([900, 20, 40, 30], [1, 10, 10, 20], { rounds: 3 })).toMatchObject({
    ...{ ours: 30, peer: 10, ratio: 2, isBroken: false },
    sides: ['peer', 'ours', 'ours', 'peer', 'peer', 'ours', 'ours', 'peer'],
  });
});

it('measures a row over its bound again, at most as often as permitted', async () => {
  const ones = Array<number>(8).fill(1);
  const notes = ['measured again, 1 of 2', 'measured again, 2 of 2', ''];
  expect(await run([1, 9, 1, 9, 1, 2], ones, { repeats: 2 })).toMatchObject({ isBroken: false, said: notes });
  expect(await run([1, 9, 1, 9, 1, 3, 1, 1], ones, { repeats: 2 })).toMatchObject({ isBroken: true, said: notes });
});
