// Records the requests of a command, so that a bare script can send the same ones.
import { type SeenRequest, startFaultyProxy } from '../test/support/faulty-proxy.ts';

/** The phases follow each other: reads, then writes, and so on. */
export interface Recording {
  readonly url: string;
  readonly phases: readonly {
    readonly concurrency: number;
    readonly requests: readonly Pick<SeenRequest, 'method' | 'path' | 'headers' | 'body'>[];
  }[];
}

/** Each response is delayed, so that all requests that the command sends at once are in progress together. */
const delayMs = 20;

/** @param url the service. @param run runs the command against the address that it gets */
export async function record(url: string, run: (proxy: string) => Promise<unknown>): Promise<Recording> {
  const seen: SeenRequest[] = [];
  const proxy = await startFaultyProxy(url, { delayMs: () => delayMs, sees: (request) => seen.push(request) });
  try {
    await run(proxy.url);
  } finally {
    await proxy.close();
  }
  const phases: { concurrency: number; requests: SeenRequest[] }[] = [];
  for (const request of seen) {
    const current = phases.at(-1);
    if (current?.requests[0]?.method !== request.method) phases.push({ concurrency: 1, requests: [request] });
    else {
      current.requests.push(request);
      current.concurrency = Math.max(current.concurrency, request.inProgress);
    }
  }
  return { url, phases };
}
