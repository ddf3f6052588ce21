// Responses without a body, and responses when the database is locked, full or broken.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startLoopbackService } from '../../test/support/loopback-service.ts';
import { createApp } from './app.ts';
import { StoreUnavailable, StoreUncertain } from './store/driver.ts';
import { openStore } from './store/open.ts';

async function responseTo(failure: Error) {
  const lines: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'plenary-responses-'));
  const store = await openStore(join(folder, 'plenary.db'), { create: true });
  const broken = { ...store, ping: () => Promise.reject(failure) };
  const app = createApp(broken, { log: { write: (line) => lines.push(line) } });
  const { statusCode, headers, body } = await app.inject('/readyz');
  await app.close();
  await store.close();
  rmSync(folder, { recursive: true });
  return { statusCode, retryAfter: headers['retry-after'], body, log: JSON.parse(lines.join('')) };
}

it('responds with 503 and Retry-After if the database is locked or full', async () => {
  const response = await responseTo(new StoreUnavailable('full', new Error('no space left on device')));
  expect(response).toMatchObject({
    statusCode: 503,
    retryAfter: '60',
    body: '{"detail":"The service cannot store anything right now"}',
    log: { level: 'error', status: 503, error: 'StoreUnavailable', cause: 'no space left on device' },
  });
});

it('reveals nothing about an internal error', async () => {
  const response = await responseTo(new TypeError('secret path'));
  expect(response).toMatchObject({
    statusCode: 500,
    retryAfter: undefined,
    body: '{"detail":"Internal Server Error"}',
    log: { level: 'error', status: 500, error: 'TypeError' },
  });
});

it('closes the connection without a response if it is unknown whether something was stored', async () => {
  const lines: string[] = [];
  const service = await startLoopbackService({ log: { write: (line) => lines.push(line) } });
  service.store.ping = () => Promise.reject(new StoreUncertain(new Error('lost')));
  await expect(service.call('GET', '/readyz')).rejects.toMatchObject({ cause: { code: 'UND_ERR_SOCKET' } });
  await service.stop();
  expect(JSON.parse(lines.join(''))).toMatchObject({ level: 'error', error: 'StoreUncertain', cause: 'lost' });
});

it('logs probes only if they fail', async () => {
  const lines: string[] = [];
  const service = await startLoopbackService({ log: { write: (text) => lines.push(...text.trimEnd().split('\n')) } });
  await service.call('GET', '/healthz');
  await service.call('GET', '/readyz');
  service.store.ping = () => Promise.reject(new StoreUnavailable('full'));
  await service.call('GET', '/readyz');
  await service.call('GET', '/openapi.json');
  await service.stop();
  const logged = lines.map((line) => JSON.parse(line)).map(({ route, status }) => [route, status]);
  expect(logged).toEqual([
    ['/readyz', 503],
    ['/openapi.json', 200],
  ]);
});
