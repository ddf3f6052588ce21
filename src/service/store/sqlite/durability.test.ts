// Writes on disk: they survive a kill, only the owner can read the file, and two processes may write to it.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccount, type ServiceProcess, startServiceProcess } from '../../../../test/support/postgres-stage.ts';
import { loadSpeakers } from '../../../../test/support/speaker-load.ts';
import { administration } from '../../administration.ts';
import { blankSpeaker } from '../records.ts';
import { connect, makeDurable } from './connection.ts';
import { openSqlite } from './store.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plenary-store-'));
  path = join(folder, 'plenary.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('flushes each commit to the disk', () => {
  const connection = connect(path);
  makeDurable(connection);
  // 2 is FULL: https://sqlite.org/pragma.html#pragma_synchronous
  expect(connection.pragma('synchronous')).toBe(2);
  connection.close();
});

it('lets only its owner read the file and the files beside it', async () => {
  const store = openSqlite(path, { create: true });
  await administration(store, path).createOrganization('Tests');
  const modes = ['', '-wal', '-shm'].map((suffix) => (statSync(path + suffix).mode & 0o777).toString(8));
  expect(modes).toEqual(['600', '600', '600']);
  await store.close();
});

it('empties the log that grew beside a reader, when the reader is gone', async () => {
  const store = openSqlite(path, { create: true });
  const { createOrganization, addEvent } = administration(store, path);
  const { organization } = await createOrganization('Tests');
  await addEvent({ id: 'conf', name: 'Conf', timezone: 'UTC' });
  const event = { organizationId: organization.id, eventId: 'conf' };
  const reader = connect(path);
  reader.exec('BEGIN');
  reader.one('SELECT count(*) FROM organizations').get([]);
  for (let i = 0; i < 12; i++) {
    await store.speakers.create(event, { ...blankSpeaker, email: `${i}@example.org`, about: 'x'.repeat(2 ** 21) });
  }
  const logSize = () => statSync(`${path}-wal`).size;
  expect(logSize()).toBeGreaterThan(20 * 2 ** 20);
  reader.exec('COMMIT');
  await expect.poll(logSize).toBe(0);
  reader.close();
  await store.close();
});

describe('processes', () => {
  const services: ServiceProcess[] = [];
  let token: string;
  const start = async () => {
    const service = await startServiceProcess(path);
    services.push(service);
    return service;
  };

  beforeEach(async () => {
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
