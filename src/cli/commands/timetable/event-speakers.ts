// Reads the records of an event's speakers. Must not know what they are for.

import type { RecordData } from '../../../client/client.ts';
import type { Context } from '../../context.ts';
import { readList } from '../records/read-list.ts';

/** All of them, as the service lists them. @throws {UsageError} if no event is set */
export async function eventSpeakers(context: Context): Promise<readonly RecordData[]> {
  const event = await context.requiredEvent();
  return readList(await context.client(), 'listSpeakers', event);
}
