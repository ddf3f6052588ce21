// Reads the records of an event's speakers. Must not know what they are for.

import type { RecordData } from '../../../client/client.ts';
import { endpoints } from '../../../contract/index.ts';
import type { Context } from '../../context.ts';

/** All of them, as the service lists them. @throws {UsageError} if no event is set */
export async function eventSpeakers(context: Context): Promise<readonly RecordData[]> {
  const event = await context.requiredEvent();
  const client = await context.client();
  const speakers: RecordData[] = [];
  for await (const { records } of client.pages(endpoints.listSpeakers, {
    path: { event_id: event },
  })) {
    speakers.push(...records);
  }
  return speakers;
}
