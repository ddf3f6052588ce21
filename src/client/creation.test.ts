// Creations on a server that loses responses: nothing is created twice, and nothing is guessed.
import { describe, expect, it } from 'vitest';
import { rejection, scriptedClient } from '../../test/support/scripted-client.ts';
import type { Reply } from '../../test/support/scripted-server.ts';
import { createSpeaker } from '../contract/speakers.ts';
import { createSubmission } from '../contract/submissions.ts';
import { MalformedResponseError, NetworkError } from '../errors.ts';
import type { Client } from './client.ts';
import { compareKey } from './creation.ts';

const post = 'POST /v1/events/demo/speakers';
const list = 'GET /v1/events/demo/speakers?pageSize=100';
const created: Reply = { status: 201, json: { id: 'spk_1', email: 'amina@example.org' } };
const listed: Reply = { json: { data: [{ id: 'spk_1', email: 'Amina@Example.org' }] } };
const empty: Reply = { json: { data: [] } };

const losses: readonly (readonly [string, Reply])[] = [
  ['a reset before the request was read', { reset: 'before reading' }],
  ['a reset after the request was read', { reset: 'after reading' }],
  ['half a response', { status: 201, half: '{"id":"spk_1",' }],
  ['a 500', { status: 500, text: 'oops' }],
  ['a 503', { status: 503, text: '' }],
  ['a 408', { status: 408, text: '' }],
  ['HTML with 200', { text: '<html>Log in</html>' }],
  ['a 201 without an object', { status: 201, json: null }],
  ['a response that is not HTTP', { raw: 'SSH-2.0-x\r\n' }],
];

function add(client: Client) {
  return client.create(createSpeaker, { path: { event_id: 'demo' }, body: { email: 'amina@example.org' } });
}

async function play(script: readonly Reply[]) {
  const { client, server, events, clock } = await scriptedClient(script);
  const sent = () => server.requests.map(({ method, path }) => `${method} ${path}`);
  return { client, server, events, clock, sent };
}

describe('a creation', () => {
  it('is sent once, with a key of its own', async () => {
    const { client, server } = await play([created, created]);
    expect(await add(client)).toEqual({ record: { id: 'spk_1', email: 'amina@example.org' }, foundAfterLoss: false });
    await add(client);
    const [first, second] = server.requests;
    expect(first?.headers).toMatchObject({
      'x-access-token': 'plt_1_very-secret',
      accept: 'application/json',
      'content-type': 'application/json',
      'idempotency-key': expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(first?.body).toBe('{"email":"amina@example.org"}');
    expect(second?.headers['idempotency-key']).not.toBe(first?.headers['idempotency-key']);
  });

  it('may have an empty response', async () => {
    const { client } = await play([{ status: 204, text: '' }]);
    expect(await add(client)).toEqual({ record: {}, foundAfterLoss: false });
  });

  it('is sent again after a 429, with the same key', async () => {
    const { client, server, clock, sent } = await play([
      { status: 429, headers: { 'retry-after': '2' }, text: '' },
      created,
    ]);
    expect(await add(client)).toMatchObject({ foundAfterLoss: false });
    expect(sent()).toEqual([post, post]);
    expect(clock.waits).toEqual([2000]);
    expect(server.requests[1]?.headers['idempotency-key']).toBe(server.requests[0]?.headers['idempotency-key']);
  });

  it.each([409, 422, 401, 404, 302])('is not sent again, nor looked up, after a %i', async (status) => {
    const { client, sent } = await play([{ status, json: { detail: 'no' } }]);
    expect(await rejection(add(client))).toMatchObject({ name: 'ApiError', status });
    expect(sent()).toEqual([post]);
  });

  it('is looked up after a timeout', async () => {
    const { client, server } = await scriptedClient([{ hang: true }, listed], { timeoutMs: 150 });
    expect(await add(client)).toMatchObject({ foundAfterLoss: true });
    expect(server.requests).toHaveLength(2);
  });

  it('is sent again without a lookup if it certainly never arrived', async () => {
    const { client, clock } = await scriptedClient([], { baseUrl: 'http://127.0.0.1:1' });
    const error = await rejection(add(client));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error.message).toBe('cannot reach 127.0.0.1:1: connection refused (3 attempts)');
    expect(clock.waits).toEqual([125, 250]);
  });

  it('fails with a malformed response if the service only returns HTML', async () => {
    const { client } = await scriptedClient(({ method }) =>
      method === 'POST' ? { text: '<html>Log in</html>' } : empty,
    );
    expect(await rejection(add(client))).toBeInstanceOf(MalformedResponseError);
  });
});

describe.each(losses)('a creation lost to %s', (_, loss) => {
  it('is found if the record exists', async () => {
    const { client, sent, events } = await play([loss, listed]);
    expect(await add(client)).toEqual({ record: { id: 'spk_1', email: 'Amina@Example.org' }, foundAfterLoss: true });
    expect(sent()).toEqual([post, list]);
    expect(events).toContainEqual(expect.objectContaining({ kind: 'lookup', method: 'POST', attempt: 1 }));
  });

  it('is never sent again if it cannot be looked up', async () => {
    const { client, sent } = await play([loss, { status: 403, text: '' }]);
    const error = await rejection(add(client));
    expect(error).toMatchObject({
      name: 'OutcomeUnknownError',
      exitCode: 10,
      fix: 'look for email "amina@example.org" in the list before you send it again',
      advice: { kind: 'list_records', resource: 'speakers', event: 'demo' },
    });
    expect(sent()).toEqual([post, list]);
  });
});

describe('a lost creation', () => {
  it.each(losses.filter(([name]) => name !== 'a response that is not HTTP'))(
    'is sent again after %s if the record certainly does not exist',
    async (_, loss) => {
      const { client, server, sent } = await play([loss, empty, created]);
      expect(await add(client)).toMatchObject({ record: { id: 'spk_1' }, foundAfterLoss: false });
      expect(sent()).toEqual([post, list, post]);
      expect(server.requests[2]?.headers['idempotency-key']).toBe(server.requests[0]?.headers['idempotency-key']);
    },
  );

  it('is looked up on every page', async () => {
    const pagination = { totalPages: 2 };
    const other = { json: { data: [{ id: 'x', email: 'x@example.org' }], pagination } };
    const hit = { json: { data: [{ id: 'spk_1', email: 'amina@example.org' }], pagination } };
    const { client, sent } = await play([{ status: 502, text: '' }, other, hit]);
    expect(await add(client)).toMatchObject({ record: { id: 'spk_1' }, foundAfterLoss: true });
    expect(sent()).toEqual([post, list, `${list}&page=2`]);
  });

  it('is looked up in smaller pages if the server refuses large ones', async () => {
    const { client, sent } = await play([{ status: 502, text: '' }, { status: 422, json: { detail: [] } }, listed]);
    expect(await add(client)).toMatchObject({ foundAfterLoss: true });
    expect(sent()).toEqual([post, list, 'GET /v1/events/demo/speakers']);
  });

  it.each([
    ['a masked address', { email: 'a***@e***.org' }],
    ['no address', { name: 'Amina' }],
  ])('has an unknown outcome if a record shows %s', async (_, record) => {
    const { client, sent } = await play([{ status: 502, text: '' }, { json: [record] }]);
    expect(await rejection(add(client))).toMatchObject({
      name: 'OutcomeUnknownError',
      status: 502,
      message:
        'it is unknown whether the record was created: the service failed (502); the records in the list lack the fields to compare',
    });
    expect(sent()).toEqual([post, list]);
  });

  it('has an unknown outcome if the list is incomplete', async () => {
    const promised = { json: { data: [{ id: 'x', email: 'x@example.org' }], pagination: { totalPages: 3 } } };
    const { client } = await play([{ status: 502, text: '' }, promised, promised]);
    expect(await rejection(add(client))).toMatchObject({ name: 'OutcomeUnknownError' });
  });

  it('fails with the last error if the record never exists', async () => {
    const failed = { status: 500, json: { detail: 'disk' } };
    const { client, sent } = await play([failed, empty, failed, empty, failed, empty]);
    const error = await rejection(add(client));
    const message = 'the service failed (500) after 3 attempts: disk';
    expect(error).toMatchObject({ name: 'ApiError', exitCode: 7, message });
    expect(sent()).toEqual([post, list, post, list, post, list]);
  });

  it('loses no time for further attempts to the lookup', async () => {
    const busy = { status: 503, headers: { 'retry-after': '15' }, text: '' };
    const slowDown = { status: 429, headers: { 'retry-after': '10' }, text: '' };
    const { client, sent } = await play([{ reset: 'after reading' }, busy, empty, slowDown, created]);
    expect(await add(client)).toMatchObject({ record: { id: 'spk_1' } });
    expect(sent()).toEqual([post, list, list, post, post]);
  });

  it('is found if the next attempt conflicts with its record', async () => {
    const conflict = { status: 409, json: { detail: 'taken', id: 'spk_1' } };
    const { client, sent } = await play([{ reset: 'after reading' }, empty, conflict, listed]);
    expect(await add(client)).toMatchObject({ record: { id: 'spk_1' }, foundAfterLoss: true });
    expect(sent()).toEqual([post, list, post, list]);
  });

  it('is identified by title and submitter if it is a submission', async () => {
    const others = [
      { id: 'sub_1', title: 'Queues', submitter_email: 'bo@example.org' },
      { id: 'sub_2', title: 'Stacks', submitter_email: 'amina@example.org' },
      { id: 'sub_3', title: 'queues ', submitter_email: 'amina@example.org' },
    ];
    const { client } = await play([{ status: 500, text: '' }, { json: others }]);
    const body = { title: 'Queues', submitter_email: 'amina@example.org' };
    const result = await client.create(createSubmission, { path: { event_id: 'demo' }, body });
    expect(result.record.id).toBe('sub_3');
  });
});

describe('compareKey', () => {
  it.each([
    [{ email: ' Amina@Example.org ' }, 'same'],
    [{ email: 'bo@example.org' }, 'other'],
    [{ email: 'a***@e***.org' }, 'unclear'],
    [{ email: null }, 'unclear'],
    [{ name: 'Amina' }, 'unclear'],
  ])('a speaker %j is %s', (record, match) => {
    expect(compareKey(record, { email: 'amina@example.org' }, ['email'])).toBe(match);
  });

  it.each([
    [{ title: 'QUEUES', submitter_email: 'amina@example.org' }, 'same'],
    [{ title: 'Queues', submitter_email: 'a***@e***.org' }, 'unclear'],
    [{ title: 'Queues' }, 'unclear'],
    [{ title: 'Stacks' }, 'other'],
    [{ title: 'Stacks', submitter_email: 'a***@e***.org' }, 'other'],
  ])('a submission %j is %s', (record, match) => {
    const wanted = { title: 'Queues', submitter_email: 'amina@example.org' };
    expect(compareKey(record, wanted, ['title', 'submitter_email'])).toBe(match);
  });

  it('does not treat an asterisk in a title as a mask', () => {
    expect(compareKey({ title: 'SELECT * @ scale' }, { title: 'select * @ scale' }, ['title'])).toBe('same');
  });

  it('decides nothing without a key', () => {
    expect(compareKey({ id: 'a' }, { id: 'a' }, [])).toBe('unclear');
  });
});
