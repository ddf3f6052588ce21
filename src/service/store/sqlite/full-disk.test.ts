// A database file that cannot grow: the store reports it, and takes writes again when there is room.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { administration } from '../../administration.ts';
import { blankSpeaker } from '../records.ts';
import type { Store } from '../store.ts';
import { type Connection, connect, makeDurable } from './connection.ts';
import { migrate } from './migrations.ts';
import { storeOn } from './store.ts';

let folder: string;
let connection: Connection;
let store: Store;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plenary-full-'));
  const path = join(folder, 'plenary.db');
  connection = connect(path);
  migrate(connection, path);
  makeDurable(connection);
  store = storeOn(connection);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

it('is not ready from the first write that finds no room until there is room', async () => {
  const operator = administration(store, undefined);
  const { organization } = await operator.createOrganization('Tests');
  await operator.addEvent({ id: 'conf', name: 'Conf', timezone: 'UTC' });
  const event = { organizationId: organization.id, eventId: 'conf' };
  const create = (i: number) =>
    store.speakers
      .create(event, { ...blankSpeaker, email: `${i}@example.org`, about: 'x'.repeat(3000) })
      .then(({ outcome }) => outcome)
      .catch(({ reason }) => reason);
  const ping = () => store.ping().catch(({ reason }) => reason);

  expect(await ping()).toBeUndefined();
  setLargest(connection.pragma('page_count') + 4);
  let created = 0;
  while ((await create(created)) === 'created') created++;
  expect(created).toBeGreaterThan(0);
  expect(await create(created)).toBe('full');
  expect(await ping()).toBe('full');
  // The next heartbeat.
  await setTimeout(1000);
  expect(await ping()).toBe('full');
  setLargest(10_000);
  await expect.poll(ping).toBeUndefined();
  expect(await create(created)).toBe('created');
});

/** In pages. */
function setLargest(pages: number): void {
  connection.pragma(`max_page_count = ${pages}`);
}
