// What a failure of the database or of the service itself becomes: a response that reveals nothing,
// and one line of the log.
import { beforeEach, expect, it } from 'vitest';
import { sharedLoopbackService } from '../../test/support/loopback-service.ts';
import { StoreUnavailable, StoreUncertain } from './store/driver.ts';

const lines: string[] = [];
const service = sharedLoopbackService({ log: { write: (line) => lines.push(line) } });

beforeEach(() => void lines.splice(0));

async function responseTo(failure: Error) {
  service.store.ping = () => Promise.reject(failure);
  const { status, headers, text } = await service.call('GET', '/readyz');
  return {
    status,
    retryAfter: headers.get('retry-after'),
    text,
    log: lines.map((line) => JSON.parse(line)),
  };
}

it('is 503 and Retry-After if the database is locked or full', async () => {
  expect(
    await responseTo(new StoreUnavailable('full', new Error('no space left on device'))),
  ).toEqual({
    status: 503,
    retryAfter: '60',
    text: '{"detail":"The service cannot store anything right now"}',
    log: [
      {
        level: 'error',
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        requestId: expect.any(String),
        method: 'GET',
        route: '/readyz',
        status: 503,
        error: 'StoreUnavailable',
        stack: expect.stringContaining('the disk is full'),
        cause: 'no space left on device',
      },
    ],
  });
});

it('reveals nothing about an internal error, and logs no value of a row', async () => {
  const error = Object.assign(new TypeError('secret path'), {
    detail: 'Key (email)=(amina@example.org) exists',
  });
  const { log, ...response } = await responseTo(error);
  expect(response).toEqual({
    status: 500,
    retryAfter: null,
    text: '{"detail":"Internal Server Error"}',
  });
  expect(log).toMatchObject([{ level: 'error', status: 500, error: 'TypeError' }]);
  expect(JSON.stringify(log)).not.toContain('amina');
});

it('is the end of the connection if it is unknown whether a write is stored', async () => {
  const { create } = service.store.speakers;
  const fail = () => Promise.reject(new StoreUncertain(new Error('the connection was lost')));
  Object.assign(service.store.speakers, { create: fail });
  // A body that has been read: the request itself is over.
  await expect(
    service.call('POST', '/v1/events/conf/speakers', { email: 'a@example.org' }),
  ).rejects.toThrow();
  Object.assign(service.store.speakers, { create });
  const [line, ...others] = lines.map((text) => JSON.parse(text));
  expect(others).toEqual([]);
  expect(line).toMatchObject({
    level: 'error',
    event: 'conf',
    error: 'StoreUncertain',
    cause: 'the connection was lost',
  });
  // Nobody got one.
  expect(line.status).toBeUndefined();
});

it('names every address of a host that cannot be reached', () => {
  const cause = new AggregateError([
    new Error('connect ECONNREFUSED ::1:5432'),
    new Error('connect ECONNREFUSED 127.0.0.1:5432'),
  ]);
  expect(new StoreUnavailable('unreachable', cause).cause).toMatchObject({
    message: 'connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432',
  });
});
