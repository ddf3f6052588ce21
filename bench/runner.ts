// Runs rows: both sides in turn, the median of each round's ratio, and its bound. Must not know any row, files or the terminal.
import type { Area, Row, Sides } from './row.ts';

/** A binary of Node, and its version without `v`. */
export interface NodeBinary {
  readonly path: string;
  readonly version: string;
}

export interface Bound {
  readonly atMost?: number;
  readonly atLeast?: number;
  /** What the row does not reach yet. */
  readonly goal?: number;
}

/** By the name of a row, or its first parts. The second bound is for versions of Node after 20. */
export type Budgets = Readonly<Record<string, Bound & { readonly newerNode?: Bound }>>;

/** Figures are medians of the rounds. */
export interface Result {
  readonly name: string;
  readonly node: string;
  readonly unit: Row['unit'];
  readonly ours: number;
  readonly peer?: { readonly name: string; readonly figure: number };
  /** What the bound is for: the median of the rounds' ratios or, without a peer, our figure. */
  readonly value: number;
  readonly bound: Bound;
}

export interface Run {
  readonly areas: readonly Area[];
  readonly nodes: readonly NodeBinary[];
  readonly budgets: Budgets;
  /** Instead of the row's own number. */
  readonly rounds?: number | undefined;
  /** How often a row is measured again whose bound is broken, because another program can disturb a run. */
  readonly repeats: number;
  say(result: Result, note: string): void;
}

export async function runRows({ areas, nodes, budgets, rounds, repeats, say }: Run): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const { rows, close } of areas) {
    try {
      for (const node of nodes) {
        for (const row of rows) if (node === nodes[0] || row.isForEveryNode) results.push(await judged(row, node));
      }
    } finally {
      await close?.();
    }
  }
  return results;

  async function judged(row: Row, node: NodeBinary): Promise<Result> {
    const bound = boundOf(row.name, node.version, budgets);
    for (let repeat = 1; ; repeat++) {
      const result = { ...(await measure(row, node, rounds ?? row.rounds)), bound };
      const isLast = !isBroken(result) || repeat > repeats;
      say(result, isLast ? '' : `measured again, ${repeat} of ${repeats}`);
      if (isLast) return result;
    }
  }
}

export function isBroken({ value, bound }: Pick<Result, 'value' | 'bound'>): boolean {
  return !(value <= (bound.atMost ?? Number.POSITIVE_INFINITY) && value >= (bound.atLeast ?? 0));
}

/** @throws if a row has no bound */
function boundOf(name: string, version: string, budgets: Budgets): Bound {
  const parts = name.split('/');
  for (let length = parts.length; length > 0; length--) {
    const found = budgets[parts.slice(0, length).join('/')];
    if (found === undefined) continue;
    const { newerNode, ...bound } = found;
    return newerNode === undefined || Number.parseInt(version, 10) <= 20 ? bound : newerNode;
  }
  throw new Error(`bench/budgets.json has no bound for ${name}`);
}

/** The areas with only the rows that the names select, such as `start` or `start/version`; all without a name. @throws if a name selects none */
export function selectRows(areas: readonly Area[], names: readonly string[]): readonly Area[] {
  const isNamed = ({ name: row, isOptional }: Row, name: string) =>
    row === name || (!isOptional && row.startsWith(`${name}/`));
  const all = areas.flatMap(({ rows }) => rows);
  const unknown = names.find((name) => !all.some((row) => isNamed(row, name)));
  if (unknown !== undefined) {
    const known = new Set(all.map(({ name }) => name.split('/').slice(0, 2).join('/')));
    throw new Error(`no row is named "${unknown}"; the rows are ${[...known].join(', ')}`);
  }
  const isSelected = (row: Row) => (names.length === 0 ? !row.isOptional : names.some((name) => isNamed(row, name)));
  return areas.map((area) => ({ ...area, rows: area.rows.filter(isSelected) })).filter(({ rows }) => rows.length > 0);
}

type Round = readonly [ours: number, peer: number];

/** A round before the first one warms up the machine and does not count. Without a peer, nothing needs to be warm alike. */
async function measure(row: Row, node: NodeBinary, rounds: number): Promise<Omit<Result, 'bound'>> {
  const sides = await row.open(node.path);
  const measured: Round[] = [];
  try {
    for (let round = sides.peer === undefined ? 1 : 0; round <= rounds; round++) {
      const figures = await measureRound(sides, round % 2 === 0);
      if (round > 0) measured.push(figures);
    }
  } finally {
    await sides.close?.();
  }
  const ours = median(measured.map(([figure]) => figure));
  const result = { name: row.name, node: node.version, unit: row.unit, ours };
  if (row.peer === undefined) return { ...result, value: ours };
  const peer = { name: row.peer, figure: median(measured.map(([, figure]) => figure)) };
  return { ...result, peer, value: median(measured.map(([a, b]) => a / b)) };
}

/** Every second round in the opposite order, so that neither side is always the one after the other. */
async function measureRound({ ours, peer }: Sides, isPeerFirst: boolean): Promise<Round> {
  if (peer === undefined) return [await ours(), Number.NaN];
  const early = isPeerFirst ? await peer() : undefined;
  const figure = await ours();
  return [figure, early ?? (await peer())];
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = Number.NaN, high = Number.NaN] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}
