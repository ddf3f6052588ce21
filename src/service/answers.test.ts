// Responses without a body, and responses to a database that is locked, full or broken.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { answers } from './answers.ts';
import { createApp } from './app.ts';
import { openStore } from './store/sqlite/store.ts';
import { StoreUnavailable } from './store/store.ts';

async function answerTo(failure: Error) {
  const lines: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'plenary-answers-'));
  const store = openStore(join(folder, 'plenary.db'), { create: true });
  const broken = { ...store, ping: () => Promise.reject(failure) };
  const app = createApp(broken, { log: { write: (line) => lines.push(line) } });
  const { statusCode, headers, body } = await app.inject('/healthz');
  await app.close();
  await store.close();
  rmSync(folder, { recursive: true });
  return { statusCode, retryAfter: headers['retry-after'], body, log: JSON.parse(lines.join('')) };
}

it('asks to come back where the database is locked or full', async () => {
  const answer = await answerTo(new StoreUnavailable('the disk is full', 60, undefined));
  expect(answer).toMatchObject({
    statusCode: 503,
    retryAfter: '60',
    body: '{"detail":"The service cannot store anything right now"}',
    log: { level: 'error', status: 503, error: 'StoreUnavailable' },
  });
});

it('says nothing of a fault of its own', async () => {
  const answer = await answerTo(new TypeError('secret path'));
  expect(answer).toMatchObject({
    statusCode: 500,
    retryAfter: undefined,
    body: '{"detail":"Internal Server Error"}',
    log: { level: 'error', status: 500, error: 'TypeError' },
  });
});

it('sends neither a body nor a content type where there is nothing to return', async () => {
  const { send } = answers(undefined);
  const app = fastify();
  app.delete('/v1/speakers/:id', (_, reply) => send(reply, 204, undefined));
  const { statusCode, headers, body } = await app.inject({ method: 'DELETE', url: '/v1/speakers/spk_1' });
  await app.close();
  expect({ statusCode, body }).toEqual({ statusCode: 204, body: '' });
  expect(headers).not.toHaveProperty('content-type');
  expect(headers['x-request-id']).toBeDefined();
});
