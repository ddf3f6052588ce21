// Creations on a server that loses responses: nothing is created twice, and nothing is guessed.
import { describe, expect, it } from 'vitest';
import { rejection, scriptedClient } from '../../test/support/scripted-client.ts';
import { type Reply, wholeList } from '../../test/support/scripted-server.ts';
import type { Client } from '../client/client.ts';
import type { Clock } from '../client/clock.ts';
import type { Endpoint, InputOf } from '../contract/endpoint.ts';
import { createSpeaker } from '../contract/endpoints.ts';
import { createRecord } from './creation.ts';

const post = 'POST /v1/events/demo/speakers';
const page = (number: number) => `GET /v1/events/demo/speakers?page=${number}&pageSize=100`;
const list = page(1);
const sent = { email: 'amina@example.org', first_name: 'Amina' };
const created: Reply = { status: 201, json: { id: 'spk_1', ...sent } };
const listOf = (...records: readonly object[]) => wholeList(records);
const same = { id: 'spk_1', email: 'Amina@Example.org', first_name: 'Amina' };
const timeoutMs = 5000;

function add(client: Client, clock: Clock, signal?: AbortSignal) {
  const input: InputOf<Endpoint> = { path: { event_id: 'demo' } };
  return createRecord({
    client,
    clock,
    signal,
    endpoint: createSpeaker,
    input: Object.assign(input, { body: sent }),
    owned: async () => new Set(['owned']),
  });
}

describe('a creation', () => {
  it('is sent once, with a key of its own', async () => {
    const { client, server, clock } = await scriptedClient([created, created]);
    expect(await add(client, clock)).toEqual({
      record: { id: 'spk_1', ...sent },
      foundAfterLoss: false,
    });
    await add(client, clock);
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
    expect(await add(client, clock)).toMatchObject({ foundAfterLoss: false });
    expect([sent(), clock.waits]).toEqual([[post, post], [2000]]);
    expect(server.requests[1]?.headers['idempotency-key']).toBe(
      server.requests[0]?.headers['idempotency-key'],
    );
  });

  it.each([409, 422, 401, 404, 307])(
    'is not sent again, nor looked up, after a %i',
    async (status) => {
      const { client, clock, sent } = await scriptedClient([{ status, json: { detail: 'no' } }]);
      expect(await rejection(add(client, clock))).toMatchObject({ name: 'ApiError', status });
      expect(sent()).toEqual([post]);
    },
  );

  it('is sent again without a lookup if it certainly never arrived', async () => {
    const { client, clock } = await scriptedClient([], { baseUrl: 'http://127.0.0.1:1' });
    const message = 'cannot reach 127.0.0.1:1: connection refused (3 attempts)';
    expect(await rejection(add(client, clock))).toMatchObject({ name: 'NetworkError', message });
    expect(clock.waits).toEqual([125, 250]);
  });
});

/** Each with how it ends if the record is absent when the request can no longer take effect. */
const losses: readonly (readonly [string, Reply, number])[] = [
  ['a 502', { status: 502, text: 'oops' }, 7],
  ['a reset after the request was read', { reset: 'after reading' }, 7],
  ['a 201 without an object', { status: 201, json: null }, 10],
];

const foundRecord = { record: same, foundAfterLoss: true };
const differing = { ...same, first_name: 'Amy' };

/**
 * What the list shows at once and later, and how the creation ends: with a record, or with what its
 * message says.
 */
const lists: readonly (readonly [string, readonly Reply[], unknown])[] = [
  ['is found', [listOf(same)], foundRecord],
  ['is found late', [listOf(), listOf(same)], foundRecord],
  ['is found beside one that differs', [listOf(differing, same)], foundRecord],
  [
    'is unknown if one differs',
    [listOf(differing), listOf(differing)],
    'spk_1 in the list may be it, but is not shown',
  ],
  [
    'is unknown if a key is masked',
    [listOf(), listOf({ id: 'x', email: 'a***@e***.org' })],
    'x in the list may be it',
  ],
  ['is unknown if the list fails', [{ status: 403, text: '' }], 'the lookup failed: '],
];

describe.each(losses)('a creation lost to %s', (_, loss, exitCode) => {
  it.each(lists)('%s, and never sent again', async (_, replies, end) => {
    const { client, clock, sent } = await scriptedClient([loss, ...replies]);
    if (typeof end === 'string') {
      expect(await rejection(add(client, clock))).toMatchObject({
        name: 'OutcomeUnknownError',
        exitCode: 10,
        message: expect.stringMatching(
          new RegExp(`^it is unknown whether the record was created: .*; ${end}`),
        ),
        fix: 'look for this email in the list before you send it again',
        next: [{ command: 'plenary speakers list --all --event demo' }],
      });
    } else expect(await add(client, clock)).toEqual(end);
    expect(sent()).toEqual([post, ...replies.map(() => list)]);
  });

  it('did not take effect if it is absent when it can no longer do so', async () => {
    const { client, sent, clock } = await scriptedClient([loss, listOf(), listOf()]);
    const error = await rejection(add(client, clock));
    const message =
      exitCode === 7 ? 'the list of speakers does not have it' : 'it is not in the list';
    expect(error).toMatchObject({ exitCode, message: expect.stringContaining(message) });
    expect([sent(), clock.waits]).toEqual([[post, list, list], [timeoutMs]]);
  });
});

describe('a creation that the service reports as failed', () => {
  const failure: Reply = { status: 500, text: 'Internal Server Error' };

  it('is looked up once, at once, and sent once more', async () => {
    const { client, server, clock, sent } = await scriptedClient([failure, listOf(), created]);
    expect(await add(client, clock)).toMatchObject({ foundAfterLoss: false });
    expect([sent(), clock.waits]).toEqual([[post, list, post], []]);
    const [first, , second] = server.requests;
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  });

  it('is not sent again if its record is in the list', async () => {
    const { client, clock, sent } = await scriptedClient([failure, listOf(same)]);
    expect(await add(client, clock)).toEqual(foundRecord);
    expect(sent()).toEqual([post, list]);
  });

  it('is looked up again, and pending if the service has failed twice', async () => {
    const { client, clock, sent } = await scriptedClient([failure, listOf(), failure, listOf()]);
    expect(await rejection(add(client, clock))).toMatchObject({
      exitCode: 7,
      message:
        'the record was not created: the service failed (500): Internal Server Error; ' +
        'the list of speakers does not have it',
      fix: 'run the command again',
    });
    expect([sent(), clock.waits]).toEqual([[post, list, post, list], []]);
  });

  it('ends as the second one does, if that is refused', async () => {
    const conflict: Reply = { status: 409, json: { detail: 'It exists.' } };
    const { client, clock } = await scriptedClient([failure, listOf(), conflict]);
    expect(await rejection(add(client, clock))).toMatchObject({ name: 'ApiError', status: 409 });
  });
});

describe('a lost creation', () => {
  const bare = { id: 'x', email: '' };
  it.each([
    ['fails', 'where others have theirs', [bare, { id: 'y', email: 'y@example.org' }], 7],
    ['is unknown', 'where no other has one', [bare], 10],
  ])('%s beside a record without an address, %s', async (_, __, records, exitCode) => {
    const { client, clock } = await scriptedClient([
      { status: 503, text: '' },
      listOf(...records),
      listOf(...records),
    ]);
    expect(await rejection(add(client, clock))).toMatchObject({ exitCode });
  });

  it('is looked up once after a timeout, when it can no longer take effect', async () => {
    let pass = async (_: number) => {};
    const { client, clock, sent } = await scriptedClient(({ method }) => {
      if (method === 'POST') void pass(timeoutMs);
      return method === 'POST' ? { reset: 'after reading' } : listOf();
    });
    pass = clock.sleep;
    expect(await rejection(add(client, clock))).toMatchObject({ name: 'NetworkError' });
    expect(sent()).toEqual([post, list]);
  });

  it('rejects with the reason of the signal while it is looked up', async () => {
    const stopping = new AbortController();
    const { client, clock, server } = await scriptedClient(
      [{ status: 502, text: '' }, { hang: true }],
      {
        signal: stopping.signal,
      },
    );
    const adding = add(client, clock, stopping.signal);
    await server.request(2);
    stopping.abort('SIGINT');
    await expect(adding).rejects.toBe('SIGINT');
  });

  it('is looked up on every page', async () => {
    const other = { id: 'x', email: 'x@example.org' };
    const pages = [other, same].map((record) => ({ json: { data: [record], total: 2 } }));
    const { client, clock, sent } = await scriptedClient([{ status: 502, text: '' }, ...pages]);
    expect(await add(client, clock)).toEqual(foundRecord);
    expect(sent()).toEqual([post, page(1), page(2)]);
  });
});
