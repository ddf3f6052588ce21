// What the store deletes by itself: idempotency keys that have expired.
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { keyLifetimeMs } from './idempotency.ts';
import { openDatabase } from './open.ts';
import { blankSpeaker } from './records.ts';
import { storeOn } from './sql-store.ts';

it('forgets keys that have expired when a key is used later', async () => {
  const folder = temporaryFolder();
  const driver = await openDatabase(folder.file('plenary.db'), { create: true });
  let time = Date.parse('2027-01-02T03:04:05Z');
  const store = storeOn(driver, () => time);
  onTestFinished(async () => {
    await store.close();
    folder.remove();
  });
  await store.insertOrganization(
    { id: 'org', name: 'Ours', created_at: '' },
    { id: 'tok', organization_id: 'org', name: 'first', hash: '', created_at: '' },
  );
  await store.insertEvent({ id: 'conf', organization_id: 'org', name: 'Conf', timezone: 'UTC', created_at: '' });
  const ref = { organizationId: 'org', eventId: 'conf' };
  const create = (key: string) => store.speakers.create(ref, blankSpeaker, { key, fingerprint: '' });
  const keys = async () =>
    (await driver.read<{ key: string }>('SELECT key FROM idempotency_keys ORDER BY created_at')).map(({ key }) => key);
  await create('one');
  time += keyLifetimeMs - 1;
  await create('two');
  expect(await keys()).toEqual(['one', 'two']);
  time += 1;
  await create('three');
  expect(await keys()).toEqual(['two', 'three']);
});
