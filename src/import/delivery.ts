// Sends the rows of an import: creations first, then updates, then the rows in doubt again. Must not know the terminal.
import { type Endpoint, recordParameters } from '../contract/endpoint.ts';
import { fieldsOf } from '../contract/fields.ts';
import { PlenaryError } from '../errors.ts';
import type { Journal } from '../runs/journal.ts';
import { waitUntil } from '../runs/late-requests.ts';
import { type Step, sendSteps } from '../runs/send.ts';
import { matchRows } from './match.ts';
import type { ImportOptions } from './options.ts';
import { createOutcomeRecorder } from './outcomes.ts';
import { creationOf, noteOf, type Work } from './work.ts';

export interface DeliveryOptions
  extends Pick<ImportOptions, 'workers' | 'retries' | 'lateMs' | 'clock' | 'onProgress' | 'onWait' | 'signal'> {
  readonly client: Awaited<ReturnType<ImportOptions['client']>>;
  readonly journal: Journal;
  /** Names the run, for idempotency keys. */
  readonly run: string;
  readonly maxErrors: number;
  /** Whether the ids of records are saved. */
  readonly saveIds: boolean;
  /** Rows in doubt from an interrupted run are not sent again before this moment; in milliseconds since 1970. */
  readonly lateUntil: number;
}

/**
 * Sends the rows, and looks up those whose outcome is unknown. Afterward, rows may still be in doubt if the lookup
 * failed or does not show a record that may exist, and still unsent if the service did not accept them. Updates whose
 * responses do not show what they did are in doubt as well.
 * @throws what stops the run; the signal's reason
 */
export async function deliver(work: Work, options: DeliveryOptions): Promise<void> {
  const { table, endpoint, update } = work;
  const { client, journal, run, workers, maxErrors, lateMs, clock, signal, onProgress } = options;
  const total = table.count('create', 'update', 'doubt');
  let done = 0;
  let { lateUntil } = options;
  let lostUpdates = 0;
  const recordOutcome = createOutcomeRecorder(work, {
    journal,
    maxErrors,
    saveIds: options.saveIds,
    onDone: () => onProgress?.(++done, total),
  });
  const send = (to: Endpoint, steps: Iterable<Step>) =>
    sendSteps(steps, {
      client,
      endpoint: to,
      journal,
      workers,
      idempotencyKey: (number) => `${run}-${number}`,
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
    for (const row of table.rowsIn('update')) if (noteOf(work, row).faults !== undefined) table.mark(row, 'doubt');
  }

  async function sendAll(): Promise<void> {
    try {
      await send(endpoint, creations(work));
      await send(update, changes(work));
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
      await send(update, changes(work));
      const isLast = round === options.retries;
      for (const row of table.rowsIn('doubt')) {
        const { loss } = noteOf(work, row);
        // It may still be created, or not be shown: it stays in doubt.
        if (loss === 'confirmed' || (isLast && loss === 'unanswered')) continue;
        table.mark(row, 'create');
        journal.recordUnsent([row]);
      }
      if (isLast || (table.count('create') === 0 && !hasLostUpdates())) return;
      await send(endpoint, creations(work));
    }
  }

  function isUnresolved(): boolean {
    return table.count('doubt', 'contested') > 0 || hasLostUpdates();
  }

  function hasLostUpdates(): boolean {
    return lostUpdates > 0 && table.count('update') > 0;
  }

  /** @returns whether the lookup succeeded */
  async function lookUp(): Promise<boolean> {
    if (!isUnresolved()) return true;
    const before = table.count('doubt', 'contested', 'update');
    try {
      await matchRows(work, { client, signal }, journal);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof PlenaryError) return false;
      throw error;
    }
    for (let found = before - table.count('doubt', 'contested', 'update'); found > 0; found--)
      onProgress?.(++done, total);
    return true;
  }

  /** Marks rows as failed that the service refused as duplicates although no such record exists. */
  function failContested(): void {
    for (const row of table.rowsIn('contested')) {
      const note = noteOf(work, row);
      if (note.loss !== undefined) {
        // The duplicate may be the record of a lost request, which the list does not show.
        table.mark(row, 'doubt');
        table.attach(row, { ...note, loss: 'confirmed' });
        continue;
      }
      table.mark(row, 'failed');
      journal.recordOutcome({ row, did: 'failed' });
      onProgress?.(++done, total);
    }
  }

  /** Looks the rows up at once, because most were created; the requests of the others may still take effect. */
  async function resolveDoubt(): Promise<boolean> {
    const wasLate = lateUntil > clock.now();
    if (!(await lookUp())) return false;
    if (!wasLate || (table.count('doubt') === 0 && !hasLostUpdates())) return true;
    await waitUntil(lateUntil, options);
    return lookUp();
  }
}

function* creations(work: Work): IterableIterator<Step> {
  const { table, event } = work;
  const path = { event_id: event };
  for (const row of table.rowsIn('create')) {
    yield { row, path, body: creationOf(work, table.read(row)) };
  }
}

function* changes(work: Work): IterableIterator<Step> {
  const { table, update } = work;
  const [parameter = ''] = recordParameters(update);
  const nullable = fieldsOf(update.body)
    .filter((field) => field.nullable)
    .map(({ name }) => name);
  for (const row of table.rowsIn('update')) {
    const { id = '', changes: wanted = {}, before = {} } = noteOf(work, row);
    // A field that cannot be null is cleared by an empty string.
    const body = Object.fromEntries(
      Object.entries(wanted).map(([field, value]) => [field, value ?? (nullable.includes(field) ? null : '')]),
    );
    const fields = Object.fromEntries(Object.entries(body).map(([field, to]) => [field, { from: before[field], to }]));
    yield { row, path: { [parameter]: id }, body, before: { resource: update.resource, id, fields } };
  }
}
