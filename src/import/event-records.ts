// Owns what an event has, as far as the rows of a run need it: its list is read once. Must not
// decide what becomes of rows.

import { isKeyHidden, shownKeyFields } from '../changes/matching.ts';
import { textsOf, ways } from '../changes/names.ts';
import type { RecordData } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { listOf } from '../contract/index.ts';
import { keyText, nameFieldOf, titleKey } from '../contract/key.ts';
import type { Scope } from '../runs/part.ts';
import type { Rows } from '../runs/rows.ts';

/** The records of one kind that an event has. */
export interface EventRecords {
  /** All of them, each with its brief fields alone. */
  readonly all: readonly RecordData[];
  /** Those that a row names, and those that this computer has created, with all of their fields. */
  readonly named: readonly RecordData[];
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

/** The rows that name records of an event. */
interface NamingRows {
  /** Creates the records. */
  readonly endpoint: Endpoint;
  readonly event: string;
  readonly rows: Pick<Rows, 'has' | 'find'>;
}

/** The fields of all records that checks of rows need: an event has as many long texts as talks. */
const briefFields = `
  id _id uuid email title name first_name last_name status speaker_status speakers
  submitter_email submitter_first_name submitter_last_name
  track track_id format format_id format_minutes room start end duration
`
  .trim()
  .split(/\s+/);

/**
 * Reads the whole list.
 * @throws {PlenaryError} if the list cannot be read; the signal's reason
 */
export async function readEventRecords(naming: NamingRows, scope: Scope): Promise<EventRecords> {
  const { endpoint } = naming;
  const { resource, key = [] } = endpoint;
  const hasTitles = nameFieldOf(endpoint) === 'title';
  let created: ReadonlyMap<string, string> = new Map();
  let ownIds: ReadonlySet<string> = new Set();
  const all: RecordData[] = [];
  const named: RecordData[] = [];
  const shown = new Set<string>();
  const partial: RecordData[] = [];
  const cutOff: RecordData[] = [];
  for await (const record of listRecords(naming, scope)) {
    all.push(briefOf(record));
    const fields = shownKeyFields(endpoint, record);
    for (const field of fields) shown.add(field);
    const isPartial = fields.length < key.length;
    // Where keys are shown, what this computer has created is not needed.
    if (isPartial && partial.length === 0) {
      created = (await scope.created?.(resource)) ?? created;
      ownIds = new Set(created.values());
    }
    const id = recordId(record, resource);
    const isOwn = id !== undefined && ownIds.has(id);
    const isNamed = isNamedByRow(naming, record);
    if (isOwn || isNamed) named.push(record);
    if (isPartial) partial.push(record);
    const beginning = hasTitles ? beginningOf(record.title) : undefined;
    if (beginning !== undefined && !isOwn && !isNamed) cutOff.push(record);
  }
  return {
    all,
    named,
    shown,
    created,
    hidesKeys: partial.some((record) => isKeyHidden(record, { endpoint, shown })),
    unnamed: partial.find((record) => isNameHidden(record, endpoint, shown)),
    cutOff,
  };
}

function briefOf(record: RecordData): RecordData {
  const brief: Record<string, unknown> = {};
  for (const field of briefFields) if (field in record) brief[field] = record[field];
  return brief;
}

/**
 * All records of an event that are of the kind that the endpoint creates.
 * @throws the signal's reason
 */
export async function* listRecords(
  { endpoint, event }: Pick<NamingRows, 'endpoint' | 'event'>,
  { client, signal }: Scope,
): AsyncGenerator<RecordData> {
  const list = listOf(endpoint);
  if (list === undefined) throw new TypeError(`nothing lists what ${endpoint.path} creates`);
  for await (const { records } of client.pages(list, { path: { event_id: event } })) {
    signal?.throwIfAborted();
    yield* records;
  }
}

function isNamedByRow({ rows, endpoint }: NamingRows, record: RecordData): boolean {
  return ways.some(
    (by) =>
      rows.has(by) && textsOf(by, endpoint, record).some((text) => rows.find(by, text).length > 0),
  );
}

/** Whether the first field of a key is not shown. */
function isNameHidden(record: RecordData, endpoint: Endpoint, shown: ReadonlySet<string>): boolean {
  return isKeyHidden(record, { endpoint: { key: [nameFieldOf(endpoint)] }, shown });
}

/**
 * What comes before the ellipsis of a title, in the form in which titles are compared; undefined
 * without one.
 */
export function beginningOf(title: unknown): string | undefined {
  const text = keyText(title);
  if (text === undefined) return undefined;
  const [, beginning] = /^(.*?)(?:…|\.{3})\s*$/s.exec(text) ?? [];
  return beginning === undefined ? undefined : titleKey(beginning);
}
