// A client of a scripted server; both are closed when the test ends.
import { onTestFinished } from 'vitest';
import { type ClientOptions, createClient, type TraceEvent } from '../../src/client/client.ts';
import { instantClock } from './instant-clock.ts';
import { type Script, startScriptedServer } from './scripted-server.ts';

export const token = 'plt_1_very-secret';

/**
 * Backoffs take no time; `clock.waits` lists them. `sent` lists the methods and paths of all
 * requests.
 */
export async function scriptedClient(script: Script, options: Partial<ClientOptions> = {}) {
  const server = await startScriptedServer(script);
  const clock = instantClock();
  const events: TraceEvent[] = [];
  const defaults = {
    baseUrl: server.url,
    token,
    timeoutMs: 5000,
    retries: 2,
    onTrace: (event: TraceEvent) => events.push(event),
  };
  const client = createClient({ ...defaults, ...options }, clock);
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  const sent = () => server.requests.map(({ method, path }) => `${method} ${path}`);
  return { server, client, clock, events, sent };
}

/** The error that a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
  const result = await promise.then(
    (value) => new TypeError(`resolved to ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  return result instanceof Error ? result : new TypeError(`rejected with ${result}`);
}
