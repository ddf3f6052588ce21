// The bare peer of a command: sends the requests that the command was recorded with, and nothing else.
// Arguments: the recording, the event (or `-` for the recorded one), and perhaps a file, which it only reads.
import { readFileSync } from 'node:fs';
import { request } from 'undici';
import type { Recording } from '../recording.ts';

const [path = '', event = '-', file] = process.argv.slice(2);
const { url, phases }: Recording = JSON.parse(readFileSync(path, 'utf8'));
if (file !== undefined) readFileSync(file);

let last: unknown;
for (const { concurrency, requests } of phases) {
  const waiting = requests.values();
  const sender = async () => {
    for (const { method, path: recorded, headers, body } of waiting) {
      const own = 'idempotency-key' in headers ? { ...headers, 'idempotency-key': crypto.randomUUID() } : headers;
      const target = event === '-' ? recorded : recorded.replace(/\/events\/[^/]+/, `/events/${event}`);
      const response = await request(url + target, { method, headers: own, body: body === '' ? null : body });
      last = await response.body.json();
      if (response.statusCode >= 300) throw new Error(`${target}: ${response.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, sender));
}
console.log(JSON.stringify(last, null, 2));
