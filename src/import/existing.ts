// Which records of a file the event has already.
import type { Client, RecordData } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { listOf } from '../contract/index.ts';
import { MalformedAnswerError, UsageError } from '../errors.ts';
import { keyOf, maskedFields } from './key.ts';

/** By key: the record's id, or undefined where the service shows none. */
export type Existing = ReadonlyMap<string, string | undefined>;

/**
 * Reads all of the event's records and keeps those with a wanted key.
 * @throws {UsageError} where addresses are hidden, so that nobody can tell who is there
 * @throws {MalformedAnswerError} where records are shown without the fields of their key
 */
export async function readExisting(
  client: Client,
  endpoint: Endpoint,
  event: string,
  wanted: ReadonlySet<string>,
): Promise<Existing> {
  const list = listOf(endpoint);
  if (list === undefined) throw new TypeError(`nothing lists what ${endpoint.path} creates`);
  const existing = new Map<string, string | undefined>();
  for await (const { records } of client.pages(list, { path: { event_id: event } })) {
    for (const record of records) {
      refuseUnknowable(endpoint, record);
      const key = keyOf(endpoint, record);
      if (key !== undefined && wanted.has(key)) existing.set(key, recordId(record, endpoint.resource));
    }
  }
  return existing;
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
  throw new MalformedAnswerError(
    `the service lists ${resource} without ${absent.join(' and ')}, so nobody can tell which are there already`,
    { fix: 'nothing was sent; an import cannot exclude duplicates on this service' },
  );
}
