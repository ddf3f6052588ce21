// Creating, changing and placing records over HTTP, compared with responses written by hand.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LoopbackResponse, sharedLoopbackService } from '../../test/support/loopback-service.ts';
import { speakerFields } from '../../test/support/specification.ts';

let time = Date.parse('2026-01-02T03:04:05.678Z');
const service = sharedLoopbackService({ now: () => time });

beforeAll(async () => {
  await service.administration.addEvent({ id: 'second', name: 'Second', timezone: 'UTC' });
});

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

it('counts code points: a title may have 300 emoji, not 301', async () => {
  const talk = (title: string) => ({ title, submitter_email: 'amina@example.org' });
  const fits = await service.call('POST', '/v1/events/conf/submissions', talk('🎤'.repeat(300)));
  expect(fits.status).toBe(201);
  const long = await service.call('POST', '/v1/events/conf/submissions', talk('🎤'.repeat(301)));
  expect([long.status, long.body.detail[0].type]).toEqual([422, 'string_too_long']);
});

describe('an Idempotency-Key', () => {
  const submissions = '/v1/events/conf/submissions';
  const talk = { title: 'Queues', submitter_email: 'amina@example.org' };
  const send = (key: string, body: unknown, path = submissions) =>
    service.call('POST', path, body, { 'idempotency-key': key });
  const total = async () => (await service.call('GET', submissions)).body.pagination.totalResults;

  it('repeats the first response and creates nothing, although the record has changed since', async () => {
    const first = await send('one', talk);
    await service.call('PATCH', `/v1/submissions/${first.body.id}`, { status: 'accepted' });
    const before = await total();
    const again = await send('one', `{"submitter_email":"amina@example.org", "abstract":"", "title":"Queues"}`);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(first.headers.get('idempotent-replayed')).toBe('false');
    expect(await total()).toBe(before);
  });

  it.each([
    ['another body', { ...talk, title: 'Other' }, submissions],
    ['another event', talk, '/v1/events/second/submissions'],
    ['another endpoint', { email: 'amina@example.org' }, '/v1/events/conf/speakers'],
  ])('refuses the key with %s', async (_, body, path) => {
    await send('reused', talk);
    const { status, body: answer } = await send('reused', body, path);
    const fault = { type: 'idempotency_key_reused', loc: ['header', 'idempotency-key'], input: 'reused' };
    expect([status, answer.detail]).toMatchObject([422, [fault]]);
  });

  it('refuses an invalid key', async () => {
    expect((await send('', talk)).status).toBe(422);
    expect((await send('k'.repeat(256), talk)).status).toBe(422);
    expect((await send('k'.repeat(255), talk)).status).toBe(201);
  });
});

describe('a change', () => {
  let speaker: LoopbackResponse['body'];
  let submission: LoopbackResponse['body'];
  let count = 0;

  beforeEach(async () => {
    count += 1;
    const person = { email: `p${count}@example.org`, first_name: 'Amina', title: 'Engineer', about: 'Builds queues' };
    speaker = (await service.call('POST', '/v1/events/conf/speakers', person)).body;
    const talk = { title: 'Queues', submitter_email: person.email, abstract: 'About queues' };
    submission = (await service.call('POST', '/v1/events/conf/submissions', talk)).body;
  });

  const updateSpeaker = (body: unknown) => service.call('PATCH', `/v1/speakers/${speaker.id}`, body);
  const updateSubmission = (body: unknown) => service.call('PATCH', `/v1/submissions/${submission.id}`, body);

  it('changes the fields that were sent, which may be all that the specification shows, and no other', async () => {
    time += 1000;
    const names = speakerFields.filter(
      ({ update, name }) => update !== undefined && !['email', 'about'].includes(name),
    );
    const changes = Object.fromEntries(names.map(({ name }) => [name, `its ${name}`]));
    const { status, body } = await updateSpeaker({ ...changes, unknown: 1 });
    expect(status).toBe(200);
    expect(body).toEqual({ ...speaker, ...changes, updated_at: new Date(time).toISOString() });
    const stored = await service.call('GET', '/v1/events/conf/speakers?pageSize=100');
    expect(stored.body.data).toContainEqual(body);
  });

  it('clears a field with null if the specification allows null', async () => {
    const { body } = await updateSpeaker({ title: null, about: null });
    expect(body).toMatchObject({ title: null, about: null, first_name: 'Amina' });
  });

  it('accepts an empty object, and changes nothing', async () => {
    time += 1000;
    const { status, body } = await updateSpeaker({});
    expect([status, body]).toEqual([200, speaker]);
  });

  it('refuses the address of another speaker, and accepts the speaker’s own in another case', async () => {
    const other = (await service.call('POST', '/v1/events/conf/speakers', { email: `other${count}@example.org` })).body;
    const taken = await updateSpeaker({ email: ` OTHER${count}@example.org`, title: 'Thief' });
    expect([taken.status, taken.body.id]).toEqual([409, other.id]);
    const own = await updateSpeaker({ email: speaker.email.toUpperCase() });
    expect([own.status, own.body.email, own.body.title]).toEqual([200, speaker.email.toUpperCase(), 'Engineer']);
  });

  it('changes a submission, its status and its feedback', async () => {
    time += 1000;
    const changes = { status: 'accepted', feedback: 'The committee loved it.', title: '' };
    const { status, body } = await updateSubmission({ ...changes, submitter_email: 'not@accepted.here' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...submission, ...changes, updated_at: new Date(time).toISOString() });
  });

  it('accepts any status of up to 32 code points', async () => {
    expect((await updateSubmission({ status: '✅'.repeat(32) })).status).toBe(200);
    const { status, body } = await updateSubmission({ status: 'x'.repeat(33) });
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'status']]);
  });

  const place = (start: string) =>
    service.call('PUT', `/v1/sessions/${submission.id}/schedule`, { room: 'Main Hall', start });

  it.each([
    ['2026-05-02T09:00:00+02:00', '2026-05-02T09:00:00+02:00'],
    ['2026-05-02t07:00:00.250z', '2026-05-02T07:00:00.250+00:00'],
    ['2026-05-02 09:00', '2026-05-02T09:00:00+02:00'],
    ['2026-12-02T09:00:30', '2026-12-02T09:00:30+01:00'],
  ])('accepts %s, in the time zone of the event', async (start, stored) => {
    const { status, body } = await place(start);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: submission.id, room: 'Main Hall', start: stored, status: 'pending' });
  });

  it.each(['tomorrow', '2026-02-30 09:00', '2026-03-29 02:30', '2026-10-25 02:30'])('refuses %s', async (start) => {
    const { status, body } = await place(start);
    expect(status).toBe(422);
    const [fault] = body.detail;
    expect(fault).toMatchObject({ type: 'datetime_parsing', loc: ['body', 'start'], input: start });
    expect(fault.msg).toBe(`Input should be a valid datetime, ${fault.ctx.error}`);
  });
});
