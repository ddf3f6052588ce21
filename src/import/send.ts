// Sends the rows of a plan, several at a time; one row's failure does not stop the others.
import type { Client } from '../client/client.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Mapping } from '../csv/headers.ts';
import { ApiError, OutcomeUnknownError, PlenaryError } from '../errors.ts';
import type { Outcome } from './report.ts';
import { place, type RowFault, type ValidRow } from './rows.ts';

export interface SendOptions {
  readonly client: Client;
  readonly endpoint: Endpoint;
  readonly event: string;
  readonly mapping: Mapping;
  /** How many rows are in flight at once. */
  readonly concurrency: number;
  readonly signal?: AbortSignal | undefined;
  /** Told of each row once it is done; the next row of that worker waits for it. */
  readonly onDone: (row: ValidRow, outcome: Outcome, faults: readonly RowFault[]) => Promise<void>;
}

/**
 * Creates every row. What is in flight is finished before it returns or throws.
 * @throws what the first ten writes failed with, where they all failed alike
 * @throws the signal's reason, once it is aborted
 */
export async function sendRows(rows: AsyncIterable<ValidRow>, options: SendOptions): Promise<void> {
  const source = rows[Symbol.asyncIterator]();
  const alike = createAlikeness();
  let stopped = false;

  async function work(): Promise<void> {
    while (!stopped) {
      options.signal?.throwIfAborted();
      const { value: row, done } = await source.next();
      if (done) return;
      await sendRow(row, options, alike);
    }
  }
  const workers = Array.from({ length: options.concurrency }, () =>
    work().catch((error: unknown) => {
      stopped = true;
      throw error;
    }),
  );
  const ends = await Promise.allSettled(workers);
  await source.return?.();
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

async function sendRow(row: ValidRow, options: SendOptions, alike: Alikeness): Promise<void> {
  const { client, endpoint, event, mapping, onDone } = options;
  try {
    await client.create(endpoint, { path: { event_id: event }, body: row.body });
  } catch (error) {
    if (!(error instanceof PlenaryError)) throw error;
    if (isConflict(error)) return await succeed('skipped');
    await onDone(row, error instanceof OutcomeUnknownError ? 'unknown' : 'failed', faultsOf(error, row, mapping));
    return alike.failed(error);
  }
  await succeed('created');

  async function succeed(outcome: Outcome): Promise<void> {
    alike.succeeded();
    await onDone(row, outcome, []);
  }
}

/** The service has the record: somebody else made it meanwhile. */
function isConflict(error: PlenaryError): boolean {
  return error instanceof ApiError && error.status === 409;
}

function faultsOf(error: PlenaryError, { source }: ValidRow, mapping: Mapping): readonly RowFault[] {
  const { row, line } = source;
  const { code } = error;
  if (error.details.length === 0) return [{ row, line, code, message: error.message }];
  return error.details.map(({ field, message }) => ({
    row,
    line,
    ...(field === undefined ? {} : place(mapping, field)),
    code,
    message,
  }));
}

const enoughAlike = 10;

interface Alikeness {
  succeeded(): void;
  /** @throws the error itself, where it is the tenth and nothing else has come before */
  failed(error: PlenaryError): void;
}

function createAlikeness(): Alikeness {
  let first: string | undefined;
  let count = 0;
  let different = false;
  return {
    succeeded() {
      different = true;
    },
    failed(error) {
      const kind = JSON.stringify([
        error.code,
        error.status,
        error.details.map(({ field, message }) => [field, message]),
      ]);
      first ??= kind;
      if (kind !== first) different = true;
      count++;
      if (!different && count === enoughAlike) throw error;
    },
  };
}
