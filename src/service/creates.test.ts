// Creating speakers and submissions over HTTP, compared with responses written by hand.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LoopbackService, startLoopbackService } from '../../test/support/loopback-service.ts';
import { speakerFields } from '../../test/support/specification.ts';

let service: LoopbackService;

beforeAll(async () => {
  service = await startLoopbackService({ now: () => Date.parse('2026-01-02T03:04:05.678Z') });
});
afterAll(() => service.stop());

it('creates a speaker from an address alone, with every field present', async () => {
  const { status, body } = await service.call('POST', '/v1/events/conf/speakers', { email: 'amina@example.org' });
  expect(status).toBe(201);
  const unset = speakerFields.map(({ name, orNull }) => [name, orNull ? null : '']);
  expect(body).toEqual({
    id: expect.stringMatching(/^spk_[0-9a-z]{29}$/),
    event_id: 'conf',
    ...Object.fromEntries(unset),
    email: 'amina@example.org',
    created_at: '2026-01-02T03:04:05.678Z',
    updated_at: '2026-01-02T03:04:05.678Z',
  });
  const names = speakerFields.map(({ name }) => name);
  expect(Object.keys(body)).toEqual(['id', 'event_id', ...names, 'created_at', 'updated_at']);
});

it('stores what was sent, and ignores fields that a creation does not have', async () => {
  const sent = {
    email: 'Zoë.O’Hara@example.org',
    first_name: 'Zoë',
    last_name: 'O’Hara',
    company_name: 'Ünïcode & Söhne',
    title: null,
    about: 'line one\nline "two"\t✓',
    speaker_status: 'accepted',
    logistics_notes: 'vegan',
  };
  const path = '/v1/events/conf/speakers';
  const { status, body } = await service.call('POST', path, { ...sent, phone: '1', id: 'mine', nonsense: [] });
  expect(status).toBe(201);
  expect(body).toMatchObject({ ...sent, phone: '' });
  expect(body.id).not.toBe('mine');
  expect(body).not.toHaveProperty('nonsense');
});

it('refuses the address of another speaker of the event, regardless of case and spaces', async () => {
  const first = await service.call('POST', '/v1/events/conf/speakers', { email: 'Twice@Example.org' });
  const again = await service.call('POST', '/v1/events/conf/speakers', { email: ' twice@example.ORG ' });
  expect(again.status).toBe(409);
  expect(again.body).toEqual({
    detail: 'The event already has a speaker with this e-mail address',
    id: first.body.id,
  });
});

it('accepts the same address in two events', async () => {
  await service.administration.addEvent({ id: 'other', name: 'Other', timezone: 'UTC' });
  await service.call('POST', '/v1/events/conf/speakers', { email: 'both@example.org' });
  const { status } = await service.call('POST', '/v1/events/other/speakers', { email: 'both@example.org' });
  expect(status).toBe(201);
});

it('creates a pending submission', async () => {
  const { status, body } = await service.call('POST', '/v1/events/conf/submissions', {
    title: 'Queues all the way down',
    submitter_email: 'amina@example.org',
    track_id: 'backend',
  });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.stringMatching(/^sub_[0-9a-z]{29}$/),
    event_id: 'conf',
    title: 'Queues all the way down',
    abstract: '',
    submitter_email: 'amina@example.org',
    submitter_first_name: '',
    submitter_last_name: '',
    track_id: 'backend',
    format_id: null,
    status: 'pending',
    feedback: '',
    room: null,
    start: null,
    created_at: '2026-01-02T03:04:05.678Z',
    updated_at: '2026-01-02T03:04:05.678Z',
  });
});

it('accepts the same submission twice', async () => {
  const talk = { title: 'Same', submitter_email: 'amina@example.org' };
  const first = await service.call('POST', '/v1/events/conf/submissions', talk);
  const second = await service.call('POST', '/v1/events/conf/submissions', talk);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.id > first.body.id).toBe(true);
});

it('counts code points: a title may have 300 emoji, not 301', async () => {
  const talk = (title: string) => ({ title, submitter_email: 'amina@example.org' });
  const fits = await service.call('POST', '/v1/events/conf/submissions', talk('🎤'.repeat(300)));
  expect(fits.status).toBe(201);
  expect(fits.body.title).toBe('🎤'.repeat(300));
  const long = await service.call('POST', '/v1/events/conf/submissions', talk('🎤'.repeat(301)));
  expect(long.status).toBe(422);
  expect(long.body).toEqual({
    detail: [
      {
        type: 'string_too_long',
        loc: ['body', 'title'],
        msg: 'String should have at most 300 characters',
        input: '🎤'.repeat(301),
        ctx: { max_length: 300 },
      },
    ],
  });
});

it('responds with 404 for an event that does not exist', async () => {
  const { status, text } = await service.call('POST', '/v1/events/nope/speakers', { email: 'amina@example.org' });
  expect([status, text]).toEqual([404, '{"detail":"Event not found"}']);
});
