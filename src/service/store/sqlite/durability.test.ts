// What is promised of a write: it lasts, it stands alone, and two processes may make it on one file.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChildServer, startServer } from '../../../../test/support/child-server.ts';
import { loadSpeakers } from '../../../../test/support/speaker-load.ts';
import { administration } from '../../administration.ts';
import { StoreUnavailable } from '../store.ts';
import { type Connection, connect, makeDurable } from './connection.ts';
import { openSqlite } from './store.ts';
import { writeQueue } from './write-queue.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plenary-store-'));
  path = join(folder, 'plenary.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a group of writes', () => {
  let connection: Connection;

  beforeEach(() => {
    connection = connect(path);
    connection.exec('PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT UNIQUE)');
  });
  afterEach(() => connection.close());

  const notes = () => {
    const reader = connect(path);
    const rows = reader.many<{ text: string }>('SELECT text FROM notes ORDER BY rowid').all([]);
    reader.close();
    return rows.map(({ text }) => text);
  };

  it('undoes the one that fails, and keeps the others in their order', async () => {
    const { write } = writeQueue(connection);
    const insert = connection.run('INSERT INTO notes VALUES (?)');
    const outcomes = await Promise.allSettled([
      write(() => insert.run(['one'])),
      write(() => {
        insert.run(['half']);
        throw new Error('second thoughts');
      }),
      write(() => insert.run(['one'])),
      write(() => insert.run(['two'])),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(notes()).toEqual(['one', 'two']);
  });

  it('is one transaction, and nobody is told before it is there', async () => {
    const { write } = writeQueue(connection);
    const insert = connection.run('INSERT INTO notes VALUES (?)');
    const seen = await Promise.all(['a', 'b', 'c'].map((text) => write(() => insert.run([text])).then(() => notes())));
    expect(seen).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ]);
  });

  it('is refused as a whole when the disk is full, and the queue goes on afterwards', async () => {
    const { write } = writeQueue(connection);
    const insert = connection.run('INSERT INTO notes VALUES (?)');
    const full = connection.pragma('page_count') + 2;
    connection.pragma(`max_page_count = ${full}`);
    const outcomes = await Promise.allSettled([
      write(() => insert.run(['small'])),
      write(() => insert.run(['x'.repeat(50_000)])),
    ]);
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual([
      expect.any(StoreUnavailable),
      expect.any(StoreUnavailable),
    ]);
    expect(notes()).toEqual([]);
    connection.pragma('max_page_count = 100000');
    await write(() => insert.run(['later']));
    expect(notes()).toEqual(['later']);
  });

  it('is refused when another process holds the lock too long', async () => {
    connection.exec('PRAGMA busy_timeout = 50');
    const other = connect(path);
    other.exec('BEGIN IMMEDIATE');
    const { write } = writeQueue(connection);
    await expect(write(() => undefined)).rejects.toThrow(StoreUnavailable);
    other.exec('COMMIT');
    other.close();
    await expect(write(() => 'done')).resolves.toBe('done');
  });
});

it('flushes each commit to the disk', () => {
  const connection = connect(path);
  makeDurable(connection);
  // 2 is FULL: https://sqlite.org/pragma.html#pragma_synchronous
  expect(connection.pragma('synchronous')).toBe(2);
  connection.close();
});

it('keeps the file, and the files beside it, to their owner', async () => {
  const store = openSqlite(path, { create: true });
  await administration(store, path).createOrganization('Tests');
  const modes = ['', '-wal', '-shm'].map((suffix) => (statSync(path + suffix).mode & 0o777).toString(8));
  expect(modes).toEqual(['600', '600', '600']);
  await store.close();
});

describe('processes', () => {
  const program = ['--import', 'tsx', resolve(import.meta.dirname, '../../../../test/support/service-process.ts')];
  const servers: ChildServer[] = [];
  const start = async () => {
    const server = await startServer([...program, path]);
    servers.push(server);
    return server;
  };

  afterEach(async () => {
    await Promise.all(servers.map((server) => server.stop('SIGKILL')));
  });

  it('killed under load lose no speaker that was acknowledged', async () => {
    const server = await start();
    const load = loadSpeakers(server.url, server.token, 'crash');
    await load.reached(500);
    await server.stop('SIGKILL');
    await load.ended;
    const stored = await addresses();
    expect([...load.acknowledged].filter((email) => !stored.has(email))).toEqual([]);
    expect(stored.size).toBeGreaterThanOrEqual(500);
  });

  it('may be two on one file', async () => {
    const [one, two] = [await start(), await start()];
    const loads = [loadSpeakers(one.url, one.token, 'one'), loadSpeakers(two.url, two.token, 'two')];
    await Promise.all(loads.map((load) => load.reached(300)));
    await Promise.all([one.stop('SIGTERM'), two.stop('SIGTERM')]);
    await Promise.all(loads.map(({ ended }) => ended));
    const stored = await addresses();
    expect(loads.map(({ refused }) => refused)).toEqual([[], []]);
    for (const { acknowledged } of loads) expect([...acknowledged].filter((email) => !stored.has(email))).toEqual([]);
  });

  async function addresses(): Promise<ReadonlySet<string>> {
    const store = openSqlite(path);
    const found = new Set<string>();
    for (const { id: organizationId } of await store.listOrganizations()) {
      const page = await store.list('speakers', { organizationId, eventId: 'conf' }, { page: 1, pageSize: 1_000_000 });
      for (const { email } of page?.records ?? []) found.add(email);
    }
    await store.close();
    return found;
  }
});
