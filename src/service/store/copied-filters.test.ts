// Filters find the people of a copied database, where nothing of what finds them was copied.
import { afterAll, expect, it } from 'vitest';
import { databaseKinds, databaseMaker } from '../../../test/support/empty-databases.ts';
import { copyTables } from './copy.ts';
import { openStore, openTables } from './open.ts';
import { blankSpeaker, blankSubmission } from './records.ts';
import type { Store } from './store.ts';

const { newDatabase, removeAll } = databaseMaker();
afterAll(removeAll);

const event = { organizationId: 'org', eventId: 'conf' };
const statuses = [undefined, 'pending', 'accepted', 'invited', ''];
const tracks = [undefined, 'web', 'data', '"=', ''];

it.each(databaseKinds.flatMap((from) => databaseKinds.map((to) => [from, to] as const)))(
  'from %s to %s',
  async (from, to) => {
    const [source, target] = [await newDatabase(from), await newDatabase(to)];
    const first = await openStore(source, { create: true });
    await fill(first);
    const before = await filtered(first);
    await first.close();
    const [reader, writer] = [await openTables(source), await openTables(target, { create: true })];
    await copyTables(reader, writer, { from: 'source', to: 'target' });
    await Promise.all([reader.close(), writer.close()]);
    const copied = await openStore(target);
    expect(await filtered(copied)).toEqual(before);
    // Counts were derived as well: a status that no submission of a contact has any more does not find them.
    const [one] =
      (await copied.list('submissions', event, { status: 'accepted', page: 1, pageSize: 1 }))?.records ?? [];
    await copied.submissions.update({ ...event, id: one?.id ?? '' }, { status: 'declined' });
    const found = await copied.list('contacts', event, { status: 'accepted', page: 1, pageSize: 10 });
    expect(found?.records.map(({ email }) => email)).toEqual(['bo@example.org']);
    await copied.close();
  },
);

async function fill(store: Store): Promise<void> {
  const token = { id: 'tok', organization_id: 'org', name: 'T', hash: 'h', created_at: '' };
  await store.insertOrganization({ id: 'org', name: 'Ours', created_at: '' }, token);
  await store.insertEvent({ id: 'conf', organization_id: 'org', name: 'Conf', timezone: 'UTC', created_at: '' });
  const speaker = (email: string, speaker_status: string | null) =>
    store.speakers.create(event, { ...blankSpeaker, email, speaker_status });
  const submission = (submitter_email: string, status: string, track_id: string | null) =>
    store.submissions.create(event, { ...blankSubmission, submitter_email, status, track_id });
  await submission('amina@example.org', 'accepted', 'web');
  await submission('amina@example.org', 'pending', 'data');
  await submission('amina@example.org', 'pending', 'web');
  await speaker('cy@example.org', 'invited');
  await speaker('Amina@example.org', '');
  await submission('bo@example.org', 'accepted', '"=');
  await submission('bo@example.org', '', null);
  await submission('', 'accepted', '');
  await speaker('', 'invited');
}

async function filtered(store: Store) {
  const lists = ['speakers', 'contacts', 'submissions'] as const;
  const found: unknown[] = [];
  for (const name of lists) {
    for (const status of statuses) {
      for (const track of tracks) {
        const page = await store.list(name, event, { status, track, page: 1, pageSize: 10 });
        found.push({ name, status, track, ...page });
      }
    }
  }
  return found;
}
