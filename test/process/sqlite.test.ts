// A database file that another process locks: writes wait, and everything else is served.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type LoopbackService, startLoopbackService } from '../support/loopback-service.ts';

const program = `
  const database = new (require('libsql'))(process.argv[1]);
  database.exec('PRAGMA busy_timeout = 5000; BEGIN EXCLUSIVE');
  process.stdout.write('held');
  process.stdin.resume().once('end', () => database.exec('ROLLBACK'));
`;

/** A process that holds the write lock of a database file until it is released. */
async function holdLock(path: string) {
  const child = spawn(process.execPath, ['-e', program, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended]);
  return {
    async release() {
      child.stdin.end();
      await ended;
    },
  };
}

describe('a lock that another process holds', () => {
  const speakers = '/v1/events/conf/speakers';
  let service: LoopbackService;
  let holder: Awaited<ReturnType<typeof holdLock>>;
  const create = (name: string) => service.call('POST', speakers, { email: `${name}@example.org` });
  const totalOf = async () => (await service.call('GET', speakers)).body.total;

  /** @param patienceMs how long writes wait for the lock */
  async function start(patienceMs: number): Promise<void> {
    service = await startLoopbackService({ patienceMs });
    holder = await holdLock(service.path);
  }
  afterEach(async () => {
    await holder.release();
    await service.stop();
  });

  it('is no missing confirmation, also if readiness is asked for behind a write', async () => {
    await start(60_000);
    const waiting = create('waiting');
    await expect.poll(() => service.store.load().writes.pending).toBe(1);
    await totalOf();
    await expect(service.store.ping()).rejects.toMatchObject({ reason: 'slow' });
    await holder.release();
    expect((await waiting).status).toBe(201);
  });

  it('delays writes until it is free, while everything else is served at once', async () => {
    // Longer than the requests below take on a busy machine.
    await start(60_000);
    const writes = Array.from({ length: 20 }, (_, number) => create(`waiting${number}`));
    // The service runs in this process. Were it to wait for the lock, the process would do nothing
    // else.
    const before = performance.eventLoopUtilization();
    for (let round = 0; round < 15; round++) {
      for (const path of ['/healthz', speakers])
        expect((await service.call('GET', path)).status).toBe(200);
      await setTimeout(50);
    }
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.9);
    expect(await totalOf()).toBe(0);
    expect((await service.call('GET', '/readyz')).status).toBe(503);
    await holder.release();
    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(await totalOf()).toBe(20);
  });

  it('makes a write fail with 503 and Retry-After if it is held too long', async () => {
    await start(500);
    const { status, headers } = await create('late');
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    await holder.release();
    expect(await totalOf()).toBe(0);
    expect(await create('late')).toMatchObject({ status: 201 });
  });
});
