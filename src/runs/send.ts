// Sends the rows of a run, several at a time, each after its intent is in the journal. Must not know what the rows are.
import type { Client, WriteOutcome } from '../client/client.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { BeforeChange } from './entry.ts';
import type { Journal } from './journal.ts';

/** One row's request. */
export interface Step {
  readonly row: number;
  readonly path: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string | null>>;
  /** What the request changes, saved before it is sent so that it can be undone. */
  readonly before?: BeforeChange | undefined;
}

export interface SendOptions {
  readonly client: Pick<Client, 'write' | 'concurrency' | 'cancelWaiting'>;
  readonly endpoint: Endpoint;
  readonly journal: Pick<Journal, 'recordIntent' | 'recordUnsent'>;
  /** How many rows may be waiting or in flight. */
  readonly workers: number;
  /** Returns the same key whenever a row is sent, also when the run is resumed. */
  readonly idempotencyKey: (row: number) => string;
  readonly signal?: AbortSignal | undefined;
  /** Called with the outcome of each row. If it throws, no further row is sent, and requests in flight are finished. */
  readonly onEnd: (step: Step, outcome: WriteOutcome) => void;
}

/**
 * Sends every step. Before it returns or throws, requests in flight are finished, and rows that were not sent are recorded as unsent.
 * @param steps in the order of their rows; read as they are needed
 * @throws what `onEnd` throws; the signal's reason; {JournalError}
 */
export async function sendSteps(steps: Iterable<Step>, options: SendOptions): Promise<void> {
  const { client, endpoint, journal, workers, idempotencyKey, signal, onEnd } = options;
  const source = intended(steps[Symbol.iterator](), options);
  let isStopped = false;

  async function work(): Promise<void> {
    while (!isStopped) {
      signal?.throwIfAborted();
      const { value: step, done } = await source.next();
      if (done) return;
      await send(step);
    }
  }

  async function send(step: Step): Promise<void> {
    const { row, path, body } = step;
    // The run was stopped after the iterator yielded this step.
    if (isStopped || signal?.aborted) return journal.recordUnsent([row]);
    const input = { path, body };
    // If this rejects, the client was stopped; the request may have taken effect, so the row stays in doubt.
    const outcome = await client.write(endpoint, input, { idempotencyKey: idempotencyKey(row) });
    if (outcome.kind === 'unsent') {
      journal.recordUnsent([row]);
      // A row that was not sent because of a stop has not failed.
      signal?.throwIfAborted();
      if (isStopped) return;
    }
    onEnd(step, outcome);
  }

  const ends = await Promise.allSettled(
    Array.from({ length: workers }, () =>
      work().catch((error: unknown) => {
        isStopped = true;
        client.cancelWaiting();
        throw error;
      }),
    ),
  );
  await source.return(undefined);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

// A block must last while the intent of the next one is written.
const blocksPerTurn = 4;

/** Yields steps whose intent is durable; while a block is yielded, the intent of the next one is written. */
async function* intended(
  steps: Iterator<Step>,
  { client, endpoint, journal }: SendOptions,
): AsyncGenerator<Step, undefined> {
  const intendNext = async () => {
    const block = take(steps, blocksPerTurn * client.concurrency);
    const changes = block.flatMap(({ row, before }) => (before === undefined ? [] : [{ row, ...before }]));
    if (block.length > 0) await journal.recordIntent(rowsOf(block), endpoint.verb, changes);
    return block;
  };
  let following: Promise<readonly Step[]> = Promise.resolve([]);
  let block: readonly Step[] = [];
  let given = 0;
  try {
    for (block = await intendNext(); block.length > 0; block = await following) {
      following = intendNext();
      // Its rejection is handled when it is awaited, after this block.
      following.catch(() => undefined);
      given = 0;
      for (const step of block) {
        given++;
        yield step;
      }
    }
    return undefined;
  } finally {
    const unsent = [...block.slice(given), ...(await following.catch(() => []))];
    journal.recordUnsent(rowsOf(unsent));
  }
}

function take(steps: Iterator<Step>, size: number): readonly Step[] {
  const block: Step[] = [];
  while (block.length < size) {
    const { value, done } = steps.next();
    if (done) break;
    block.push(value);
  }
  return block;
}

function rowsOf(steps: readonly Step[]): readonly number[] {
  return steps.map(({ row }) => row);
}
