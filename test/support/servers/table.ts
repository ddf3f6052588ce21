// A table of what every step ends with against every kind of server, written as text, and the tests of its rows.
import { beforeAll, expect, it } from 'vitest';
import type { Kind } from './server.ts';
import { type Ends, steps, type TrialOptions, tryOut } from './trial.ts';

export interface Table {
  /**
   * A head with the names of the steps, then a row for each kind: its name, and the exit codes of each step. Of several commands in
   * a step, each code once.
   */
  readonly rows: string;
  /** Kinds that mostly wait: all of these run at once. */
  readonly waiting?: readonly (readonly [Kind, TrialOptions])[];
  readonly kinds: readonly Kind[];
}

/** Defines a test for each row of the table, and one that it has a row for each kind. */
export function testTable({ rows, kinds, waiting = [] }: Table): void {
  const [head = '', ...lines] = rows.trimEnd().split('\n').slice(1);
  const expected = new Map(lines.map((row) => [row.slice(0, head.search(/\S/)).trim(), row.replaceAll(/ +/g, ' ')]));
  const trials = new Map<string, Promise<Ends>>();

  it('every kind has a row, and every row a kind', () => {
    expect(head.trim().split(/ +/)).toEqual(steps);
    expect([...waiting.map(([kind]) => kind), ...kinds].map(({ name }) => name)).toEqual([...expected.keys()]);
  });

  beforeAll(async () => {
    // Loading the program blocks this process for longer than some of these servers take to respond.
    if (waiting.length > 0) await tryOut(kinds[0] ?? { name: 'plain' });
    for (const [kind, options] of waiting) {
      const trial = tryOut(kind, options);
      trials.set(kind.name, trial);
      // It is awaited in its own test.
      trial.catch(() => undefined);
    }
  });

  it.concurrent.each(kinds)('$name', (kind) => expectRow(kind.name, tryOut(kind)));
  it.concurrent.each(waiting.map(([kind]) => kind))('$name', ({ name }) => expectRow(name, trials.get(name)));

  async function expectRow(name: string, trial: Promise<Ends> | undefined): Promise<void> {
    const ends = await trial;
    expect(`${name} ${steps.map((step) => ends?.[step]).join(' ')}`).toBe(expected.get(name));
  }
}
