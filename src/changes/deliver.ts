// Sends the rows of a run: creations first, then updates, then the rows in doubt again. Must not know the terminal.
import { hash } from 'node:crypto';
import type { Client } from '../client/client.ts';
import { type Endpoint, recordParameters } from '../contract/endpoint.ts';
import { fieldsOf } from '../contract/fields.ts';
import { keyOf } from '../contract/key.ts';
import { PlenaryError } from '../errors.ts';
import type { Journal } from '../runs/journal.ts';
import { type WaitOptions, waitUntil } from '../runs/late-requests.ts';
import { type Step, sendSteps } from '../runs/send.ts';
import { type ChangeSet, creationOf, noteOf } from './change-set.ts';
import { createOutcomeRecorder, type OutcomeOptions } from './outcomes.ts';

export interface DeliveryOptions extends WaitOptions, Omit<OutcomeOptions, 'journal' | 'onDone'> {
  readonly client: Pick<Client, 'write' | 'concurrency' | 'cancelWaiting'>;
  readonly journal: Journal;
  /** How many rows may be waiting or in flight. */
  readonly workers: number;
  /** How long after it was sent a request may still take effect: a row in doubt is not sent again sooner. Milliseconds. */
  readonly lateMs: number;
  /** How often rows in doubt are looked up and sent again. Updates are sent once more: repeated, they change nothing. */
  readonly retries: number;
  /** Looks up the rows that are in doubt, contested, or whose update was lost, and marks those that it finds. */
  readonly lookUp: () => Promise<void>;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Rows in doubt from an interrupted run are not sent again before this moment; in milliseconds since 1970. */
  readonly lateUntil: number;
}

/**
 * Sends the rows, and looks up those whose outcome is unknown. Afterward, rows may still be in doubt if the lookup
 * failed or does not show a record that may exist, and still unsent if the service did not accept them. Updates whose
 * responses do not show what they did are in doubt as well.
 * @throws what stops the run; the signal's reason
 */
export async function deliver(set: ChangeSet, options: DeliveryOptions): Promise<void> {
  const { ledger, endpoint, update } = set;
  const { client, journal, workers, lateMs, clock, signal, onProgress } = options;
  const total = ledger.count('create', 'update', 'doubt');
  let done = 0;
  let { lateUntil } = options;
  let lostUpdates = 0;
  const recordOutcome = createOutcomeRecorder(set, { ...options, onDone: () => onProgress?.(++done, total) });
  const send = async (to: Endpoint | undefined, steps: Iterable<Step>) =>
    to &&
    sendSteps(steps, {
      client,
      endpoint: to,
      journal,
      workers,
      signal,
      onEnd(step, outcome) {
        if (outcome.kind === 'lost') {
          lateUntil = clock.now() + lateMs;
          if (to === update) lostUpdates++;
        }
        recordOutcome(to, step, outcome);
      },
    });

  try {
    await sendAll();
  } finally {
    for (const row of ledger.rowsIn('update')) if (noteOf(set, row).faults !== undefined) ledger.mark(row, 'doubt');
  }

  async function sendAll(): Promise<void> {
    try {
      await send(endpoint, creations(set));
      await send(update, changes(set));
    } catch (error) {
      // Whatever stopped the run, rows in doubt are looked up once.
      if (!signal?.aborted && error instanceof PlenaryError) await lookUp();
      failContested();
      throw error;
    }
    for (let round = 0; isUnresolved(); round++) {
      const isResolved = await resolveDoubt();
      failContested();
      if (!isResolved) return;
      lostUpdates = 0;
      const isLast = round === options.retries;
      for (const row of ledger.rowsIn('doubt')) {
        const { loss } = noteOf(set, row);
        // It may still be created, or not be shown: it stays in doubt.
        if (loss === 'confirmed' || (isLast && loss === 'unanswered')) continue;
        ledger.mark(row, 'create');
        ledger.attach(row, { ...noteOf(set, row), wasLost: true });
        journal.recordUnsent([row]);
      }
      const isSentAgain = !isLast && ledger.count('create') > 0;
      if (isSentAgain) await send(endpoint, creations(set));
      await send(update, changes(set));
      if (isLast && hasLostUpdates()) await resolveDoubt();
      if (isLast || !(isSentAgain || hasLostUpdates())) return;
    }
  }

  function isUnresolved(): boolean {
    return ledger.count('doubt', 'contested') > 0 || hasLostUpdates();
  }

  function hasLostUpdates(): boolean {
    return lostUpdates > 0 && ledger.count('update') > 0;
  }

  /** @returns whether the lookup succeeded */
  async function lookUp(): Promise<boolean> {
    if (!isUnresolved()) return true;
    const before = ledger.count('doubt', 'contested', 'update');
    try {
      await options.lookUp();
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof PlenaryError) return false;
      throw error;
    }
    for (let found = before - ledger.count('doubt', 'contested', 'update'); found > 0; found--)
      onProgress?.(++done, total);
    return true;
  }

  /** Marks rows as failed that the service refused as duplicates although no such record exists; one that it replayed is unknown. */
  function failContested(): void {
    for (const row of ledger.rowsIn('contested')) {
      const note = noteOf(set, row);
      if (note.loss !== undefined || note.replayed !== undefined || note.wasLost === true) {
        // The duplicate may be the record of a lost request, or of another machine, which the list does not show.
        ledger.mark(row, 'doubt');
        ledger.attach(row, { ...note, loss: 'confirmed' });
        continue;
      }
      ledger.mark(row, 'failed');
      journal.recordOutcome({ row, did: 'failed' });
      onProgress?.(++done, total);
    }
  }

  /** Looks the rows up at once, because most were created; the requests of the others may still take effect. */
  async function resolveDoubt(): Promise<boolean> {
    const wasLate = lateUntil > clock.now();
    if (!(await lookUp())) return false;
    if (wasLate && (ledger.count('doubt') > 0 || hasLostUpdates())) {
      await waitUntil(lateUntil, options);
      if (!(await lookUp())) return false;
    }
    clearFailed();
    return true;
  }

  /** An update that the service failed to carry out, and that is not listed in time, never takes effect. */
  function clearFailed(): void {
    for (const row of ledger.rowsIn('update')) {
      const { faults: _, ...note } = noteOf(set, row);
      if (note.loss === 'failed') ledger.attach(row, note);
    }
  }
}

function* creations(set: ChangeSet): IterableIterator<Step> {
  const { ledger, event, resource, endpoint = {} } = set;
  const path = { event_id: event };
  for (const row of ledger.rowsIn('create')) {
    const body = creationOf(set, ledger.read(row));
    const key = keyOf(endpoint, body);
    // A hash, because a title may be longer than a key of the service.
    yield { row, path, body, idempotencyKey: key && hash('sha256', JSON.stringify([event, resource, key])) };
  }
}

function* changes(set: ChangeSet): IterableIterator<Step> {
  const { ledger, update } = set;
  const [parameter = ''] = recordParameters(update);
  const nullable = fieldsOf(update.body)
    .filter((field) => field.nullable)
    .map(({ name }) => name);
  for (const row of ledger.rowsIn('update')) {
    const { id = '', changes: wanted = {}, before = {} } = noteOf(set, row);
    // A field that cannot be null is cleared by an empty string.
    const body = Object.fromEntries(
      Object.entries(wanted).map(([field, value]) => [field, value ?? (nullable.includes(field) ? null : '')]),
    );
    const fields = Object.fromEntries(Object.entries(body).map(([field, to]) => [field, { from: before[field], to }]));
    yield { row, path: { [parameter]: id }, body, before: { resource: update.resource, id, fields } };
  }
}
