// Placing sessions, and the sessions, content items and contacts of an event.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoopbackService, startLoopbackService } from '../../test/support/loopback-service.ts';

let service: LoopbackService;
const ids: Record<string, string> = {};

beforeAll(async () => {
  service = await startLoopbackService();
  const amina = { email: 'Amina@example.org', first_name: 'Amina', last_name: 'Okoye', speaker_status: 'accepted' };
  await service.call('POST', '/v1/events/conf/speakers', { ...amina, logistics_notes: 'secret' });
  await submit('placed', { submitter_email: 'amina@example.org', submitter_first_name: 'A.', track_id: 'backend' });
  await submit('accepted', {
    submitter_email: 'bo@example.org',
    submitter_first_name: 'Bo',
    submitter_last_name: 'Li',
  });
  await submit('pending', { submitter_email: 'amina@example.org', track_id: 'data' });
  await submit('nameless', { submitter_email: 'x@example.org' });
  for (const talk of ['accepted', 'nameless']) {
    await service.call('PATCH', `/v1/submissions/${ids[talk]}`, { status: 'accepted', feedback: 'between us' });
  }
});
afterAll(() => service.stop());

async function submit(name: string, fields: object): Promise<void> {
  const { body } = await service.call('POST', '/v1/events/conf/submissions', { title: name, ...fields });
  ids[name] = body.id;
}

const place = (name: string, room: unknown, start: unknown) =>
  service.call('PUT', `/v1/sessions/${ids[name]}/schedule`, { room, start });

describe('placing', () => {
  it.each([
    ['2026-05-02T09:00:00+02:00', '2026-05-02T09:00:00+02:00'],
    ['2026-05-02t07:00:00.250z', '2026-05-02T07:00:00.250+00:00'],
    ['2026-05-02 09:00', '2026-05-02T09:00:00+02:00'],
    ['2026-12-02T09:00:30', '2026-12-02T09:00:30+01:00'],
  ])('accepts %s, in the time zone of the event', async (start, stored) => {
    const { status, body } = await place('placed', 'Main Hall', start);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: ids.placed, room: 'Main Hall', start: stored, status: 'pending' });
  });

  it.each(['tomorrow', '2026-02-30 09:00', '2026-03-29 02:30', '2026-10-25 02:30'])('refuses %s', async (start) => {
    const { status, body } = await place('pending', 'Main Hall', start);
    expect(status).toBe(422);
    const [fault] = body.detail;
    expect(fault).toMatchObject({ type: 'datetime_parsing', loc: ['body', 'start'], input: start });
    expect(fault.msg).toBe(`Input should be a valid datetime, ${fault.ctx.error}`);
  });

  it('requires a room and a start', async () => {
    const { status, body } = await service.call('PUT', `/v1/sessions/${ids.pending}/schedule`, { room: '' });
    expect(status).toBe(422);
    expect(body.detail).toMatchObject([
      { type: 'string_too_short', loc: ['body', 'room'], ctx: { min_length: 1 } },
      { type: 'missing', loc: ['body', 'start'], input: { room: '' } },
    ]);
  });

  it('responds with 404 for an unknown submission', async () => {
    const body = { room: 'A', start: '2026-05-02T09:00:00Z' };
    const { status, text } = await service.call('PUT', '/v1/sessions/sub_none/schedule', body);
    expect([status, text]).toEqual([404, '{"detail":"Submission not found"}']);
  });
});

it('lists the placed submissions as sessions', async () => {
  const { body } = await service.call('GET', '/v1/events/conf/sessions');
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([ids.placed]);
  expect(body.data[0]).toMatchObject({ room: 'Main Hall', submitter_email: 'amina@example.org', feedback: '' });
  const filtered = await service.call('GET', '/v1/events/conf/sessions?track=data');
  expect(filtered.body.data).toEqual([]);
});

it('publishes accepted or placed submissions without private data', async () => {
  const { body, text } = await service.call('GET', '/v1/events/conf/content-items');
  expect(body.data).toEqual([
    {
      id: ids.placed,
      event_id: 'conf',
      title: 'placed',
      abstract: '',
      track_id: 'backend',
      format_id: null,
      status: 'pending',
      room: 'Main Hall',
      start: '2026-12-02T09:00:30+01:00',
      speakers: [{ first_name: 'Amina', last_name: 'Okoye' }],
    },
    expect.objectContaining({ id: ids.accepted, room: null, speakers: [{ first_name: 'Bo', last_name: 'Li' }] }),
    expect.objectContaining({ id: ids.nameless, speakers: [] }),
  ]);
  expect(text).not.toMatch(/example\.org|between us|secret/);
});

it('filters content items', async () => {
  const { body } = await service.call('GET', '/v1/events/conf/content-items?status=accepted&track=backend');
  expect(body.pagination.totalResults).toBe(0);
});

describe('contacts', () => {
  const search = async (body: object) => (await service.call('POST', '/v1/events/conf/contacts/search', body)).body;
  const emails = (page: { data: { email: string }[] }) => page.data.map(({ email }) => email);

  it('are one for each address, speakers and submitters together', async () => {
    const page = await search({});
    expect(page.data[0]).toEqual({
      id: expect.stringMatching(/^con_[0-9a-f]{26}$/),
      event_id: 'conf',
      email: 'Amina@example.org',
      first_name: 'Amina',
      last_name: 'Okoye',
      roles: ['speaker', 'submitter'],
      speaker_id: expect.stringMatching(/^spk_/),
      speaker_status: 'accepted',
      submission_ids: [ids.placed, ids.pending],
      submission_statuses: ['pending'],
      track_ids: ['backend', 'data'],
    });
    expect(page.data[1]).toMatchObject({
      email: 'bo@example.org',
      first_name: 'Bo',
      roles: ['submitter'],
      speaker_id: null,
    });
    expect(page.pagination).toEqual({ currentPage: 1, pageSize: 25, totalPages: 1, totalResults: 3 });
  });

  it('match a status or track of any of their records', async () => {
    expect(emails(await search({ status: 'accepted' }))).toEqual([
      'Amina@example.org',
      'bo@example.org',
      'x@example.org',
    ]);
    expect(emails(await search({ status: 'pending' }))).toEqual(['Amina@example.org']);
    expect(emails(await search({ track: 'data', status: 'accepted' }))).toEqual(['Amina@example.org']);
    expect(emails(await search({ track: 'nowhere' }))).toEqual([]);
  });

  it('are paged', async () => {
    expect(emails(await search({ page: 2, pageSize: 2 }))).toEqual(['x@example.org']);
  });
});
