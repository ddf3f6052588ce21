// Reads a list of an event whole, for commands that compare its records with those of another.
import type { Client, RecordData } from '../../../client/client.ts';
import { recordsOf } from '../../../client/pages.ts';
import { endpoints } from '../../../contract/index.ts';
import type { Context } from '../../context.ts';

/** The speakers of the event that is set. @throws {UsageError} if none is */
export async function eventSpeakers(context: Context): Promise<readonly RecordData[]> {
  const event = await context.requiredEvent();
  return readList(await context.client(), 'listSpeakers', event);
}

export async function readList(
  client: Pick<Client, 'pages'>,
  list: 'listSpeakers' | 'listSubmissions',
  event: string,
): Promise<readonly RecordData[]> {
  return recordsOf(client.pages(endpoints[list], { path: { event_id: event } }));
}

/** What the speakers of an event were asked for, and have not sent. */
export async function readMissingItems(
  client: Pick<Client, 'pages'>,
  event: string,
): Promise<readonly RecordData[]> {
  const query = { status: 'missing' };
  return recordsOf(client.pages(endpoints.listContentItems, { path: { event_id: event }, query }));
}
