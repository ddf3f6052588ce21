// Reads a list of an event whole, for commands that compare its records with those of another.
import type { Client, RecordData } from '../../../client/client.ts';
import { endpoints } from '../../../contract/index.ts';

export async function readList(
  client: Pick<Client, 'pages'>,
  list: 'listSpeakers' | 'listSubmissions',
  event: string,
): Promise<readonly RecordData[]> {
  const records: RecordData[] = [];
  for await (const page of client.pages(endpoints[list], { path: { event_id: event } })) {
    for (const record of page.records) records.push(record);
  }
  return records;
}
