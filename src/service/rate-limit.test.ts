// The rate limit: its notation, and the responses when it is exceeded.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  anotherToken,
  type LoopbackService,
  startLoopbackService,
} from '../../test/support/loopback-service.ts';
import { UsageError } from '../errors.ts';
import { parseRate } from './rate-limit.ts';

describe('a rate', () => {
  it.each([
    ['100/15m', { limit: 100, windowMs: 900_000 }],
    ['10/s', { limit: 10, windowMs: 1000 }],
    [' 5/2h ', { limit: 5, windowMs: 7_200_000 }],
    ['1/1d', { limit: 1, windowMs: 86_400_000 }],
  ])('%s', (text, rate) => expect(parseRate(text)).toEqual(rate));

  it.each(['', '100', '0/m', '10/0s', '-1/s', '10/s/s', '1.5/s', '10/w'])('refuses %j', (text) => {
    expect(() => parseRate(text)).toThrow(UsageError);
  });
});

describe('a service with a rate limit', () => {
  let service: LoopbackService;

  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'], now: 1_000_000 }));
  afterEach(async () => {
    await service.stop();
    vi.useRealTimers();
  });

  const pass = (ms: number) => vi.advanceTimersByTime(ms);

  const limits = ({ headers }: { headers: Headers }) =>
    ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'].map((name) =>
      headers.get(name),
    );
  const ask = (headers?: Record<string, string>) =>
    service.call('GET', '/v1/events/conf/speakers', undefined, headers);

  it('counts each organization separately, and starts again after the window', async () => {
    service = await startLoopbackService({ rateLimit: { limit: 2, windowMs: 10_000 } });
    expect(limits(await ask())).toEqual(['2', '1', '10', null]);
    pass(2500);
    expect(limits(await ask())).toEqual(['2', '0', '8', null]);
    const refused = await ask();
    expect([refused.status, refused.text]).toEqual([429, '{"detail":"Too many requests"}']);
    expect(limits(refused)).toEqual(['2', '0', '8', '8']);
    const other = { 'x-access-token': await anotherToken(service) };
    expect(limits(await ask(other))).toEqual(['2', '1', '10', null]);
    pass(7500);
    expect(limits(await ask())).toEqual(['2', '1', '10', null]);
  });

  it('starts again after the window even if the clock was set back', async () => {
    service = await startLoopbackService({ rateLimit: { limit: 1, windowMs: 10_000 } });
    expect(limits(await ask())).toEqual(['1', '0', '10', null]);
    vi.setSystemTime(Date.now() - 3_600_000);
    expect(limits(await ask())).toEqual(['1', '0', '10', '10']);
    pass(10_000);
    expect(limits(await ask())).toEqual(['1', '0', '10', null]);
  });

  it('counts and reports for requests that are refused, too', async () => {
    service = await startLoopbackService({ rateLimit: { limit: 5, windowMs: 10_000 } });
    const invalid = await service.call('POST', '/v1/events/conf/speakers', {});
    expect([invalid.status, ...limits(invalid)]).toEqual([422, '5', '4', '10', null]);
    const unknown = await service.call('GET', '/v1/events/nope/speakers');
    expect([unknown.status, ...limits(unknown)]).toEqual([404, '5', '3', '10', null]);
  });

  it('is off by default', async () => {
    service = await startLoopbackService();
    expect(limits(await ask())).toEqual([null, null, null, null]);
  });
});
