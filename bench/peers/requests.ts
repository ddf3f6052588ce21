// The bare peer of a command: reads its file, sends as many requests, and prints the last response.
// Its argument is JSON.
import { readFileSync } from 'node:fs';
import { request } from 'undici';

export interface Requests {
  readonly url: string;
  readonly token: string;
  readonly event: string;
  /** Lists to read completely, one after the other. */
  readonly lists: readonly string[];
  /** Speakers to create afterwards. */
  readonly creates?: readonly object[];
  readonly file?: string;
}

/** How many requests are in progress at once. */
const concurrency = 16;
const pageSize = 100;

const {
  url,
  token,
  event,
  lists,
  creates = [],
  file,
}: Requests = JSON.parse(process.argv[2] ?? '');
if (file !== undefined) readFileSync(file);

async function send(method: 'GET' | 'POST', path: string, body?: object) {
  const headers = { 'x-access-token': token, 'content-type': 'application/json' };
  const sent = { method, headers, body: body === undefined ? null : JSON.stringify(body) };
  const response = await request(`${url}/v1/events/${event}/${path}`, sent);
  if (response.statusCode >= 300) throw new Error(`${path}: ${response.statusCode}`);
  return (await response.body.json()) as { readonly total: number };
}

async function together<T>(
  values: readonly T[],
  work: (value: T) => Promise<unknown>,
): Promise<void> {
  const waiting = values.values();
  const worker = async () => {
    for (const value of waiting) last = await work(value);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

let last: unknown;
for (const list of lists) {
  const first = await send('GET', `${list}?pageSize=${pageSize}`);
  last = first;
  const pages = Math.max(1, Math.ceil(first.total / pageSize));
  const others = Array.from({ length: pages - 1 }, (_, at) => at + 2);
  await together(others, (page) => send('GET', `${list}?pageSize=${pageSize}&page=${page}`));
}
await together(creates, (speaker) => send('POST', 'speakers', speaker));
console.log(JSON.stringify(last, null, 2));
