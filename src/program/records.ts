// Owns the records of both sides of a program on disk, found by id, so that memory does not grow with their texts. Must not know files of the user.

import type { Client } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import type { RecordKind } from '../combined/kinds.ts';
import { endpoints } from '../contract/index.ts';
import { foldKey } from '../contract/key.ts';
import type { RowFile } from '../runs/row-file.ts';
import { fetchPlacedSubmissions, withoutId } from '../schedule/submissions.ts';
import { knownFields, programFiles } from './files.ts';
import { textOf, type Values } from './merge.ts';

/** The records of one resource, by id. */
export interface Records {
  readonly size: number;
  has(id: string): boolean;
  get(id: string): Values | undefined;
  /** When the service last changed the record, as it reports it. */
  changedAt(id: string): string | undefined;
  /** In a snapshot: whether the user has removed its row, and knows that the record remains. */
  isRemoved(id: string): boolean;
  /** In the order of a new file: sessions by time and room, others by id. */
  ids(): readonly string[];
  /** Where a record is in that order, compared with another. */
  compare(id: string, other: string): number;
  /** The id of the only record with the key of these values: of speakers the address, of sessions the title. */
  withKeyOf(values: Values): string | undefined;
}

export interface WritableRecords extends Records {
  add(
    id: string,
    values: Values,
    about?: { readonly changedAt?: string | undefined; readonly isRemoved?: boolean },
  ): void;
}

/** @param file where the values are saved; several stores may share it */
export function createRecords(resource: RecordKind, file: RowFile): WritableRecords {
  const offsets = new Map<string, number>();
  const places = new Map<string, string>();
  const keys = new Map<string, string | undefined>();
  const removed = new Set<string>();
  const placeOf = (id: string) => places.get(id) ?? sortable(id);
  const read = (id: string) => {
    const offset = offsets.get(id);
    return offset === undefined ? undefined : (file.read(offset) as SavedRecord);
  };
  const compare = (a: string, b: string) => order(placeOf(a), placeOf(b)) || order(sortable(a), sortable(b));
  return {
    get size() {
      return offsets.size;
    },
    add(id, values, { changedAt, isRemoved = false } = {}) {
      if (isRemoved) removed.add(id);
      offsets.set(id, file.append({ values, changedAt } satisfies SavedRecord));
      const key = keyOf(resource, values);
      if (key !== undefined) keys.set(key, keys.has(key) ? undefined : id);
      if (resource === 'sessions') places.set(id, placeOfSession(values));
    },
    has: (id) => offsets.has(id),
    get: (id) => read(id)?.values,
    changedAt: (id) => read(id)?.changedAt,
    isRemoved: (id) => removed.has(id),
    ids: () => [...offsets.keys()].sort(compare),
    compare,
    withKeyOf: (values) => keys.get(keyOf(resource, values) ?? ''),
  };
}

interface SavedRecord {
  readonly values: Values;
  readonly changedAt?: string | undefined;
}

function keyOf(resource: RecordKind, values: Values): string | undefined {
  const parts = programFiles[resource].key.map((field) => foldKey(values[field] ?? ''));
  return parts.every((part) => part !== '') ? parts.join('\0') : undefined;
}

function placeOfSession({ title = '', room = '', start = '' }: Values): string {
  const ms = Date.parse(start);
  return `${Number.isNaN(ms) ? '' : new Date(ms).toISOString()}\0${room}\0${title}`;
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Numbers in numerical order. */
function sortable(id: string): string {
  return /^\d{1,20}$/.test(id) ? id.padStart(20, '0') : id;
}

export interface EventRecords {
  readonly client: Pick<Client, 'pages'>;
  readonly event: string;
  readonly timeZone: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads all records of an event.
 * @param onOther called with the fields that the API returns and cannot write, and with those that are no text
 * @returns how many sessions have a room or a start that cannot be read
 * @throws {MalformedResponseError} for a record without an id @throws the signal's reason
 */
export async function readEvent(
  stores: Readonly<Record<RecordKind, WritableRecords>>,
  { client, event, timeZone, signal }: EventRecords,
  onOther: (resource: RecordKind, field: string) => void,
): Promise<number> {
  for (const resource of ['speakers', 'submissions'] as const) {
    const list = resource === 'speakers' ? endpoints.listSpeakers : endpoints.listSubmissions;
    const { fields } = programFiles[resource];
    const known = new Set([...fields, ...knownFields]);
    for await (const { records } of client.pages(list, { path: { event_id: event } })) {
      signal?.throwIfAborted();
      for (const record of records) {
        const id = recordId(record, resource);
        if (id === undefined) throw withoutId(resource, record);
        for (const field of Object.keys(record)) if (!known.has(field)) onOther(resource, field);
        const entries = fields.map((field) => [field, textOf(record[field])] as const);
        for (const [field, value] of entries) if (value === undefined) onOther(resource, field);
        const values = Object.fromEntries(entries.filter((entry) => entry[1] !== undefined)) as Values;
        stores[resource].add(id, values, { changedAt: textOf(record.updated_at) || undefined });
      }
    }
  }
  for (const { id, title, placement } of await fetchPlacedSubmissions(client, { event, timeZone })) {
    signal?.throwIfAborted();
    const values = { title: textOf(title) ?? '', ...placement };
    if (placement !== undefined) stores.sessions.add(id, values, { changedAt: stores.submissions.changedAt(id) });
  }
  return 0;
}
