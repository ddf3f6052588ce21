// Reads the list of an event's records once, and keeps those that rows may mean. Must not decide
// what becomes of rows.

import { isKeyHidden, shownKeyFields } from '../changes/matching.ts';
import { textsOf, ways } from '../changes/names.ts';
import type { RecordData } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import { listOf } from '../contract/index.ts';
import { keyText, titleKey } from '../contract/key.ts';
import type { Scope } from '../runs/part.ts';
import type { Work } from './work.ts';

/** The records of one kind, as far as the rows of a run need them. */
export interface ListedEvent {
  /** How many records the event has. */
  readonly count: number;
  /** Those that a row names, and those that this computer has created. */
  readonly records: readonly RecordData[];
  /** The fields of the key that some record shows. */
  readonly shown: ReadonlySet<string>;
  /** The ids of records that this computer has created, by the mark of the key of their row. */
  readonly created: ReadonlyMap<string, string>;
  /** Whether a record does not show its key. */
  readonly hidesKeys: boolean;
  /** A record whose name is not shown: the address of a speaker, the title of a submission. */
  readonly unnamed: RecordData | undefined;
  /** Those whose title may be only the beginning of one. */
  readonly cutOff: readonly RecordData[];
}

/**
 * Reads the whole list.
 * @param visit called with each record
 * @throws {PlenaryError} if the list cannot be read; the signal's reason
 */
export async function readListedEvent(
  work: Work,
  scope: Scope,
  visit: (record: RecordData) => void = () => {},
): Promise<ListedEvent> {
  const { endpoint } = work;
  const { resource, key = [] } = endpoint;
  let created: ReadonlyMap<string, string> = new Map();
  let ownIds: ReadonlySet<string> = new Set();
  const records: RecordData[] = [];
  const shown = new Set<string>();
  const partial: RecordData[] = [];
  const cutOff: RecordData[] = [];
  let count = 0;
  for await (const record of listRecords(work, scope)) {
    count++;
    visit(record);
    const fields = shownKeyFields(endpoint, record);
    for (const field of fields) shown.add(field);
    const isPartial = fields.length < key.length;
    // Where keys are shown, what this computer has created is not needed.
    if (isPartial && partial.length === 0) {
      created = (await scope.created?.(resource)) ?? created;
      ownIds = new Set(created.values());
    }
    const isOwn = ownIds.has(recordId(record, resource) ?? '');
    const isNamed = isNamedByRow(work, record);
    if (isOwn || isNamed) records.push(record);
    if (isPartial) partial.push(record);
    const beginning = key[0] === 'title' ? beginningOf(record.title) : undefined;
    if (beginning !== undefined && !isOwn && !isNamed) cutOff.push(record);
  }
  return {
    count,
    records,
    shown,
    created,
    hidesKeys: partial.some((record) => isKeyHidden(record, { endpoint, shown })),
    unnamed: partial.find((record) => isNameHidden(record, work, shown)),
    cutOff,
  };
}

/**
 * All records of an event that are of the kind that the endpoint creates.
 * @throws the signal's reason
 */
export async function* listRecords(
  { endpoint, event }: Pick<Work, 'endpoint' | 'event'>,
  { client, signal }: Scope,
): AsyncGenerator<RecordData> {
  const list = listOf(endpoint);
  if (list === undefined) throw new TypeError(`nothing lists what ${endpoint.path} creates`);
  for await (const { records } of client.pages(list, { path: { event_id: event } })) {
    signal?.throwIfAborted();
    yield* records;
  }
}

function isNamedByRow({ rows, endpoint }: Work, record: RecordData): boolean {
  return ways.some(
    (by) =>
      rows.has(by) && textsOf(by, endpoint, record).some((text) => rows.find(by, text).length > 0),
  );
}

/** Whether the first field of a key is not shown. */
function isNameHidden(record: RecordData, { endpoint }: Work, shown: ReadonlySet<string>): boolean {
  const [name = ''] = endpoint.key ?? [];
  return isKeyHidden(record, { endpoint: { ...endpoint, key: [name] }, shown });
}

/**
 * What comes before the ellipsis of a title, in the form in which titles are compared; undefined
 * without one.
 */
export function beginningOf(title: unknown): string | undefined {
  const [, beginning] = /^(.*?)(?:…|\.{3})\s*$/s.exec(keyText(title) ?? '') ?? [];
  return beginning === undefined ? undefined : titleKey(beginning);
}
