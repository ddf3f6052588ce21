// The client's pace against the service's rate limit at a distance of 100 ms: the limit is used up, and no write fails.
import { expect, it, onTestFinished } from 'vitest';
import { readBaseUrl } from '../src/client/base-url.ts';
import { createClient } from '../src/client/client.ts';
import { createPace } from '../src/client/pace.ts';
import { buildRequest } from '../src/client/request.ts';
import { createSender, startRequest } from '../src/client/sender.ts';
import type { Transport } from '../src/client/transport.ts';
import { createSpeaker } from '../src/contract/speakers.ts';
import { rateLimiter } from '../src/service/rate-limit.ts';
import { requestWindows } from '../src/service/store/request-windows.ts';
import { startFaultyProxy } from './support/faulty-proxy.ts';
import { startLoopbackService } from './support/loopback-service.ts';
import { virtualClock } from './support/virtual-clock.ts';

const rateLimit = { limit: 50, windowMs: 1000 };
const path = { event_id: 'conf' };
const inputs = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ path, body: { email: `speaker-${index}@example.org` } }));

it('uses up a limit of 50 requests per second over 300 creations', async () => {
  const clock = virtualClock();
  const admit = rateLimiter(rateLimit, requestWindows(clock.now));
  let requests = 0;
  const transport: Transport = {
    async send() {
      requests++;
      await clock.sleep(50);
      const { admitted, headers } = await admit('organization');
      await clock.sleep(50);
      return { status: admitted ? 201 : 429, headers, text: '{}' };
    },
    close: async () => undefined,
  };
  const base = readBaseUrl('http://127.0.0.1');
  const pace = createPace({ concurrency: 'auto', clock, onPause: () => undefined });
  const constants = { base, token: 'token', userAgent: 'test', timeoutMs: 10_000, retries: 3 };
  const sender = createSender({ ...constants, transport, pace, clock });
  const begun = clock.now();
  const sendings = inputs(300).map((input) => sender.send(startRequest(buildRequest(base, createSpeaker, input))));
  const outcomes = await clock.run(Promise.all(sendings));
  expect(outcomes.map(({ kind }) => kind)).toEqual(outcomes.map(() => 'success'));
  // The first fifty open their window; the last response takes a round trip.
  expect((300 - 50) / ((clock.now() - begun - 100) / 1000)).toBeGreaterThanOrEqual(0.95 * 50);
  // Without retries, mostly.
  expect(requests).toBeLessThan(300 * 1.1);
});

it('creates everything over a real connection', async () => {
  const service = await startLoopbackService({ rateLimit });
  const proxy = await startFaultyProxy(service.url, { delayMs: () => 100 });
  const options = { timeoutMs: 10_000, retries: 3, concurrency: 'auto' } as const;
  const client = createClient({ baseUrl: proxy.url, token: service.token, ...options });
  onTestFinished(async () => {
    await client.close();
    await proxy.close();
    await service.stop();
  });
  const outcomes = await Promise.all(inputs(80).map((input) => client.write(createSpeaker, input)));
  expect(outcomes.map(({ kind }) => kind)).toEqual(outcomes.map(() => 'done'));
});
