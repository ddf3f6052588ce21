// Reads each list once, for a command that reads it for several purposes and changes nothing.
import type { Client, Page } from './client.ts';

/** The client, except that the pages of a list are those that it has read first. */
export function rememberingLists(client: Client): Client {
  const lists = new Map<string, Promise<readonly Page[]>>();
  return {
    ...client,
    async *pages(endpoint, input) {
      const name = JSON.stringify([endpoint.path, input]);
      const pages = lists.get(name) ?? gather(client.pages(endpoint, input));
      lists.set(name, pages);
      yield* await pages;
    },
  };
}

async function gather(pages: AsyncIterable<Page>): Promise<readonly Page[]> {
  const all: Page[] = [];
  for await (const page of pages) all.push(page);
  return all;
}
