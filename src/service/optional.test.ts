// The optional operations over HTTP: events, their lists of rooms, tracks and formats, and taking a
// session out.
import { beforeAll, describe, expect, it } from 'vitest';
import { anotherToken, sharedLoopbackService } from '../../test/support/loopback-service.ts';

const service = sharedLoopbackService();
const get = async (path: string, headers: Record<string, string> = {}) => {
  const { status, body } = await service.call('GET', path, undefined, headers);
  return { status, body };
};
const namesOf = (page: { data: { name: string }[] }) => page.data.map(({ name }) => name);

beforeAll(async () => {
  await service.administration.addEvent({
    id: 'listed',
    name: 'Listed',
    timezone: 'Europe/Lisbon',
    lists: {
      rooms: ['Main Hall', 'Lighthouse', 'Attic'],
      tracks: ['Web', 'Data'],
      formats: [
        { name: 'Workshop', minutes: 90 },
        { name: 'Talk', minutes: 40 },
      ],
    },
  });
});

const listed = {
  id: 'listed',
  name: 'Listed',
  slug: 'listed',
  starts_at: null,
  ends_at: null,
  timezone: 'Europe/Lisbon',
  branding: {},
};

describe('events', () => {
  it('are those of the organization, the newest first, in pages', async () => {
    const conf = { ...listed, id: 'conf', name: 'Conf', slug: 'conf', timezone: 'Europe/Berlin' };
    const all = { data: [listed, conf], page: 1, pageSize: 25, total: 2 };
    expect(await get('/v1/events')).toEqual({ status: 200, body: all });
    const second = { data: [conf], page: 2, pageSize: 1, total: 2 };
    expect((await get('/v1/events?page=2&pageSize=1')).body).toEqual(second);
    expect((await get('/v1/events?page=1000')).status).toBe(400);
    const others = { 'x-access-token': await anotherToken(service) };
    expect((await get('/v1/events', others)).body).toMatchObject({ data: [], total: 0 });
    expect((await get('/v1/events/listed', others)).status).toBe(404);
  });

  it('are shown alone', async () => {
    expect(await get('/v1/events/listed')).toEqual({ status: 200, body: { data: listed } });
    const missing = { status: 404, body: { detail: 'Event not found' } };
    expect(await get('/v1/events/nope')).toEqual(missing);
  });
});

describe('rooms, tracks and formats', () => {
  const row = {
    id: expect.any(String),
    org_id: expect.stringMatching(/^org_/),
    event_id: 'listed',
  };

  it('are listed with their rows, in the order of the event', async () => {
    const { body } = await get('/v1/events/listed/rooms');
    expect(body).toMatchObject({ page: 1, pageSize: 25, total: 3 });
    expect(body.data).toEqual([
      { ...row, name: 'Main Hall', order: 1, capacity: null },
      { ...row, name: 'Lighthouse', order: 2, capacity: null },
      { ...row, name: 'Attic', order: 3, capacity: null },
    ]);
    expect((await get('/v1/events/listed/tracks')).body.data).toEqual([
      { ...row, name: 'Web', color: '#6366f1', order: 1 },
      { ...row, name: 'Data', color: '#6366f1', order: 2 },
    ]);
    expect((await get('/v1/events/listed/formats')).body.data).toEqual([
      { ...row, name: 'Talk', default_duration_min: 40 },
      { ...row, name: 'Workshop', default_duration_min: 90 },
    ]);
    const last = await get('/v1/events/listed/rooms?page=2&pageSize=2');
    expect(namesOf(last.body)).toEqual(['Attic']);
  });

  it('have the ids that talks have', async () => {
    const [web] = (await get('/v1/events/listed/tracks')).body.data;
    const talk = { title: 'T', submitter_email: 'amina@example.org', track_id: web.id };
    const { body } = await service.call('POST', '/v1/events/listed/submissions', talk);
    expect(body.data.track).toEqual({ id: web.id, name: 'Web', color: '#6366f1' });
  });

  it.each(['rooms', 'tracks', 'formats'])(
    'are no list of %s without lists of its own',
    async (name) => {
      const path = `/v1/events/conf/${name}`;
      const missing = { status: 404, body: { detail: 'The event has no lists of its own' } };
      expect(await get(path)).toEqual(missing);
      expect((await get(`/v1/events/nope/${name}`)).body).toEqual({ detail: 'Event not found' });
      expect((await get(`${path}?pageSize=0`)).status).toBe(400);
    },
  );
});

describe('a session', () => {
  it('is taken out of the schedule, also if it is not in it', async () => {
    const talk = { title: 'T', submitter_email: 'amina@example.org' };
    const created = await service.call('POST', '/v1/events/conf/submissions', talk);
    const path = `/v1/sessions/${created.body.data.id}/schedule`;
    await service.call('PUT', path, { room: 'A', start: '2027-05-20T09:00' });
    for (let n = 0; n < 2; n++) {
      const { status, body } = await service.call('DELETE', path);
      const unplaced = { ...created.body.data, updated_at: expect.any(String) };
      expect([status, body.data]).toEqual([200, unplaced]);
    }
    const missing = await service.call('DELETE', '/v1/sessions/sub_0/schedule');
    expect([missing.status, missing.body]).toEqual([404, { detail: 'Submission not found' }]);
    const others = { 'x-access-token': await anotherToken(service) };
    expect((await service.call('DELETE', path, undefined, others)).status).toBe(404);
  });
});
