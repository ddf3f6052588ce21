// Looks up a change whose response does not confirm it. No I/O of its own.
import type { Resource } from '../contract/endpoint.ts';
import type { Page } from './paging.ts';
import { compareValue } from './recognition.ts';
import { isRecord, type RecordData, recordId } from './response.ts';

/** A change to the record with this id; `body`: the fields sent. */
export interface Change {
  readonly resource: Resource;
  readonly id: string;
  readonly body: unknown;
}

/** The record with the id, if it shows every field as it was sent. Rejects with what the pages reject with. */
export async function findChanged(
  { resource, id, body }: Change,
  pages: AsyncIterable<Page>,
): Promise<RecordData | undefined> {
  const sent = Object.entries(isRecord(body) ? body : {});
  for await (const { records } of pages) {
    const record = records.find((each) => recordId(each, resource) === id);
    if (record === undefined) continue;
    return sent.every(([name, value]) => showsValue(record, name, value)) ? record : undefined;
  }
  return undefined;
}

/** Whether a record shows a field as it was sent. A start may have another offset. */
export function showsValue(record: RecordData, name: string, sent: unknown): boolean {
  if (!(name in record)) return false;
  const shown = record[name];
  if (compareValue(name, shown, sent) === 'same') return true;
  return name === 'start' && typeof shown === 'string' && Date.parse(shown) === Date.parse(String(sent));
}
