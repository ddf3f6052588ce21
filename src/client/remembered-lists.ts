// Reads each list once, for a command that reads it for several purposes and changes nothing.
import type { Client } from './client.ts';
import { recordsOf } from './pages.ts';
import type { RecordData } from './response.ts';

/** The client, except that the records of a list are those that it has read first. */
export function rememberingLists(client: Client): Client {
  const lists = new Map<string, Promise<readonly RecordData[]>>();
  return {
    ...client,
    async *pages(endpoint, input) {
      const name = JSON.stringify([endpoint.path, input]);
      const list = lists.get(name) ?? recordsOf(client.pages(endpoint, input));
      lists.set(name, list);
      yield { records: await list };
    },
  };
}
