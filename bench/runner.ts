// Runs rows: both sides in turn, the median of each round's ratio, and its bound. Must not know any
// row, files or the terminal.
import type { Row, Sides } from './row.ts';

/** Of the ratio. */
export interface Bound {
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** By the name of a row, or its first parts. The second bound is for versions of Node after 20. */
export type Budgets = Readonly<Record<string, Bound & { readonly newerNode?: Bound }>>;

/** Medians of the rounds. */
export interface Result {
  readonly row: Row;
  readonly ours: number;
  readonly peer: number;
  readonly ratio: number;
  readonly bound: Bound;
}

export interface Run {
  readonly rows: readonly Row[];
  readonly budgets: Budgets;
  /** Instead of the row's own number. */
  readonly rounds?: number | undefined;
  /**
   * How often a row is measured again whose bound is broken, because another program can disturb a
   * run.
   */
  readonly repeats: number;
  say(result: Result, note: string): void;
}

export async function runRows({
  rows,
  budgets,
  rounds,
  repeats,
  say,
}: Run): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const row of rows) results.push(await judged(row));
  return results;

  async function judged(row: Row): Promise<Result> {
    const bound = boundOf(row.name, budgets);
    for (let repeat = 1; ; repeat++) {
      const result = { ...(await measure(row, rounds ?? row.rounds)), bound };
      const isLast = !isBroken(result) || repeat > repeats;
      say(result, isLast ? '' : `measured again, ${repeat} of ${repeats}`);
      if (isLast) return result;
    }
  }
}

export function isBroken({ ratio, bound }: Pick<Result, 'ratio' | 'bound'>): boolean {
  return !(ratio <= (bound.atMost ?? Number.POSITIVE_INFINITY) && ratio >= (bound.atLeast ?? 0));
}

/** @throws if the row has no bound */
function boundOf(name: string, budgets: Budgets): Bound {
  const parts = name.split('/');
  for (let length = parts.length; length > 0; length--) {
    const bound = budgets[parts.slice(0, length).join('/')];
    if (bound === undefined) continue;
    return Number.parseInt(process.versions.node, 10) > 20 ? (bound.newerNode ?? bound) : bound;
  }
  throw new Error(`bench/budgets.json has no bound for ${name}`);
}

/**
 * The rows that the names select, such as `start` or `start/list`; all without a name.
 * @throws if a name selects none
 */
export function selectRows(rows: readonly Row[], names: readonly string[]): readonly Row[] {
  const isNamed = (row: Row, name: string) => row.name === name || row.name.startsWith(`${name}/`);
  const unknown = names.find((name) => !rows.some((row) => isNamed(row, name)));
  if (unknown !== undefined) {
    throw new Error(
      `no row is named "${unknown}"; the rows are ${rows.map(({ name }) => name).join(', ')}`,
    );
  }
  return names.length === 0 ? rows : rows.filter((row) => names.some((name) => isNamed(row, name)));
}

/** A round before the first one warms up the machine and does not count. */
async function measure(row: Row, rounds: number): Promise<Omit<Result, 'bound'>> {
  const sides = await row.open();
  const measured: (readonly [ours: number, peer: number])[] = [];
  try {
    for (let round = 0; round <= rounds; round++) {
      const figures = await measureRound(sides, round % 2 === 0);
      if (round > 0) measured.push(figures);
    }
  } finally {
    await sides.close?.();
  }
  return {
    row,
    ours: median(measured.map(([ours]) => ours)),
    peer: median(measured.map(([, peer]) => peer)),
    ratio: median(measured.map(([ours, peer]) => ours / peer)),
  };
}

/**
 * Every second round in the opposite order, so that neither side is always the one after the other.
 */
async function measureRound({ ours, peer }: Sides, isPeerFirst: boolean) {
  const early = isPeerFirst ? await peer() : undefined;
  const figure = await ours();
  return [figure, early ?? (await peer())] as const;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = Number.NaN, high = Number.NaN] = [
    sorted[(sorted.length - 1) >> 1],
    sorted[sorted.length >> 1],
  ];
  return (low + high) / 2;
}
