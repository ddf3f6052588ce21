// The results of a run as lines, as a file of JSON, and as the table in docs/performance.md.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Bound, isBroken, type Result } from './runner.ts';

interface SavedResults {
  readonly date: string;
  readonly cores: number;
  readonly rows: readonly Result[];
}

const root = join(import.meta.dirname, '..');
const folder = 'bench/results';
export const page = 'docs/performance.md';
const [begin, end] = ['<!-- The figures: npm run bench -->', '<!-- The end of the figures -->'];

const widths = [38, 8, 12, 12, 24, 6, 17, 5, 0];
export const headline = columnsOf(['row', 'Node', 'Plenary', 'peer', '', 'ratio', 'bound', '']);

export function lineOf(result: Result, note: string): string {
  const { name, node, unit, ours, peer, value, bound } = result;
  const figures = peer === undefined ? ['', '', ''] : [figureOf(peer.figure, unit), peer.name, value.toFixed(2)];
  return columnsOf([
    name,
    node,
    figureOf(ours, unit),
    ...figures,
    textOf(bound),
    isBroken(result) ? 'OVER' : 'ok',
    note,
  ]);
}

/** Writes the results of a whole run, and their table into the page. @returns the paths of both files */
export function saveResults(rows: readonly Result[]): readonly [file: string, page: string] {
  const date = new Date().toISOString().slice(0, 10);
  const results: SavedResults = { date, cores: availableParallelism(), rows };
  const file = join(folder, `${date}.json`);
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, file), `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(join(root, page), withFigures(readFileSync(join(root, page), 'utf8'), results));
  return [file, page];
}

/** The results with the latest date; undefined if there are none. */
export function latestResults(): SavedResults | undefined {
  const [latest] = readdirSync(join(root, 'bench'))
    .filter((name) => name === 'results')
    .flatMap((name) => readdirSync(join(root, 'bench', name)))
    .toSorted()
    .reverse();
  return latest === undefined ? undefined : JSON.parse(readFileSync(join(root, folder, latest), 'utf8'));
}

/** The page, with the table of these results between its two markers. */
export function withFigures(text: string, results: SavedResults | undefined): string {
  const [before, after] = [text.indexOf(begin), text.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`${page} lacks the markers of its table`);
  const table = results === undefined ? '`npm run bench` writes the table.' : tableOf(results);
  return `${text.slice(0, before + begin.length)}\n\n${table}\n\n${text.slice(after)}`;
}

/** Rows that share their first two parts are one line: the one nearest to its bound. */
function tableOf({ date, cores, rows }: SavedResults): string {
  const versions = [...new Set(rows.map(({ node }) => node))];
  const lines = [...new Set(rows.map(lineName))].map((name) => {
    const own = versions.map((version) => {
      const candidates = rows.filter((row) => row.node === version && lineName(row) === name);
      return candidates.toSorted((a, b) => nearness(b) - nearness(a))[0];
    });
    const cells = own.map((row) => (row === undefined ? '' : cellOf(row)));
    const bounds = [...new Set(own.flatMap((row) => (row === undefined ? [] : [textOf(row.bound)])))];
    return `| \`${name}\` | ${cells.join(' | ')} | ${bounds.join('; ')} |`;
  });
  const heads = ['row', ...versions.map((version) => `Node ${version}`), 'bound'];
  const rule = heads.map(() => '---').join('|');
  return `${date}, ${cores} cores:\n\n| ${heads.join(' | ')} |\n|${rule}|\n${lines.join('\n')}`;
}

function lineName({ name }: Result): string {
  return name.split('/').slice(0, 2).join('/');
}

function cellOf({ value, ours, peer, unit }: Result): string {
  return peer === undefined ? figureOf(ours, unit) : `${value.toFixed(2)} (${figureOf(ours, unit)})`;
}

/** 1 at the bound, and more beyond it. */
function nearness({ value, bound }: Result): number {
  return bound.atMost === undefined ? (bound.atLeast ?? 0) / value : value / bound.atMost;
}

function textOf({ atMost, atLeast, goal }: Bound): string {
  const bound = atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`;
  return goal === undefined ? bound : `${bound} (goal ${goal})`;
}

function figureOf(figure: number, unit: Result['unit']): string {
  if (unit === '/s') return `${Math.round(figure).toLocaleString('en')}/s`;
  return `${figure.toFixed(figure < 100 && unit !== 'ms' ? 2 : figure < 10 ? 2 : 0)} ${unit}`;
}

function columnsOf(cells: readonly string[]): string {
  return cells
    .map((cell, at) => cell.padEnd(widths[at] ?? 0))
    .join(' ')
    .trimEnd();
}
