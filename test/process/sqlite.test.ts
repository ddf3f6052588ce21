// A database file that several processes use: writes survive a kill, two services write to it, and a lock makes the others wait.
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/service/store/open.ts';
import { holdLock, type LockHolder } from '../support/lock-holder.ts';
import { type LoopbackService, startLoopbackService } from '../support/loopback-service.ts';
import { createAccount, type ServiceProcess, startServiceProcess } from '../support/postgres-stage.ts';
import { loadSpeakers } from '../support/speaker-load.ts';
import { folderForEach } from '../support/stage.ts';

const folder = folderForEach();

describe('processes', () => {
  const services: ServiceProcess[] = [];
  let path: string;
  let token: string;
  const start = async () => {
    const service = await startServiceProcess(path);
    services.push(service);
    return service;
  };

  beforeEach(async () => {
    path = folder.file('plenary.db');
    ({ token } = await createAccount(path));
  });
  afterEach(async () => {
    await Promise.all(services.splice(0).map((service) => service.kill('SIGKILL')));
  });

  it('that are killed under load lose no acknowledged speaker', async () => {
    const service = await start();
    const load = loadSpeakers(service.url, token, 'crash');
    await load.reached(150);
    await service.kill('SIGKILL');
    await load.ended;
    const stored = await addresses();
    expect([...load.acknowledged].filter((email) => !stored.has(email))).toEqual([]);
    expect(stored.size).toBeGreaterThanOrEqual(150);
  });

  it('can both write to one file', async () => {
    const [one, two] = [await start(), await start()];
    const loads = [loadSpeakers(one.url, token, 'one'), loadSpeakers(two.url, token, 'two')];
    await Promise.all(loads.map((load) => load.reached(100)));
    await Promise.all([one.kill('SIGTERM'), two.kill('SIGTERM')]);
    await Promise.all(loads.map(({ ended }) => ended));
    const stored = await addresses();
    expect(loads.map(({ refused }) => refused)).toEqual([[], []]);
    for (const { acknowledged } of loads) expect([...acknowledged].filter((email) => !stored.has(email))).toEqual([]);
  });

  async function addresses(): Promise<ReadonlySet<string>> {
    const store = await openStore(path);
    const found = new Set<string>();
    for (const { id: organizationId } of await store.listOrganizations()) {
      const page = await store.list('speakers', { organizationId, eventId: 'conf' }, { page: 1, pageSize: 1_000_000 });
      for (const { email } of page?.records ?? []) found.add(email);
    }
    await store.close();
    return found;
  }
});

describe('a lock that another process holds', () => {
  const speakers = '/v1/events/conf/speakers';
  let service: LoopbackService;
  let holder: LockHolder;
  const create = (name: string) => service.call('POST', speakers, { email: `${name}@example.org` });
  const totalOf = async () => (await service.call('GET', speakers)).body.pagination.totalResults;

  beforeEach(async () => {
    service = await startLoopbackService({ patienceMs: 3000 });
    holder = await holdLock(service.path);
  });
  afterEach(async () => {
    await holder.release();
    await service.stop();
  });

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
