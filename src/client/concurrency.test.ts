// The limit found for simulated services with a given round trip time and capacity.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Concurrency, createConcurrency } from './concurrency.ts';

interface SimulatedService {
  readonly roundTripMs: number;
  /** How many requests it works on at once; others wait. */
  readonly capacity: number;
}

/** Keeps as many requests in flight as allowed, for a number of round trips. */
function run(
  concurrency: Concurrency,
  { roundTripMs, capacity }: SimulatedService,
  roundTrips: number,
  waiting = true,
) {
  let now = 0;
  let sent = 0;
  for (let trip = 0; trip < roundTrips; trip++) {
    const leaving = concurrency.limit;
    const first = sent + 1;
    sent += leaving;
    const lasting = roundTripMs * Math.max(1, leaving / capacity);
    for (let number = first; number < first + leaving; number++) {
      concurrency.onResponse(number, { now: now + (lasting * (number - first + 1)) / leaving, sent, waiting });
    }
    now += lasting;
  }
  return { limit: concurrency.limit, sent };
}

describe('auto', () => {
  it('starts small and doubles as long as the service gets faster', () => {
    const concurrency = createConcurrency('auto');
    expect(concurrency.limit).toBe(4);
    expect(run(concurrency, { roundTripMs: 100, capacity: 1000 }, 12).limit).toBe(64);
  });

  it('grows to at most three times the capacity of the service', () => {
    const concurrency = createConcurrency('auto');
    expect(run(concurrency, { roundTripMs: 100, capacity: 12 }, 200).limit).toBeLessThanOrEqual(36);
  });

  it('does not grow while no request waits', () => {
    expect(run(createConcurrency('auto'), { roundTripMs: 100, capacity: 1000 }, 20, false).limit).toBe(4);
  });

  it('halves at an overload, once for all requests in flight, and then grows by one', () => {
    const concurrency = createConcurrency('auto');
    const { sent } = run(concurrency, { roundTripMs: 100, capacity: 1000 }, 12);
    for (let number = sent - 63; number <= sent; number++) concurrency.onOverload(number, sent);
    expect(concurrency.limit).toBe(32);
    concurrency.onOverload(sent + 1, sent + 1);
    expect(concurrency.limit).toBe(16);
    let now = 10_000;
    const seen = new Set<number>();
    for (let number = sent + 2; seen.size < 4; number++) {
      now += 100 / concurrency.limit;
      concurrency.onResponse(number, { now, sent: number + concurrency.limit, waiting: true });
      seen.add(concurrency.limit);
    }
    expect([...seen]).toEqual([16, 17, 18, 19]);
  });

  it('stays between 1 and 64 after any sequence of events', () => {
    const event = fc.record({
      overloaded: fc.boolean(),
      later: fc.integer({ min: 0, max: 200 }),
      waiting: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 500 }), (events) => {
        const concurrency = createConcurrency('auto');
        let now = 0;
        for (const [index, { overloaded, later, waiting }] of events.entries()) {
          now += later;
          if (overloaded) concurrency.onOverload(index, index + 3);
          else concurrency.onResponse(index, { now, sent: index + 3, waiting });
          expect(concurrency.limit).toBeGreaterThanOrEqual(1);
          expect(concurrency.limit).toBeLessThanOrEqual(64);
        }
      }),
    );
  });
});

it('a fixed limit never changes', () => {
  const concurrency = createConcurrency(6);
  concurrency.onOverload(1, 1);
  expect(run(concurrency, { roundTripMs: 100, capacity: 1000 }, 20).limit).toBe(6);
});
