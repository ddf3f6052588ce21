// Remembers the lists that a command has read, so that it can run again without asking the service. Must not know commands.
import type { Client, Page } from '../client/client.ts';

export interface RememberedReads {
  /** Its lists are read once, until they are forgotten. Everything else is sent. */
  readonly client: () => Promise<Client>;
  readonly forget: () => void;
}

/** What has been read of a list, and its rest. */
interface Reading {
  readonly read: Page[];
  readonly rest: AsyncGenerator<Page>;
  failure?: unknown;
}

export function rememberReads(open: () => Promise<Client>): RememberedReads {
  const readings = new Map<string, Reading>();

  async function* again(key: unknown, begin: () => AsyncGenerator<Page>): AsyncGenerator<Page> {
    const name = JSON.stringify(key);
    const reading = readings.get(name) ?? { read: [], rest: begin() };
    readings.set(name, reading);
    for (let at = 0; ; at++) {
      if (at === reading.read.length && !(await readOn(reading))) return;
      const page = reading.read[at];
      if (page !== undefined) yield page;
    }
  }

  return {
    async client() {
      const client = await open();
      return {
        ...client,
        async page(endpoint, input) {
          async function* one() {
            yield await client.page(endpoint, input);
          }
          const { value } = await again([endpoint.method, endpoint.path, input, 'one'], one).next();
          return value;
        },
        pages: (endpoint, input) => again([endpoint.method, endpoint.path, input], () => client.pages(endpoint, input)),
      };
    },
    forget() {
      for (const { rest } of readings.values()) void rest.return(undefined).catch(() => undefined);
      readings.clear();
    },
  };
}

/** @returns whether there was another page @throws what ended the reading, each time */
async function readOn(reading: Reading): Promise<boolean> {
  if (reading.failure !== undefined) throw reading.failure;
  try {
    const { done, value } = await reading.rest.next();
    if (done === true) return false;
    reading.read.push(value);
    return true;
  } catch (error) {
    reading.failure = error;
    throw error;
  }
}
