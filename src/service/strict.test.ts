// A strict service: it shows, takes and creates nothing that the public server does not, and a
// client could lean on.
import { describe, expect, it } from 'vitest';
import { sharedLoopbackService } from '../../test/support/loopback-service.ts';

const service = sharedLoopbackService({ isStrict: true });
const submissions = '/v1/events/conf/submissions';
const talk = { title: 'Queues', submitter_email: 'amina@example.org' };

it('shows nothing of the submitter, and no feedback', async () => {
  const created = await service.call('POST', submissions, { ...talk, submitter_first_name: 'A' });
  const { id } = created.body.data;
  const changed = await service.call('PATCH', `/v1/submissions/${id}`, { feedback: 'Hidden.' });
  const listed = await service.call('GET', '/v1/events/conf/sessions');
  const searched = await service.call('POST', `${submissions}/search`);
  const records = [changed.body.data, listed.body.data[0], searched.body.data[0]];
  for (const record of records) {
    expect(record).toEqual({ ...created.body.data, updated_at: expect.any(String) });
  }
  const names = Object.keys(created.body.data);
  expect(names.slice(-3)).toEqual(['speakers', 'submitted_at', 'updated_at']);
  const texts = [created, changed, listed, searched].map(({ text }) => text).join('');
  expect(texts).not.toMatch(/submitter|amina|feedback|Hidden/);
  const stored = await service.store.listSubmissions(
    { organizationId: await organizationId(), eventId: 'conf' },
    { page: 1, pageSize: 1 },
  );
  expect(stored).toMatchObject({ records: [{ feedback: 'Hidden.' }] });
});

async function organizationId(): Promise<string> {
  const [organization] = await service.administration.listOrganizations();
  return organization?.id ?? '';
}

it('ignores an Idempotency-Key', async () => {
  const send = () => service.call('POST', submissions, talk, { 'idempotency-key': 'one' });
  const [first, second] = [await send(), await send()];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.data.id).not.toBe(first.body.data.id);
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  const invalid = await service.call('POST', submissions, talk, { 'idempotency-key': '' });
  expect(invalid.status).toBe(201);
});

describe('rooms, tracks and formats', () => {
  const total = async (name: string) => {
    const { status, body } = await service.call('GET', `/v1/events/conf/${name}`);
    return [status, body.total];
  };

  it('are not created by their first use, and are listed', async () => {
    const { id } = (await service.call('POST', submissions, talk)).body.data;
    const path = `/v1/sessions/${id}/schedule`;
    const placed = await service.call('PUT', path, { room: 'A', start: '2027-05-20T09:00' });
    expect([placed.status, placed.body.detail]).toEqual([400, 'The event has no such room']);
    for (const field of ['track_id', 'format_id']) {
      const created = await service.call('POST', submissions, { ...talk, [field]: 'Talk' });
      expect([created.status, created.body.detail]).toEqual([
        400,
        `The event has no such ${field.replace('_id', '')}`,
      ]);
    }
    for (const name of ['rooms', 'tracks', 'formats']) expect(await total(name)).toEqual([200, 0]);
  });

  it('are named by their ids, and a room by its name too', async () => {
    const lists = {
      rooms: ['Main Hall'],
      tracks: ['Web'],
      formats: [{ name: 'Talk', minutes: 40 }],
    };
    await service.administration.changeEvent({ id: 'conf', changes: lists });
    const [track] = (await service.call('GET', '/v1/events/conf/tracks')).body.data;
    const byName = await service.call('POST', submissions, { ...talk, track_id: 'Web' });
    expect(byName.status).toBe(400);
    const byId = await service.call('POST', submissions, { ...talk, track_id: track.id });
    expect(byId.body.data.track.name).toBe('Web');
    const path = `/v1/sessions/${byId.body.data.id}/schedule`;
    const placement = { room: 'MAIN HALL', start: '2027-05-20T09:00' };
    const placed = await service.call('PUT', path, placement);
    expect(placed.body.data.room.name).toBe('Main Hall');
    expect(await total('rooms')).toEqual([200, 1]);
  });
});
