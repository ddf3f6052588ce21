// Creations on a server that loses responses: nothing is created twice, and nothing is guessed.
import { describe, expect, it } from 'vitest';
import { rejection, scriptedClient } from '../../test/support/scripted-client.ts';
import { type Reply, wholeList } from '../../test/support/scripted-server.ts';
import { createSpeaker, createSubmission } from '../contract/endpoints.ts';
import type { Client } from './client.ts';
import { sightingOf } from './creation.ts';

const post = 'POST /v1/events/demo/speakers';
const page = (number: number) => `GET /v1/events/demo/speakers?page=${number}&pageSize=100`;
const list = page(1);
const sent = { email: 'amina@example.org', first_name: 'Amina' };
const created: Reply = { status: 201, json: { id: 'spk_1', ...sent } };
const listOf = (...records: readonly object[]) => wholeList(records);
const same = { id: 'spk_1', email: 'Amina@Example.org', first_name: 'Amina' };
const timeoutMs = 5000;

function add(client: Client) {
  return client.create(createSpeaker, { path: { event_id: 'demo' }, body: sent });
}

describe('a creation', () => {
  it('is sent once, with a key of its own', async () => {
    const { client, server } = await scriptedClient([created, created]);
    expect(await add(client)).toEqual({ record: { id: 'spk_1', ...sent }, foundAfterLoss: false });
    await add(client);
    const [first, second] = server.requests;
    expect(first?.headers).toMatchObject({
      'x-access-token': 'plt_1_very-secret',
      accept: 'application/json',
      'content-type': 'application/json',
      'idempotency-key': expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(first?.body).toBe('{"email":"amina@example.org","first_name":"Amina"}');
    expect(second?.headers['idempotency-key']).not.toBe(first?.headers['idempotency-key']);
  });

  it.each([429, 425])('is sent again after a %i, with the same key', async (status) => {
    const refused: Reply = { status, headers: { 'retry-after': '2' }, text: '' };
    const { client, server, clock, sent } = await scriptedClient([refused, created]);
    expect(await add(client)).toMatchObject({ foundAfterLoss: false });
    expect([sent(), clock.waits]).toEqual([[post, post], [2000]]);
    expect(server.requests[1]?.headers['idempotency-key']).toBe(server.requests[0]?.headers['idempotency-key']);
  });

  it.each([409, 422, 401, 404, 307])('is not sent again, nor looked up, after a %i', async (status) => {
    const { client, sent } = await scriptedClient([{ status, json: { detail: 'no' } }]);
    expect(await rejection(add(client))).toMatchObject({ name: 'ApiError', status });
    expect(sent()).toEqual([post]);
  });

  it('is sent again without a lookup if it certainly never arrived', async () => {
    const { client, clock } = await scriptedClient([], { baseUrl: 'http://127.0.0.1:1' });
    const message = 'cannot reach 127.0.0.1:1: connection refused (3 attempts)';
    expect(await rejection(add(client))).toMatchObject({ name: 'NetworkError', message });
    expect(clock.waits).toEqual([125, 250]);
  });
});

const losses: readonly (readonly [string, Reply, 'failed' | 'unknown'])[] = [
  ['a 500', { status: 500, text: 'oops' }, 'failed'],
  ['a reset after the request was read', { reset: 'after reading' }, 'unknown'],
  ['a 201 without an object', { status: 201, json: null }, 'unknown'],
];

const found = { record: same, foundAfterLoss: true };
const differing = { ...same, first_name: 'Amy' };

/** What the list shows at once and later, and how the creation ends: with a record, or with what its message says. */
const lists: readonly (readonly [string, readonly Reply[], unknown])[] = [
  ['is found', [listOf(same)], found],
  ['is found late', [listOf(), listOf(same)], found],
  ['is found beside one that differs', [listOf(differing, same)], found],
  [
    'is unknown if one differs',
    [listOf(differing), listOf(differing)],
    'spk_1 in the list may be it, but is not shown',
  ],
  ['is unknown if a key is masked', [listOf(), listOf({ id: 'x', email: 'a***@e***.org' })], 'x in the list may be it'],
  ['is unknown if the list fails', [{ status: 403, text: '' }], 'the lookup failed: '],
];

describe.each(losses)('a creation lost to %s', (_, loss, otherwise) => {
  it.each(lists)('%s, and never sent again', async (_, replies, end) => {
    const { client, sent, events } = await scriptedClient([loss, ...replies]);
    if (typeof end === 'string') {
      expect(await rejection(add(client))).toMatchObject({
        name: 'OutcomeUnknownError',
        exitCode: 10,
        message: expect.stringMatching(new RegExp(`^it is unknown whether the record was created: .*; ${end}`)),
        fix: 'look for email "amina@example.org" in the list before you send it again',
        next: [{ command: 'plenary speakers list --all --event demo' }],
      });
    } else expect(await add(client)).toEqual(end);
    expect(sent()).toEqual([post, ...replies.map(() => list)]);
    expect(events.filter(({ kind }) => kind === 'late')).toHaveLength(replies.length - 1);
  });

  it('fails or is unknown if it is absent when it can no longer take effect', async () => {
    const { client, sent, clock } = await scriptedClient([loss, listOf(), listOf()]);
    const error = await rejection(add(client));
    if (otherwise === 'failed') {
      const message = expect.stringMatching(/; the list does not have the record$/);
      expect(error).toMatchObject({ name: 'ApiError', exitCode: 7, message });
    } else expect(error.message).toMatch(/; it is not in the list, but it may be created later, or not be shown$/);
    expect([sent(), clock.waits]).toEqual([[post, list, list], [timeoutMs]]);
  });
});

describe('a lost creation', () => {
  const bare = { id: 'x', email: '' };
  it.each([
    ['fails', 'where others have theirs', [bare, { id: 'y', email: 'y@example.org' }], 7],
    ['is unknown', 'where no other has one', [bare], 10],
  ])('%s beside a record without an address, %s', async (_, __, records, exitCode) => {
    const { client } = await scriptedClient([{ status: 503, text: '' }, listOf(...records), listOf(...records)]);
    expect(await rejection(add(client))).toMatchObject({ exitCode });
  });

  it('is looked up once after a timeout, when it can no longer take effect', async () => {
    let pass = async (_: number) => {};
    const { client, clock, sent } = await scriptedClient(({ method }) => {
      if (method === 'POST') void pass(timeoutMs);
      return method === 'POST' ? { reset: 'after reading' } : listOf();
    });
    pass = clock.sleep;
    expect(await rejection(add(client))).toMatchObject({ name: 'OutcomeUnknownError' });
    expect(sent()).toEqual([post, list]);
  });

  it('rejects with the reason of the signal while it is looked up', async () => {
    const stopping = new AbortController();
    const { client, server } = await scriptedClient([{ status: 502, text: '' }, { hang: true }], {
      signal: stopping.signal,
    });
    const adding = add(client);
    await server.request(2);
    stopping.abort('SIGINT');
    await expect(adding).rejects.toBe('SIGINT');
  });

  it('is looked up on every page', async () => {
    const other = { id: 'x', email: 'x@example.org' };
    const pages = [other, same].map((record) => ({ json: { data: [record], total: 2 } }));
    const { client, sent } = await scriptedClient([{ status: 502, text: '' }, ...pages]);
    expect(await add(client)).toEqual(found);
    expect(sent()).toEqual([post, page(1), page(2)]);
  });
});

describe('a listed record', () => {
  const talk = { title: 'Queues', submitter_email: 'amina@example.org', abstract: 'All the way down.' };

  it.each([
    [talk, 'same'],
    [{ ...talk, title: 'QUEUES ', submitter_email: 'Amina <Amina@example.org>' }, 'same'],
    [{ ...talk, submitter_first_name: null, status: 'pending' }, 'same'],
    [{ ...talk, abstract: 'Last year.' }, 'unclear'],
    [{ ...talk, abstract: undefined }, 'unclear'],
    // It was not sent.
    [{ ...talk, submitter_first_name: 'Amina' }, 'unclear'],
    [{ ...talk, title: null }, 'unclear'],
    [{ ...talk, submitter_email: 'a***@e***.org' }, 'unclear'],
    [{ ...talk, submitter_email: undefined }, 'unclear'],
    [{ title: 'Stacks' }, 'other'],
    [{ ...talk, submitter_email: 'bo@example.org' }, 'other'],
  ])('%j is %s', (record, expected) => {
    expect(sightingOf(createSubmission, talk, { id: 'sub_1', ...record })).toBe(expected);
  });

  it('does not take two addresses with one mask for the same', () => {
    const masked = { email: 'a***@e***.org' };
    expect(sightingOf(createSpeaker, masked, masked)).toBe('unclear');
  });
});
