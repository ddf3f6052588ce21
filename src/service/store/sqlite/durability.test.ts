// Writes on disk: each commit is flushed, and only the owner can read the file.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
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
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
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
  vi.advanceTimersByTime(60_000);
  expect(logSize()).toBe(0);
  reader.close();
  await store.close();
});
