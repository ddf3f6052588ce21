// A table of what every step ends with against every kind of server, written as text, and the tests of its rows.
import { beforeAll, expect, it } from 'vitest';
import type { Kind } from './server.ts';
import { type Ends, steps, tryOut } from './trial.ts';

export interface Table {
  /**
   * A head with the names of the steps, then a row for each kind: its name, and the exit codes of each step. Of several commands
   * in a step, each code once. A step with `-` is not taken: what is special about such a server does not reach it, or reaches
   * it as another step of the row. Each pattern of codes has one row in which every step is taken.
   */
  readonly rows: string;
  readonly kinds: readonly Kind[];
}

/** Defines a test for each row of the table, one that it has a row for each kind, and one of its patterns. */
export function testTable(table: Table): void {
  testRows(table, () => true);
}

/** The same with every sixth row. */
export function testSome(table: Table): void {
  testRows(table, (at) => at % 6 === 0);
}

/** @param isTaken whether a row is tried out, by its place in the table */
function testRows({ rows, kinds }: Table, isTaken: (at: number) => boolean): void {
  const [head = '', ...lines] = rows.trimEnd().split('\n').slice(1);
  const expected = new Map(lines.map((row) => [row.slice(0, head.search(/\S/)).trim(), row.replaceAll(/ +/g, ' ')]));
  const names = head.trim().split(/ +/);
  const codesOf = (kind: Kind) => (expected.get(kind.name) ?? '').split(' ').slice(-names.length);
  const takenOf = (kind: Kind) => names.filter((_, at) => codesOf(kind)[at] !== '-');
  const trials = new Map<Kind, Promise<Ends>>();
  const taken = kinds.filter((_, at) => isTaken(at));

  it('every kind has a row, and every row a kind', () => {
    expect(steps).toEqual(expect.arrayContaining(names));
    expect(kinds.map(({ name }) => name)).toEqual([...expected.keys()]);
  });

  it('a row without all steps has the codes of one with all', () => {
    const rows = kinds.map((kind) => codesOf(kind));
    const whole = rows.filter((codes) => !codes.includes('-'));
    const isLike = (codes: readonly string[], other: readonly string[]) =>
      codes.every((code, at) => code === '-' || code === other[at]);
    expect(rows.filter((codes) => !whole.some((other) => isLike(codes, other)))).toEqual([]);
  });

  beforeAll(async () => {
    const [first] = taken;
    // Loading the program blocks this process for a while, in which a time limit would pass.
    if (first !== undefined) await begin(first).catch(() => undefined);
    // These mostly wait, so that they can all run at once.
    for (const kind of taken) if (kind.timeoutMs !== undefined) begin(kind).catch(() => undefined);
  });

  it.concurrent.each(taken)('$name', async (kind) => {
    const ends = await begin(kind);
    const codes = steps.flatMap((step) => (names.includes(step) ? (ends[step] ?? '-') : []));
    expect([kind.name, ...codes].join(' ')).toBe(expected.get(kind.name));
  });

  function begin(kind: Kind): Promise<Ends> {
    const trial = trials.get(kind) ?? tryOut(kind, takenOf(kind));
    trials.set(kind, trial);
    return trial;
  }
}
