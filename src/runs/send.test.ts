// Rows are sent only after a durable intent, and none is in doubt that was not sent.
import { describe, expect, it } from 'vitest';
import type { WriteOutcome } from '../client/client.ts';
import { endpoints } from '../contract/index.ts';
import { JournalError, NetworkError } from '../errors.ts';
import { createRows } from './rows.ts';
import { type SendOptions, type Step, sendSteps } from './send.ts';

const done: WriteOutcome = { kind: 'done', record: {} };

describe('sendSteps', () => {
  it('sends each step once, in order, and reports its outcome', async () => {
    const trial = start({});
    await sendSteps(steps(30), trial.options);
    expect(trial.sent).toEqual(numbers(30));
    expect(trial.ended).toEqual(numbers(30).map((row) => [row, 'done']));
    expect(trial.intended).toEqual(numbers(30));
    expect(trial.released).toEqual([]);
  });

  it('sends no row before its intent is durable', async () => {
    const durable = new Set<number>();
    const trial = start({
      async intend(rows) {
        await turns(3);
        for (const row of rows) durable.add(row);
      },
      async attempt(row) {
        expect(durable).toContain(row);
        return done;
      },
    });
    await sendSteps(steps(40), trial.options);
    expect(trial.sent).toHaveLength(40);
  });

  it('after a signal finishes requests in flight; other rows are unsent', async () => {
    const stop = new AbortController();
    const trial = start({
      signal: stop.signal,
      async attempt(row) {
        if (row === 5) stop.abort('SIGINT');
        await turns(2);
        return done;
      },
    });
    await expect(sendSteps(steps(100), trial.options)).rejects.toBe('SIGINT');
    expect(trial.ended.map(([row]) => row)).toEqual(trial.sent);
    expect([...trial.sent, ...trial.released].sort(byNumber)).toEqual(trial.intended);
    expect(trial.sent.length).toBeLessThan(8);
  });

  it('stops in the same way when `onEnd` throws', async () => {
    const reason = new NetworkError('down');
    const trial = start({
      onEnd(row) {
        if (row === 4) throw reason;
      },
    });
    await expect(sendSteps(steps(100), trial.options)).rejects.toBe(reason);
    expect([...trial.sent, ...trial.released].sort(byNumber)).toEqual(trial.intended);
    expect(trial.sent.length).toBeLessThan(8);
  });

  it('reports no row that was not sent because the others had stopped', async () => {
    const reason = new NetworkError('down');
    let stop = () => {};
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    const trial = start({
      async attempt(row) {
        if (row === 1) return done;
        await stopped;
        return { kind: 'unsent', error: reason };
      },
      onEnd(row) {
        if (row === 1) throw reason;
      },
      cancelWaiting: stop,
    });
    await expect(sendSteps(steps(20), trial.options)).rejects.toBe(reason);
    expect(trial.ended).toEqual([[1, 'done']]);
    expect([1, ...trial.released].sort(byNumber)).toEqual(trial.intended);
  });

  it('records rows without effect as unsent, and leaves lost ones in doubt', async () => {
    const error = new NetworkError('reset');
    const lost = { kind: 'lost', otherwise: 'unknown', error, lateUntil: 0 } as const;
    const ends = [{ kind: 'unsent', error } as const, lost, { kind: 'refused', error } as const];
    const trial = start({ attempt: async (row) => ends[row - 1] ?? lost });
    await sendSteps(steps(3), trial.options);
    expect(trial.released).toEqual([1]);
    expect([...trial.ended].sort(([a], [b]) => a - b)).toEqual([
      [1, 'unsent'],
      [2, 'lost'],
      [3, 'refused'],
    ]);
  });

  it('leaves a row in doubt whose request was cancelled', async () => {
    const trial = start({
      async attempt(row) {
        if (row === 1) throw 'SIGINT';
        return done;
      },
    });
    await expect(sendSteps(steps(20), trial.options)).rejects.toBe('SIGINT');
    expect(trial.released).not.toContain(1);
    expect([...trial.sent, ...trial.released].sort(byNumber)).toEqual(trial.intended);
  });

  it('sends nothing more once the journal fails', async () => {
    const trial = start({
      async intend(rows) {
        if (rows.includes(17)) throw new JournalError('the disk is full');
      },
    });
    await expect(sendSteps(steps(100), trial.options)).rejects.toThrow('the disk is full');
    expect(trial.sent).toEqual(numbers(16));
    expect(trial.released).toEqual([]);
  });
});

/** Two requests at once for three workers, so that a block is eight rows. */
function start(given: {
  readonly signal?: AbortSignal;
  intend?(rows: readonly number[]): Promise<void>;
  attempt?(row: number): Promise<WriteOutcome>;
  onEnd?(row: number): void;
  cancelWaiting?(): void;
}) {
  const intended: number[] = [];
  const released: number[] = [];
  const sent: number[] = [];
  const ended: (readonly [row: number, kind: string])[] = [];
  const options: SendOptions = {
    client: {
      concurrency: 2,
      cancelWaiting: () => given.cancelWaiting?.(),
      async write(_, { body }: { readonly body?: unknown }) {
        const row = Number((body as { readonly row: string }).row);
        sent.push(row);
        return given.attempt?.(row) ?? done;
      },
    },
    endpoint: endpoints.createSpeaker,
    journal: {
      async recordIntent(rows) {
        await given.intend?.(rows);
        intended.push(...rows);
      },
      showSending() {},
      recordUnsent: (rows) => void released.push(...rows),
    },
    workers: 3,
    signal: given.signal,
    onEnd({ row }, { kind }) {
      ended.push([row.number, kind]);
      given.onEnd?.(row.number);
    },
  };
  return { intended, released, sent, ended, options };
}

function* steps(count: number): IterableIterator<Step> {
  const rows = createRows();
  for (const number of numbers(count)) {
    const row = rows.add({ row: number, line: number + 1, names: {}, fields: {} }, 'create');
    yield { row, path: {}, body: { row: String(number) } };
  }
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}

function byNumber(a: number, b: number): number {
  return a - b;
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
}
