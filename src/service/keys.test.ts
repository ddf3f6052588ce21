// Creations with an Idempotency-Key over HTTP.
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedLoopbackService } from '../../test/support/loopback-service.ts';

const service = sharedLoopbackService();
const submissions = '/v1/events/conf/submissions';

beforeAll(async () => {
  await service.administration.addEvent({ id: 'second', name: 'Second', timezone: 'UTC' });
});

describe('an Idempotency-Key', () => {
  const talk = { title: 'Queues', submitter_email: 'amina@example.org', track_id: 'keyed' };
  const send = (key: string, body: unknown, path = submissions) =>
    service.call('POST', path, body, { 'idempotency-key': key });
  const total = async () => (await service.call('GET', submissions)).body.total;

  it('repeats the first response, although the record has changed since', async () => {
    const first = await send('one', talk);
    await service.call('PATCH', `/v1/submissions/${first.body.data.id}`, { status: 'accepted' });
    const before = await total();
    const same =
      '{"track_id":"keyed","submitter_email":"amina@example.org", "abstract":"", ' +
      '"title":"Queues"}';
    const again = await send('one', same);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(first.headers.get('idempotent-replayed')).toBe('false');
    expect(await total()).toBe(before);
  });

  it('repeats the response for the same nulls in another order', async () => {
    const body = '{"title":"A","submitter_email":"a@example.org","track_id":null,"format_id":null}';
    const same = '{"format_id":null,"track_id":null,"submitter_email":"a@example.org","title":"A"}';
    const first = await send('nulls', body);
    const again = await send('nulls', same);
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
  });

  it.each([
    ['another body', { ...talk, title: 'Other' }, submissions],
    ['another event', talk, '/v1/events/second/submissions'],
    ['another endpoint', { email: 'amina@example.org' }, '/v1/events/conf/speakers'],
  ])('refuses the key with %s', async (_, body, path) => {
    await send('reused', talk);
    const { status, body: answer } = await send('reused', body, path);
    const fault = {
      type: 'idempotency_key_reused',
      loc: ['header', 'idempotency-key'],
      input: 'reused',
    };
    expect([status, answer.detail]).toMatchObject([422, [fault]]);
  });

  it('refuses an invalid key', async () => {
    expect((await send('', talk)).status).toBe(422);
    expect((await send('k'.repeat(256), talk)).status).toBe(422);
    expect((await send('k'.repeat(255), talk)).status).toBe(201);
  });
});
