// Creations that are sent again with the same Idempotency-Key.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LoopbackService, startLoopbackService } from '../../test/support/loopback-service.ts';

let service: LoopbackService;
let time = Date.parse('2026-01-01T00:00:00Z');
const submissions = '/v1/events/conf/submissions';
const talk = { title: 'Queues', submitter_email: 'amina@example.org' };

beforeAll(async () => {
  service = await startLoopbackService({ now: () => time });
  await service.administration.addEvent({ id: 'second', name: 'Second', timezone: 'UTC' });
});
afterAll(() => service.stop());

const send = (key: string, body: unknown, path = submissions, headers: Record<string, string> = {}) =>
  service.call('POST', path, body, { 'idempotency-key': key, ...headers });
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

it('creates once if the same request arrives many times at once', async () => {
  const before = await total();
  const answers = await Promise.all(Array.from({ length: 10 }, () => send('race', talk)));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await total()).toBe(before + 1);
});

it.each([
  ['another body', { ...talk, title: 'Other' }, submissions],
  ['another event', talk, '/v1/events/second/submissions'],
  ['another endpoint', { email: 'amina@example.org' }, '/v1/events/conf/speakers'],
])('refuses the key with %s', async (_, body, path) => {
  await send('reused', talk);
  const { status, body: answer } = await send('reused', body, path);
  expect(status).toBe(422);
  expect(answer.detail).toEqual([
    {
      type: 'idempotency_key_reused',
      loc: ['header', 'idempotency-key'],
      msg: 'The key was used for another request within 24 hours',
      input: 'reused',
    },
  ]);
});

it('leaves the key free if the creation is refused', async () => {
  await service.call('POST', '/v1/events/conf/speakers', { email: 'taken@example.org' });
  expect((await send('free', { email: 'taken@example.org' }, '/v1/events/conf/speakers')).status).toBe(409);
  expect((await send('free', { email: 'untaken@example.org' }, '/v1/events/conf/speakers')).status).toBe(201);
});

it('separates the keys of organizations', async () => {
  const first = await send('shared', talk);
  const { organization, token } = await service.administration.createOrganization('Others');
  await service.administration.addEvent({ id: 'conf', name: 'C', timezone: 'UTC', organizationId: organization.id });
  const theirs = await send('shared', talk, submissions, { 'x-access-token': token });
  expect([theirs.status, theirs.headers.get('idempotent-replayed')]).toEqual([201, 'false']);
  expect(theirs.body.id).not.toBe(first.body.id);
});

it('expires a key after 24 hours, not before', async () => {
  const first = await send('day', talk);
  time += 24 * 60 * 60 * 1000 - 1;
  expect((await send('day', talk)).body.id).toBe(first.body.id);
  time += 60_000;
  expect((await send('day', talk)).body.id).not.toBe(first.body.id);
});

it('refuses an invalid key', async () => {
  expect((await send('', talk)).status).toBe(422);
  expect((await send('k'.repeat(256), talk)).status).toBe(422);
  expect((await send('k'.repeat(255), talk)).status).toBe(201);
});
