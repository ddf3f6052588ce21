// Reads all pages of all lists of the event of a soak.
import type { Fields, Lists } from './records.ts';
import type { Traffic } from './traffic.ts';

/** @throws Error for a page that cannot be read */
export async function readLists(traffic: Traffic, token: string): Promise<Lists> {
  return {
    speakers: await readAll('GET', 'speakers'),
    submissions: await readAll('GET', 'submissions'),
    sessions: await readAll('GET', 'sessions'),
    contentItems: await readAll('GET', 'content-items'),
    contacts: await readAll('POST', 'contacts/search'),
  };

  async function readAll(method: 'GET' | 'POST', list: string): Promise<readonly Fields[]> {
    const records: Fields[] = [];
    for (let page = 1; ; page++) {
      const path = `/v1/events/conf/${list}`;
      const reply = await traffic.send(
        method === 'GET'
          ? { method, path: `${path}?page=${page}&pageSize=100`, token }
          : { method, path, token, body: { page, pageSize: 100 } },
      );
      if (reply?.status !== 200) throw new Error(`page ${page} of ${list}: ${reply?.status} ${reply?.text}`);
      records.push(...reply.body.data);
      if (page >= reply.body.pagination.totalPages) return records;
    }
  }
}
