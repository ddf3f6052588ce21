// The client's pace against the real service with a limit, a long way off: the limit is kept full, and no write fails.
import { expect, it, onTestFinished } from 'vitest';
import { createClient } from '../src/client/client.ts';
import { createSpeaker } from '../src/contract/speakers.ts';
import { startDelayingProxy } from './support/delaying-proxy.ts';
import { startTestService } from './support/loopback-service.ts';

it('keeps a limit of 50 a second full over 300 creations', async () => {
  const { taken, ms } = await createMany(300, 'auto');
  expect(taken).toBe(300);
  // The first fifty have a window of their own, which begins with them; connecting and the last answer take two round trips.
  expect((300 - 50) / ((ms - 200) / 1000)).toBeGreaterThanOrEqual(0.9 * 50);
});

/** Every creation at a tenth of a second's distance from a service that admits 50 a second. */
async function createMany(count: number, concurrency: number | 'auto') {
  const service = await startTestService({ rateLimit: { limit: 50, windowMs: 1000 } });
  const proxy = await startDelayingProxy(service.url, 50);
  const options = { baseUrl: proxy.url, token: service.token, timeoutMs: 10_000, retries: 3, concurrency };
  const client = createClient(options);
  onTestFinished(async () => {
    await client.close();
    await proxy.close();
    await service.stop();
  });
  const path = { event_id: 'conf' };
  const begun = performance.now();
  const ends = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      client.write(createSpeaker, { path, body: { email: `speaker-${i}@example.org` } }),
    ),
  );
  return { taken: ends.filter(({ kind }) => kind === 'done').length, ms: performance.now() - begun };
}
