// Looks up the change of a single command whose response does not confirm it; runs look theirs up when they deliver. No I/O of its own.
import type { Resource } from '../contract/endpoint.ts';
import { showsChange } from '../contract/likeness.ts';
import type { Page } from './paging.ts';
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
    return sent.every(([name, value]) => showsChange(name, record[name], value)) ? record : undefined;
  }
  return undefined;
}
