// Sends the rows of a run, several at a time, each after its intent is in the journal. Must not
// know what the rows are.
import type { Client, WriteOutcome } from '../client/client.ts';
import type { Operation } from '../contract/endpoint.ts';
import type { SentChange } from './entry.ts';
import type { Journal } from './journal.ts';
import type { RunRow } from './row.ts';

/** One row's request. */
export interface Step {
  readonly row: RunRow;
  readonly path: Readonly<Record<string, string>>;
  /** Undefined for a removal. */
  readonly body?: Readonly<Record<string, string | null>>;
  /** Of a creation: the same whenever its record is sent, also from another machine. */
  readonly idempotencyKey?: string | undefined;
  /**
   * Of steps with the same text, the first one is sent alone: two creations of one new address at
   * once fail.
   */
  readonly alone?: string | undefined;
  /** What the request changes, saved before it is sent so that it can be undone. */
  readonly change?: SentChange | undefined;
}

export interface SendOptions {
  readonly client: Pick<Client, 'write' | 'concurrency' | 'cancelWaiting'>;
  readonly endpoint: Operation;
  readonly journal: Pick<Journal, 'recordIntent' | 'recordUnsent' | 'showSending'>;
  /** How many rows may be waiting or in flight. */
  readonly workers: number;
  /** Gets the common value of steps once one of them was carried out. */
  readonly known?: Set<string>;
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with the outcome of each row. If it throws, no further row is sent, and requests in
   * flight are finished.
   */
  readonly onEnd: (step: Step, outcome: WriteOutcome) => void;
}

/**
 * Sends every step. Before it returns or throws, requests in flight are finished, and rows that
 * were not sent are recorded as unsent.
 * @param steps in the order of their rows; read as they are needed
 * @throws what `onEnd` throws; the signal's reason; {JournalError}
 */
export async function sendSteps(steps: Iterable<Step>, options: SendOptions): Promise<void> {
  const { client, endpoint, journal, workers, signal, known = new Set(), onEnd } = options;
  const source = intended(steps[Symbol.iterator](), options);
  /** The steps that wait for another one, by what they have in common. */
  const waiting = new Map<string, Step[]>();
  let isStopped = false;

  async function work(): Promise<void> {
    try {
      while (!isStopped) {
        signal?.throwIfAborted();
        const step = source.take();
        if (step === undefined) {
          if (await source.load()) continue;
          return;
        }
        await inTurn(step);
      }
    } catch (error) {
      isStopped = true;
      client.cancelWaiting();
      throw error;
    }
  }

  /** Sends a step, and then those that wait for it; or lets it wait. */
  async function inTurn(step: Step): Promise<void> {
    const { alone } = step;
    if (alone === undefined || known.has(alone)) return write(step);
    const queue = waiting.get(alone);
    if (queue !== undefined) {
      queue.push(step);
      return;
    }
    const followers: Step[] = [];
    waiting.set(alone, followers);
    await write(step);
    for (let next = followers[0]; next !== undefined && !isStopped; next = followers[0]) {
      signal?.throwIfAborted();
      followers.shift();
      await write(next);
    }
    if (followers.length === 0) waiting.delete(alone);
  }

  async function write(step: Step): Promise<void> {
    const { path, body, idempotencyKey, alone } = step;
    // If this rejects, the client was stopped; the request may have taken effect, so the row stays
    // in doubt.
    const outcome = await client.write(
      endpoint,
      { path, body },
      { idempotencyKey, onSend: journal.showSending },
    );
    if (outcome.kind === 'done' && alone !== undefined) known.add(alone);
    end(step, outcome);
  }

  function end(step: Step, outcome: WriteOutcome): void {
    if (outcome.kind === 'unsent') {
      journal.recordUnsent([step.row.number]);
      // A row that was not sent because of a stop has not failed.
      signal?.throwIfAborted();
      if (isStopped) return;
    }
    onEnd(step, outcome);
  }

  const ends = await Promise.allSettled(Array.from({ length: workers }, work));
  await source.close([...waiting.values()].flat());
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

// A block must last while the intent of the next one is written.
const blocksPerTurn = 4;

/**
 * The steps whose intent is durable. While they are taken, the intent of the next ones is written.
 */
function intended(steps: Iterator<Step>, { client, endpoint, journal }: SendOptions) {
  let block: readonly Step[] = [];
  let taken = 0;
  let following: Promise<readonly Step[]> | undefined;

  async function intendNext(): Promise<readonly Step[]> {
    const next = takeBlock(steps, blocksPerTurn * client.concurrency);
    const changes = next.flatMap(({ change }) => change ?? []);
    if (next.length > 0) await journal.recordIntent(rowsOf(next), endpoint.verb, changes);
    return next;
  }

  return {
    /** Undefined if all steps that are loaded were taken. */
    take: () => (taken < block.length ? block[taken++] : undefined),
    /** @returns whether there are further steps */
    async load(): Promise<boolean> {
      following ??= intendNext();
      const loading = following;
      const loaded = await loading;
      // Another worker may have waited for the same steps.
      if (loading === following && loaded.length > 0) {
        block = loaded;
        taken = 0;
        following = intendNext();
        // Its rejection is handled when it is awaited, after this block.
        following.catch(() => undefined);
      }
      return loaded.length > 0;
    },
    /** Records the steps that were not sent. @param left those that were taken */
    async close(left: readonly Step[]): Promise<void> {
      const next = await following?.catch(() => []);
      journal.recordUnsent(rowsOf([...left, ...block.slice(taken), ...(next ?? [])]));
    },
  };
}

function takeBlock(steps: Iterator<Step>, size: number): readonly Step[] {
  const block: Step[] = [];
  while (block.length < size) {
    const { value, done } = steps.next();
    if (done) break;
    block.push(value);
  }
  return block;
}

function rowsOf(steps: readonly Step[]): readonly number[] {
  return steps.map(({ row }) => row.number);
}
