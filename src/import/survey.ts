// Goes through what an event holds already, record by record, once.
import type { Client, RecordData } from '../client/client.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { listOf } from '../contract/index.ts';
import { MalformedResponseError, UsageError } from '../errors.ts';
import { keyOf, maskedFields } from './key.ts';

export interface SurveyOptions {
  readonly client: Pick<Client, 'pages'>;
  /** The creation whose records are listed. */
  readonly endpoint: Endpoint;
  readonly event: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Shows every record that has a key.
 * @throws {UsageError} where addresses are hidden, so that nobody can tell who is there
 * @throws {MalformedResponseError} where records are shown without the fields of their key
 * @throws the signal's reason
 */
export async function survey(
  { client, endpoint, event, signal }: SurveyOptions,
  visit: (key: string, record: RecordData) => void,
): Promise<void> {
  const list = listOf(endpoint);
  if (list === undefined) throw new TypeError(`nothing lists what ${endpoint.path} creates`);
  for await (const { records } of client.pages(list, { path: { event_id: event } })) {
    signal?.throwIfAborted();
    for (const record of records) {
      refuseUnknowable(endpoint, record);
      const key = keyOf(endpoint, record);
      if (key !== undefined) visit(key, record);
    }
  }
}

function refuseUnknowable(endpoint: Endpoint, record: RecordData): void {
  const { resource, key = [] } = endpoint;
  if (maskedFields(endpoint, record).length > 0) {
    throw new UsageError(`the token hides e-mail addresses, so nobody can tell which ${resource} are there already`, {
      fix: 'use a token that shows addresses; nothing was sent',
    });
  }
  const absent = key.filter((field) => !(field in record));
  if (absent.length === 0) return;
  throw new MalformedResponseError(
    `the service lists ${resource} without ${absent.join(' and ')}, so nobody can tell which are there already`,
    { fix: 'nothing was sent; an import cannot exclude duplicates on this service' },
  );
}
