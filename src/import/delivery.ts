// Brings the rows that wait to the service: creations first, then changes, then whatever was lost on the way.
import type { Client } from '../client/client.ts';
import type { Clock } from '../client/clock.ts';
import { type Endpoint, recordParameters } from '../contract/endpoint.ts';
import { fieldsOf } from '../contract/fields.ts';
import { PlenaryError } from '../errors.ts';
import type { Journal } from '../runs/journal.ts';
import { type Step, sendSteps } from '../runs/send.ts';
import { matchRows } from './match.ts';
import { createSettlement } from './settle.ts';
import { bodyOf, noteOf, type Work } from './work.ts';

export interface DeliveryOptions {
  readonly client: Pick<Client, 'write' | 'pages' | 'concurrency' | 'cancelWaiting'>;
  readonly journal: Journal;
  /** Names the run, for idempotency keys. */
  readonly run: string;
  readonly workers: number;
  readonly maxErrors: number;
  /** Whether the ids of what is made are asked for. */
  readonly keepIds: boolean;
  /** How often lost rows are looked up and sent again. */
  readonly retries: number;
  /** Rows of an interrupted run that are in doubt are not sent again before; milliseconds since 1970. */
  readonly settledAt: number;
  /** How long a service may take over a request: a lost one is not sent again sooner. */
  readonly settleMs: number;
  readonly clock: Clock;
  readonly onProgress: (done: number, total: number) => void;
  readonly onWait: (ms: number) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns when there is nothing more to be done for now: rows may still be in doubt where looking them up failed, and
 * wait where the service did not take them.
 * @throws what the run has to stop for; the signal's reason
 */
export async function deliver(work: Work, options: DeliveryOptions): Promise<void> {
  const { table, endpoint, update } = work;
  const { client, journal, run, workers, maxErrors, settleMs, clock, signal, onProgress } = options;
  const total = table.count('create', 'update', 'doubt');
  let done = 0;
  let { settledAt } = options;
  const settle = createSettlement(work, {
    journal,
    maxErrors,
    keepIds: options.keepIds,
    onSettled: () => onProgress(++done, total),
  });
  const send = (to: Endpoint, steps: Iterable<Step>) =>
    sendSteps(steps, {
      client,
      endpoint: to,
      journal,
      workers,
      idempotencyKey: (number) => `${run}-${number}`,
      signal,
      onEnd(step, attempted) {
        if (attempted.kind === 'lost') settledAt = clock.now() + settleMs;
        return settle(to, step, attempted);
      },
    });

  try {
    await send(endpoint, creations(work));
    await send(update, changes(work));
  } catch (error) {
    // Whatever stopped it, rows whose answers were lost are looked for once.
    if (!signal?.aborted && error instanceof PlenaryError) await lookUp();
    giveUpContested();
    throw error;
  }
  for (let round = 0; table.count('doubt', 'contested') > 0; round++) {
    const canTell = await findOut();
    giveUpContested();
    if (!canTell) return;
    await send(update, changes(work));
    for (const row of table.rowsIn('doubt')) {
      table.mark(row, 'create');
      journal.release([row]);
    }
    if (round === options.retries) return;
    await send(endpoint, creations(work));
  }

  /** @returns whether the service could tell */
  async function lookUp(): Promise<boolean> {
    const before = table.count('doubt', 'contested');
    if (before === 0) return true;
    try {
      await matchRows(work, { client, signal }, journal);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof PlenaryError) return false;
      throw error;
    }
    for (let found = before - table.count('doubt', 'contested'); found > 0; found--) onProgress(++done, total);
    return true;
  }

  /** What is not there although the service says so was refused, for whatever reason it gave. */
  function giveUpContested(): void {
    for (const row of table.rowsIn('contested')) {
      table.mark(row, 'failed');
      journal.settle({ row, did: 'failed' });
      onProgress(++done, total);
    }
  }

  /** Looks at once, for most rows are there by then; what is missing may still take effect. */
  async function findOut(): Promise<boolean> {
    const isSettled = settledAt <= clock.now();
    if (!(await lookUp())) return false;
    if (isSettled || table.count('doubt') === 0) return true;
    const ms = Math.max(0, settledAt - clock.now());
    await options.onWait(ms);
    await clock.sleep(ms, signal);
    return lookUp();
  }
}

function* creations(work: Work): IterableIterator<Step> {
  const { table, event } = work;
  for (const row of table.rowsIn('create')) {
    yield { row, path: { event_id: event }, body: bodyOf(work, table.read(row)) };
  }
}

function* changes(work: Work): IterableIterator<Step> {
  const { table, update } = work;
  const [parameter = ''] = recordParameters(update);
  const nullable = fieldsOf(update.body)
    .filter((field) => field.nullable)
    .map(({ name }) => name);
  for (const row of table.rowsIn('update')) {
    const { id = '', changes: wanted = {} } = noteOf(work, row);
    // What cannot be null is cleared by an empty text.
    const body = Object.fromEntries(
      Object.entries(wanted).map(([field, value]) => [field, value ?? (nullable.includes(field) ? null : '')]),
    );
    yield { row, path: { [parameter]: id }, body };
  }
}
