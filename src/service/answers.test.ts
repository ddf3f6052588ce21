// What a caller is told when the database cannot take a request, or fails outright.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
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
