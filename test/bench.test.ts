// The runner of the benchmark, with rows whose figures are given: order, median, bounds, repetition and selection.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { latestResults, page, withFigures } from '../bench/report.ts';
import type { Row } from '../bench/row.ts';
import { type Bound, isBroken, median, type Result, runRows, selectRows } from '../bench/runner.ts';

const node = { path: '/usr/bin/node', version: '20.20.2' };
const newer = { path: '/opt/node', version: '24.1.0' };

/** A row that returns these figures, round by round, and notes which side is run. */
function scripted(ours: readonly number[], peers: readonly number[] = [], runs: string[] = []): Row {
  const [our, their] = [ours.values(), peers.values()];
  const take = (side: string, figures: typeof our) => async () => {
    runs.push(side);
    return figures.next().value ?? Number.NaN;
  };
  return {
    ...{ name: 'fake/row', unit: 'ms', rounds: 3 },
    ...(peers.length > 0 && { peer: 'nothing' }),
    open: async () => ({ ours: take('ours', our), ...(peers.length > 0 && { peer: take('peer', their) }) }),
  };
}

async function run(row: Row, bound: Bound, { repeats = 0, nodes = [node] } = {}) {
  const notes: string[] = [];
  const say = (_: Result, note: string) => notes.push(note);
  const results = await runRows({ areas: [{ rows: [row] }], nodes, budgets: { fake: bound }, repeats, say });
  return { results, notes, isBroken: results.some(isBroken) };
}

it('runs the sides in turn, every second round in the opposite order', async () => {
  const runs: string[] = [];
  await run(scripted([1, 1, 1, 1], [1, 1, 1, 1], runs), { atMost: 1 });
  expect(runs).toEqual(['peer', 'ours', 'ours', 'peer', 'peer', 'ours', 'ours', 'peer']);
});

it('takes the median of the ratios, without the first round', async () => {
  // Ratios 2, 4 and 1.5: their median is neither their mean nor the ratio of the medians (30 to 10).
  const { results } = await run(scripted([900, 20, 40, 30], [1, 10, 10, 20]), { atMost: 5 });
  expect(results).toMatchObject([{ ours: 30, peer: { figure: 10 }, value: 2 }]);
});

it('judges a figure without a peer by itself, from the first round', async () => {
  const { results, isBroken } = await run(scripted([160, 150, 180]), { atMost: 170 });
  expect(results).toMatchObject([{ ours: 160, value: 160 }]);
  expect(isBroken).toBe(false);
});

it.each([
  { figures: [1.3], bound: { atMost: 1.2 }, broken: true },
  { figures: [1.2], bound: { atMost: 1.2 }, broken: false },
  { figures: [0.8], bound: { atLeast: 0.85 }, broken: true },
  { figures: [0.85], bound: { atLeast: 0.85 }, broken: false },
  { figures: [Number.NaN], bound: { atMost: 1.2 }, broken: true },
])('judges $figures against $bound', async ({ figures, bound, broken }) => {
  expect((await run({ ...scripted(figures), rounds: 1 }, bound)).isBroken).toBe(broken);
});

it('measures a broken row again, at most as often as permitted, and says so', async () => {
  const disturbed = await run({ ...scripted([9, 9, 1]), rounds: 1 }, { atMost: 2 }, { repeats: 2 });
  expect(disturbed.notes).toEqual(['measured again, 1 of 2', 'measured again, 2 of 2', '']);
  expect(disturbed.isBroken).toBe(false);
  const slow = await run({ ...scripted([9, 9, 9, 1]), rounds: 1 }, { atMost: 2 }, { repeats: 2 });
  expect(slow.isBroken).toBe(true);
});

it('measures processes with every Node, and the rest with the first', async () => {
  const nodes = [node, newer];
  const once = await run({ ...scripted([1, 1]), rounds: 1 }, { atMost: 1 }, { nodes });
  expect(once.results.map((result) => result.node)).toEqual(['20.20.2']);
  const bounds = { atMost: 1, newerNode: { atMost: 3 } };
  const each = await run({ ...scripted([2, 2]), rounds: 1, isForEveryNode: true }, bounds, { nodes });
  expect(each.results.map((result) => [result.node, isBroken(result)])).toEqual([
    ['20.20.2', true],
    ['24.1.0', false],
  ]);
});

it('ends what a row opened and what an area shares, even if a side fails', async () => {
  const ended: string[] = [];
  const row: Row = {
    ...{ name: 'fake/row', unit: 'ms', rounds: 1 },
    open: async () => ({ ours: () => Promise.reject(new Error('refused')), close: async () => ended.push('row') }),
  };
  const close = async () => void ended.push('area');
  const running = runRows({
    areas: [{ rows: [row], close }],
    nodes: [node],
    budgets: { fake: {} },
    repeats: 2,
    say() {},
  });
  await expect(running).rejects.toThrow('refused');
  expect(ended).toEqual(['row', 'area']);
});

it('refuses a row without a bound', async () => {
  const running = runRows({ areas: [{ rows: [scripted([1])] }], nodes: [node], budgets: {}, repeats: 0, say() {} });
  await expect(running).rejects.toThrow('no bound for fake/row');
});

it.each([
  { names: [], selected: ['a/one', 'a/two', 'b/one'] },
  { names: ['a'], selected: ['a/one', 'a/two'] },
  { names: ['a/large'], selected: ['a/large'] },
  { names: ['b/one', 'a/two'], selected: ['a/two', 'b/one'] },
])('selects $selected by $names', ({ names, selected }) => {
  const row = (name: string, own: Partial<Row> = {}): Row => ({ ...scripted([1]), name, ...own });
  const areas = [
    { rows: [row('a/one'), row('a/two'), row('a/large', { isOptional: true })] },
    { rows: [row('b/one')] },
  ];
  expect(selectRows(areas, names).flatMap(({ rows }) => rows.map(({ name }) => name))).toEqual(selected);
});

it('refuses a name that selects nothing', () => {
  expect(() => selectRows([{ rows: [scripted([1])] }], ['fake/ro'])).toThrow('no row is named "fake/ro"');
});

it('takes the middle of both for an even number of figures', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

it('shows a line for the rows of one part: the one nearest to its bound', () => {
  const result = { node: '20.20.2', unit: 'ms' as const, peer: { name: 'first page', figure: 10 } };
  const rows: readonly Result[] = [
    { ...result, name: 'pages/sqlite/speakers', ours: 20, value: 2, bound: { atMost: 10 } },
    { ...result, name: 'pages/sqlite/contacts', ours: 51, value: 5, bound: { atMost: 10 } },
    { name: 'import/pace', node: '20.20.2', unit: 'of the limit', ours: 0.97, value: 0.97, bound: { atLeast: 0.95 } },
  ];
  const text = withFigures('Before.\n\n<!-- The figures: npm run bench -->old<!-- The end of the figures -->\n', {
    ...{ date: '2027-05-20', cores: 2, rows },
  });
  expect(text).toBe(`Before.

<!-- The figures: npm run bench -->

2027-05-20, 2 cores:

| row | Node 20.20.2 | bound |
|---|---|---|
| \`pages/sqlite\` | 5.00 (51 ms) | ≤ 10 |
| \`import/pace\` | 0.97 of the limit | ≥ 0.95 |

<!-- The end of the figures -->
`);
});

it('the page shows the latest results', () => {
  const text = readFileSync(page, 'utf8');
  expect(withFigures(text, latestResults()), `${page} is out of date: npm run bench`).toBe(text);
});
