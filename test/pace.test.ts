// The client's pace against a rate limit at a distance of 100 ms: the limit is used up, not
// exceeded, and no write fails.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readBaseUrl } from '../src/client/base-url.ts';
import { Pace } from '../src/client/pace.ts';
import { buildRequest } from '../src/client/request.ts';
import { createSender, startRequest } from '../src/client/sender.ts';
import type { Transport } from '../src/client/transport.ts';
import { createSpeaker } from '../src/contract/endpoints.ts';

const concurrency = 6;
const path = { event_id: 'conf' };
const inputs = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    path,
    body: { email: `speaker-${index}@example.org` },
  }));

/** A limit of requests in windows that begin with a request, and the headers that report it. */
interface Limit {
  readonly limit: number;
  readonly seconds: number;
  /** @param left what the service still admits; negative if it refuses the request */
  readonly headers: (left: number, reset: string) => Readonly<Record<string, string>>;
}

const rateLimit = (left: number, reset: string) => ({
  'ratelimit-remaining': String(Math.max(0, left)),
  'ratelimit-reset': reset,
});

const limits: readonly (readonly [string, Limit])[] = [
  ['RateLimit-* of a second', { limit: 50, seconds: 1, headers: rateLimit }],
  ['RateLimit-* of a quarter of an hour', { limit: 100, seconds: 900, headers: rateLimit }],
  [
    'Retry-After alone',
    {
      limit: 300,
      seconds: 60,
      headers: (left, reset) => (left < 0 ? { 'retry-after': reset } : {}),
    },
  ],
];

it.each(limits)('keeps the pace of %s', async (_, { limit, seconds, headers }) => {
  const clock = virtualClock();
  const windowMs = 1000 * seconds;
  let window = { endsAt: 0, used: 0 };
  let refused = 0;
  const transport: Transport = {
    async send() {
      await clock.sleep(50);
      if (clock.now() >= window.endsAt) window = { endsAt: clock.now() + windowMs, used: 0 };
      const left = limit - ++window.used;
      const reset = String(Math.ceil((window.endsAt - clock.now()) / 1000));
      await clock.sleep(50);
      if (left < 0) refused++;
      return { status: left < 0 ? 429 : 201, headers: headers(left, reset), text: '{}' };
    },
    close: async () => undefined,
  };
  const base = readBaseUrl('http://127.0.0.1');
  const pace = new Pace({
    concurrency,
    retries: 3,
    clock,
    onPause: () => undefined,
    onSilence: () => undefined,
  });
  const constants = { base, token: 'token', userAgent: 'test', timeoutMs: 10_000, retries: 3 };
  const sender = createSender({ ...constants, transport, pace, clock });
  const begun = clock.now();
  const windows = 6;
  const sendings = inputs(windows * limit).map((input) =>
    sender.send(startRequest(buildRequest(base, createSpeaker, input))),
  );
  const outcomes = await clock.run(Promise.all(sendings));
  expect(outcomes.map(({ kind }) => kind)).toEqual(outcomes.map(() => 'success'));
  // The first requests open their window, and the last window is not waited for.
  const lastMs = (1000 * limit) / (concurrency * 10);
  const ratio = ((windows - 1) * windowMs) / (clock.now() - begun - lastMs);
  expect(ratio).toBeGreaterThanOrEqual(0.95);
  expect(ratio).toBeLessThanOrEqual(1);
  // At most the requests that were in flight when the service began to refuse.
  expect(refused).toBeLessThanOrEqual(headers === rateLimit ? 0 : windows * concurrency);
});

/** A clock for simulations: when all work waits, it jumps to the end of the shortest wait. */
function virtualClock() {
  const sleepers: { readonly until: number; readonly wake: () => void }[] = [];
  let time = 0;
  return {
    now: () => time,
    date: () => Date.UTC(2026, 4, 2, 9) + time,
    random: () => 0.5,
    sleep: (ms: number) => new Promise<void>((wake) => sleepers.push({ until: time + ms, wake })),
    /** Lets time pass until the work is done. */
    async run<T>(work: Promise<T>): Promise<T> {
      let isDone = false;
      const end = () => {
        isDone = true;
      };
      work.then(end, end);
      for (;;) {
        await nextTurn();
        if (isDone) return work;
        const until = Math.min(...sleepers.map((sleeper) => sleeper.until));
        if (until === Number.POSITIVE_INFINITY)
          throw new Error('the work waits for nothing on this clock');
        time = until;
        const due = sleepers.filter((sleeper) => sleeper.until === until);
        for (const sleeper of due) {
          sleepers.splice(sleepers.indexOf(sleeper), 1);
          sleeper.wake();
        }
      }
    },
  };
}
