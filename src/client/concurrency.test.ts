// How many requests at once are found to be best, with services made of two numbers: their round trip and their capacity.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Concurrency, createConcurrency } from './concurrency.ts';

interface SimulatedService {
  readonly roundTripMs: number;
  /** How many it works on at once; more than that wait. */
  readonly capacity: number;
}

/** Keeps as many requests in flight as it may, through so many round trips. */
function run(concurrency: Concurrency, { roundTripMs, capacity }: SimulatedService, roundTrips: number, wanted = true) {
  let now = 0;
  let sent = 0;
  for (let trip = 0; trip < roundTrips; trip++) {
    const leaving = concurrency.limit;
    const first = sent + 1;
    sent += leaving;
    const lasting = roundTripMs * Math.max(1, leaving / capacity);
    for (let number = first; number < first + leaving; number++) {
      concurrency.answered(number, { now: now + (lasting * (number - first + 1)) / leaving, sent, wanted });
    }
    now += lasting;
  }
  return { limit: concurrency.limit, sent };
}

describe('auto', () => {
  it('starts small, and doubles as long as the service answers faster for it', () => {
    const concurrency = createConcurrency('auto');
    expect(concurrency.limit).toBe(4);
    expect(run(concurrency, { roundTripMs: 100, capacity: 1000 }, 12).limit).toBe(64);
  });

  it('grows little further than what the service works on at once: one doubling tells', () => {
    const concurrency = createConcurrency('auto');
    expect(run(concurrency, { roundTripMs: 100, capacity: 12 }, 200).limit).toBeLessThanOrEqual(36);
  });

  it('does not grow where nobody waits for it', () => {
    expect(run(createConcurrency('auto'), { roundTripMs: 100, capacity: 1000 }, 20, false).limit).toBe(4);
  });

  it('halves at a strain, once for all that were on their way, and then grows by one', () => {
    const concurrency = createConcurrency('auto');
    const { sent } = run(concurrency, { roundTripMs: 100, capacity: 1000 }, 12);
    for (let number = sent - 63; number <= sent; number++) concurrency.strained(number, sent);
    expect(concurrency.limit).toBe(32);
    concurrency.strained(sent + 1, sent + 1);
    expect(concurrency.limit).toBe(16);
    let now = 10_000;
    const seen = new Set<number>();
    for (let number = sent + 2; seen.size < 4; number++) {
      now += 100 / concurrency.limit;
      concurrency.answered(number, { now, sent: number + concurrency.limit, wanted: true });
      seen.add(concurrency.limit);
    }
    expect([...seen]).toEqual([16, 17, 18, 19]);
  });

  it('stays from 1 to 64, whatever happens', () => {
    const event = fc.record({ strained: fc.boolean(), later: fc.integer({ min: 0, max: 200 }), wanted: fc.boolean() });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 500 }), (events) => {
        const concurrency = createConcurrency('auto');
        let now = 0;
        for (const [index, { strained, later, wanted }] of events.entries()) {
          now += later;
          if (strained) concurrency.strained(index, index + 3);
          else concurrency.answered(index, { now, sent: index + 3, wanted });
          expect(concurrency.limit).toBeGreaterThanOrEqual(1);
          expect(concurrency.limit).toBeLessThanOrEqual(64);
        }
      }),
    );
  });
});

it('a number stays what it is', () => {
  const concurrency = createConcurrency(6);
  concurrency.strained(1, 1);
  expect(run(concurrency, { roundTripMs: 100, capacity: 1000 }, 20).limit).toBe(6);
});
