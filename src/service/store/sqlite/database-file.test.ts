// A database file that is deleted, replaced or locked by another process while it is served.
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdLock, type LockHolder } from '../../../../test/support/lock-holder.ts';
import { type LoopbackService, startLoopbackService } from '../../../../test/support/loopback-service.ts';

let service: LoopbackService;
const lines: string[] = [];
const speakers = '/v1/events/conf/speakers';
const log = { write: (text: string) => lines.push(...text.trimEnd().split('\n')) };

beforeEach(async () => {
  lines.length = 0;
  service = await startLoopbackService({ log, patienceMs: 3000 });
});
afterEach(() => service.stop());

function replace(path: string): void {
  copyFileSync(path, `${path}.new`);
  renameSync(`${path}.new`, path);
}

const create = (name: string) => service.call('POST', speakers, { email: `${name}@example.org` });
const statusOf = async (path: string) => (await service.call('GET', path)).status;
const totalOf = async () => (await service.call('GET', speakers)).body.pagination.totalResults;

describe('a database file that is no longer at its path', () => {
  it.each([
    ['deleted', () => rmSync(service.path)],
    ['replaced', () => replace(service.path)],
  ])('refuses writes when it was %s, and logs it', async (_, change) => {
    expect(await create('before')).toMatchObject({ status: 201 });
    expect(await statusOf('/readyz')).toBe(200);
    change();
    const { status, headers, body } = await create('after');
    expect([status, headers.get('retry-after'), body]).toEqual([
      503,
      '60',
      { detail: 'The service cannot store anything right now' },
    ]);
    expect(await statusOf('/readyz')).toBe(503);
    expect(await statusOf('/healthz')).toBe(200);
    // Nothing of it has been stored.
    expect(await totalOf()).toBe(1);
    await expect.poll(() => lines.find((line) => line.includes('"level":"error"'))).toContain('deleted or replaced');
  });

  it('accepts writes again when it is back', async () => {
    renameSync(service.path, `${service.path}.away`);
    expect(await create('lost')).toMatchObject({ status: 503 });
    renameSync(`${service.path}.away`, service.path);
    expect(await create('lost')).toMatchObject({ status: 201 });
    expect(await totalOf()).toBe(1);
  });

  it('leaves the files of its successor alone when it closes', async () => {
    renameSync(service.path, `${service.path}.away`);
    copyFileSync(`${service.path}.away`, service.path);
    const log = `${service.path}-wal`;
    const before = existsSync(log) && readFileSync(log).length;
    await service.store.close();
    expect(existsSync(log) && statSync(log).size).toBe(before);
  });
});

describe('a lock that another process holds', () => {
  let holder: LockHolder;

  beforeEach(async () => {
    holder = await holdLock(service.path);
  });
  afterEach(() => holder.release());

  it('delays writes until it is free, while everything else is served at once', async () => {
    const writes = Array.from({ length: 20 }, (_, number) => create(`waiting${number}`));
    // The service runs in this process. Were it to wait for the lock, the process would do nothing else.
    const before = performance.eventLoopUtilization();
    for (let round = 0; round < 15; round++) {
      for (const path of ['/healthz', '/readyz', speakers]) expect((await service.call('GET', path)).status).toBe(200);
      await setTimeout(50);
    }
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.9);
    expect(await totalOf()).toBe(0);
    await holder.release();
    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(await totalOf()).toBe(20);
  });

  it('makes a write fail with 503 and Retry-After if it is held too long, and nothing is stored', async () => {
    const { status, headers } = await create('late');
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    await holder.release();
    expect(await totalOf()).toBe(0);
    expect(await create('late')).toMatchObject({ status: 201 });
  });
});
