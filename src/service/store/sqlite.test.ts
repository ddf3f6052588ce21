// What the driver of SQLite promises: durable commits, a file of its owner's, and no writes to a
// file that has gone or is full.
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  type LoopbackService,
  startLoopbackService,
} from '../../../test/support/loopback-service.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { Driver } from './driver.ts';
import { openSqlite } from './sqlite.ts';
import type { GroupedWrite } from './write-group.ts';
import { writeQueue } from './write-queue.ts';

describe('a database file', () => {
  const folder = temporaryFolder();
  let path: string;
  let driver: Driver;
  let files = 0;

  beforeEach(() => {
    path = folder.file(`${++files}.db`);
    driver = openSqlite(path, true, 200);
  });
  afterEach(() => driver.close());

  const run = (sql: string) => driver.transaction((query) => query(sql));
  const notes = async () =>
    (await driver.read<{ text: string }>('SELECT text FROM notes')).map(({ text }) => text);

  it('is flushed at each commit, and its owner alone can read it', async () => {
    await run('CREATE TABLE notes (text TEXT)');
    // 2 is FULL: https://sqlite.org/pragma.html#pragma_synchronous
    const [settings] = await driver.transaction((query) =>
      query('SELECT synchronous FROM pragma_synchronous'),
    );
    expect(settings).toEqual({ synchronous: 2 });
    const modes = ['', '-wal', '-shm'].map((suffix) =>
      (statSync(path + suffix).mode & 0o777).toString(8),
    );
    expect(modes).toEqual(['600', '600', '600']);
  });

  it('shows to readers only what is committed', async () => {
    await run('CREATE TABLE notes (text TEXT)');
    const seen = await driver.transaction(async (query) => {
      await query("INSERT INTO notes VALUES ('a')");
      return notes();
    });
    expect([seen, await notes()]).toEqual([[], ['a']]);
  });

  it('that is full stores nothing of a group, and takes writes when there is room', async () => {
    await run('CREATE TABLE notes (text TEXT)');
    const { enqueue } = writeQueue(driver);
    // All at once, as the creations of a group are.
    const insertAll: GroupedWrite<string, unknown> = {
      run: (query, texts) =>
        Promise.all(texts.map((text) => query('INSERT INTO notes VALUES (?1)', [text]))),
      areLocked: async (_, texts) => texts.map(() => false),
    };
    await run('PRAGMA max_page_count = 4');
    const outcomes = await Promise.allSettled(
      ['small', 'x'.repeat(50_000), 'after'].map((text) => enqueue(insertAll, text)),
    );
    expect(outcomes).toEqual(
      Array(3).fill({ status: 'rejected', reason: expect.objectContaining({ reason: 'full' }) }),
    );
    expect(await notes()).toEqual([]);
    await run('PRAGMA max_page_count = 100000');
    await enqueue(insertAll, 'later');
    expect(await notes()).toEqual(['later']);
  });

  it('is written when its disk is checked', async () => {
    await run('CREATE TABLE notes (text TEXT)');
    const { size } = statSync(`${path}-wal`);
    await driver.transaction((query) => driver.checkDisk(query));
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(size);
  });

  it('that another process locks makes a write wait, and fail in the end', async () => {
    const other = openSqlite(path, false);
    await run('CREATE TABLE notes (text TEXT)');
    await other.transaction(async () => {
      await expect(run("INSERT INTO notes VALUES ('a')")).rejects.toMatchObject({
        reason: 'locked',
      });
    });
    await run("INSERT INTO notes VALUES ('b')");
    expect(await notes()).toEqual(['b']);
    await other.close();
  });

  it('that another process locks is ready if a write succeeds after a short wait', async () => {
    const service = await startLoopbackService();
    onTestFinished(service.stop);
    const other = openSqlite(service.path, false);
    onTestFinished(other.close);
    const readiness = async () => (await service.call('GET', '/readyz')).status;
    let during: Promise<number> | undefined;
    await other.transaction(async () => {
      during = readiness();
      await delay(1500);
    });
    expect(await during).toBe(200);
    await other.transaction(async () => {
      await expect.poll(readiness, { timeout: 10_000 }).toBe(503);
    });
    await expect.poll(readiness, { timeout: 10_000 }).toBe(200);
  });
});

describe('a database file that is no longer at its path', () => {
  let service: LoopbackService;
  const speakers = '/v1/events/conf/speakers';

  beforeEach(async () => {
    service = await startLoopbackService();
  });
  afterEach(() => service.stop());

  const replace = (path: string) => {
    copyFileSync(path, `${path}.new`);
    renameSync(`${path}.new`, path);
  };
  const create = (name: string) => service.call('POST', speakers, { email: `${name}@example.org` });
  const statusOf = async (path: string) => (await service.call('GET', path)).status;
  const totalOf = async () => (await service.call('GET', speakers)).body.total;

  it.each([
    ['deleted', () => rmSync(service.path)],
    ['replaced', () => replace(service.path)],
  ])('refuses writes when it was %s', async (_, change) => {
    expect(await create('before')).toMatchObject({ status: 201 });
    change();
    const { status, headers, body } = await create('after');
    const detail = 'The service cannot store anything right now';
    expect([status, headers.get('retry-after'), body]).toEqual([503, '60', { detail }]);
    expect([await statusOf('/readyz'), await statusOf('/healthz')]).toEqual([503, 200]);
    expect(await totalOf()).toBe(1);
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
