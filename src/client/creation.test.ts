// Creations on a server that loses responses: nothing is created twice, and nothing is guessed.
import { describe, expect, it } from 'vitest';
import { rejection, scriptedClient } from '../../test/support/scripted-client.ts';
import { type Reply, wholeList } from '../../test/support/scripted-server.ts';
import { createSpeaker, createSubmission } from '../contract/endpoints.ts';
import { NetworkError } from '../errors.ts';
import type { Client } from './client.ts';

const post = 'POST /v1/events/demo/speakers';
const list = 'GET /v1/events/demo/speakers?pageSize=100';
const created: Reply = { status: 201, json: { id: 'spk_1', email: 'amina@example.org' } };
const listOf = (...records: readonly object[]) => wholeList(records);
const listed = listOf({ id: 'spk_1', email: 'Amina@Example.org' });
const empty = listOf();

/** The service reports that it failed. */
const failures: readonly (readonly [string, Reply])[] = [
  ['a 500', { status: 500, text: 'oops' }],
  ['a 503', { status: 503, text: '' }],
  ['a 408', { status: 408, text: '' }],
];

/** Nothing shows what the service did. */
const silences: readonly (readonly [string, Reply])[] = [
  ['a 502', { status: 502, text: '' }],
  ['a 504', { status: 504, text: '' }],
  ['HTML with 200', { text: '<html>Log in</html>' }],
  ['a reset before the request was read', { reset: 'before reading' }],
  ['a reset after the request was read', { reset: 'after reading' }],
];

/** The service begins to confirm the creation. */
const confirmations: readonly (readonly [string, Reply])[] = [
  ['half a response', { status: 201, half: '{"id":"spk_1",' }],
  ['half a JSON object', { status: 200, text: '{"id":"spk_1",' }],
  ['a 201 without an object', { status: 201, json: null }],
  ['a 204', { status: 204, text: '' }],
  ['a 201 that is not JSON', { status: 201, text: 'Created' }],
  ['JSON nested 100,000 levels deep', { status: 201, text: '['.repeat(100_000) + ']'.repeat(100_000) }],
];

const notHttp = ['a response that is not HTTP', { raw: 'SSH-2.0-x\r\n' }] as const;

const losses = [...failures, ...silences, ...confirmations, notHttp];
const timeoutMs = 5000;
const conflict: Reply = { status: 409, json: { detail: 'taken', id: 'spk_1' } };

function add(client: Client) {
  return client.create(createSpeaker, { path: { event_id: 'demo' }, body: { email: 'amina@example.org' } });
}

describe('a creation', () => {
  it('is sent once, with a key of its own', async () => {
    const { client, server } = await scriptedClient([created, created]);
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

  it('is sent again after a 429, with the same key', async () => {
    const { client, server, clock, sent } = await scriptedClient([
      { status: 429, headers: { 'retry-after': '2' }, text: '' },
      created,
    ]);
    expect(await add(client)).toMatchObject({ foundAfterLoss: false });
    expect(sent()).toEqual([post, post]);
    expect(clock.waits).toEqual([2000]);
    expect(server.requests[1]?.headers['idempotency-key']).toBe(server.requests[0]?.headers['idempotency-key']);
  });

  it.each([409, 422, 401, 404, 307])('is not sent again, nor looked up, after a %i', async (status) => {
    const { client, sent } = await scriptedClient([{ status, json: { detail: 'no' } }]);
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
});

describe.each(losses)('a creation lost to %s', (_, loss) => {
  it('is found if the record exists', async () => {
    const { client, sent, events } = await scriptedClient([loss, listed]);
    expect(await add(client)).toEqual({ record: { id: 'spk_1', email: 'Amina@Example.org' }, foundAfterLoss: true });
    expect(sent()).toEqual([post, list]);
    expect(events).toContainEqual(expect.objectContaining({ kind: 'lookup', method: 'POST', attempt: 1 }));
  });

  it('is never sent again if it cannot be looked up', async () => {
    const { client, sent } = await scriptedClient([loss, { status: 403, text: '' }]);
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
  it.each([...failures, ...silences])('is sent again after %s once it can no longer take effect', async (_, loss) => {
    const { client, server, sent, clock } = await scriptedClient([loss, empty, empty, created]);
    expect(await add(client)).toMatchObject({ record: { id: 'spk_1' }, foundAfterLoss: false });
    expect(sent()).toEqual([post, list, list, post]);
    expect(clock.waits).toEqual([timeoutMs]);
    expect(server.requests[3]?.headers['idempotency-key']).toBe(server.requests[0]?.headers['idempotency-key']);
  });

  it.each(confirmations)('is never sent again after %s', async (_, loss) => {
    const { client, sent } = await scriptedClient([loss, empty, empty]);
    expect(await rejection(add(client))).toMatchObject({ name: 'OutcomeUnknownError', exitCode: 10 });
    expect(sent()).toEqual([post, list, list]);
  });

  it.each([...losses])('is found after %s if the record is created late', async (_, loss) => {
    const { client, sent, events } = await scriptedClient([loss, empty, listed]);
    expect(await add(client)).toMatchObject({ record: { id: 'spk_1' }, foundAfterLoss: true });
    expect(sent()).toEqual([post, list, list]);
    expect(events).toContainEqual({ kind: 'late', ms: timeoutMs });
  });

  it('is looked up on every page', async () => {
    const pagination = { totalPages: 2, total: 2 };
    const other = { json: { data: [{ id: 'x', email: 'x@example.org' }], pagination } };
    const hit = { json: { data: [{ id: 'spk_1', email: 'amina@example.org' }], pagination } };
    const { client, sent } = await scriptedClient([{ status: 502, text: '' }, other, hit]);
    expect(await add(client)).toMatchObject({ record: { id: 'spk_1' }, foundAfterLoss: true });
    expect(sent()).toEqual([post, list, `${list}&page=1`]);
  });

  it('is looked up in smaller pages if the server refuses large ones', async () => {
    const { client, sent } = await scriptedClient([
      { status: 502, text: '' },
      { status: 422, json: { detail: [] } },
      listed,
    ]);
    expect(await add(client)).toMatchObject({ foundAfterLoss: true });
    expect(sent()).toEqual([post, list, 'GET /v1/events/demo/speakers']);
  });

  it.each([
    ['a masked address', { email: 'a***@e***.org' }],
    ['no address', { name: 'Amina' }],
  ])('has an unknown outcome if a record shows %s', async (_, record) => {
    const { client, sent } = await scriptedClient([{ status: 502, text: '' }, listOf(record), listOf(record)]);
    expect(await rejection(add(client))).toMatchObject({
      name: 'OutcomeUnknownError',
      status: 502,
      message:
        'it is unknown whether the record was created: the service failed (502); the records in the list lack the fields to compare',
    });
    expect(sent()).toEqual([post, list, list]);
  });

  it('has an unknown outcome if the list is incomplete', async () => {
    const promised = { json: { data: [{ id: 'x', email: 'x@example.org' }], pagination: { totalPages: 3 } } };
    const { client } = await scriptedClient([{ status: 502, text: '' }, promised, promised]);
    expect(await rejection(add(client))).toMatchObject({ name: 'OutcomeUnknownError' });
  });

  it('fails with the last error if the service only reports failures, and the record never exists', async () => {
    const failed = { status: 500, json: { detail: 'disk' } };
    const round = [failed, empty, empty];
    const { client, sent } = await scriptedClient([...round, ...round, ...round]);
    const error = await rejection(add(client));
    const message = 'the service failed (500) after 3 attempts: disk';
    expect(error).toMatchObject({ name: 'ApiError', exitCode: 7, message });
    expect(sent()).toEqual([post, list, list, post, list, list, post, list, list]);
  });

  it.each(silences)('has an unknown outcome after %s, if the record never exists', async (_, silence) => {
    const busy = { status: 503, text: '' };
    const { client, sent } = await scriptedClient([silence, empty, empty, busy, empty, empty, busy, empty, empty]);
    expect(await rejection(add(client))).toMatchObject({
      name: 'OutcomeUnknownError',
      message:
        'it is unknown whether the record was created: the service failed (503) after 3 attempts; it is not in the list, but it may be created later, or not be shown',
    });
    expect(sent().filter((request) => request === post)).toHaveLength(3);
  });

  it('is found if the next attempt conflicts with its record', async () => {
    const { client, sent } = await scriptedClient([{ reset: 'after reading' }, empty, empty, conflict, listed]);
    expect(await add(client)).toMatchObject({ record: { id: 'spk_1' }, foundAfterLoss: true });
    expect(sent()).toEqual([post, list, list, post, list]);
  });

  it('has an unknown outcome if it is found after a second loss: the first request may still create another', async () => {
    const { client, sent } = await scriptedClient([
      { reset: 'after reading' },
      empty,
      empty,
      { status: 503, text: '' },
      listed,
    ]);
    expect(await rejection(add(client))).toMatchObject({
      name: 'OutcomeUnknownError',
      message: expect.stringContaining('spk_1 is in the list, but one of the attempts may still create another'),
    });
    expect(sent()).toEqual([post, list, list, post, list]);
  });

  it('has an unknown outcome if the next attempt conflicts with a record that is not shown', async () => {
    const { client } = await scriptedClient([{ reset: 'after reading' }, empty, empty, conflict, empty]);
    expect(await rejection(add(client))).toMatchObject({ name: 'OutcomeUnknownError', exitCode: 10 });
  });

  it('is identified by title and submitter if it is a submission', async () => {
    const others = [
      { id: 'sub_1', title: 'Queues', submitter_email: 'bo@example.org' },
      { id: 'sub_2', title: 'Stacks', submitter_email: 'amina@example.org' },
      { id: 'sub_3', title: 'queues ', submitter_email: 'amina@example.org' },
    ];
    const { client } = await scriptedClient([{ status: 500, text: '' }, listOf(...others)]);
    const body = { title: 'Queues', submitter_email: 'amina@example.org' };
    const result = await client.create(createSubmission, { path: { event_id: 'demo' }, body });
    expect(result.record.id).toBe('sub_3');
  });
});
