// Writes against a server that loses responses: each has the right outcome, and is repeated only if
// that is safe.
import { describe, expect, it } from 'vitest';
import { scriptedClient } from '../../test/support/scripted-client.ts';
import type { Reply } from '../../test/support/scripted-server.ts';
import { createSpeaker, placeSession, updateSpeaker } from '../contract/endpoints.ts';
import type { Client } from './client.ts';

const created: Reply = { status: 201, json: { id: 'spk_1' } };
const slowDown: Reply = { status: 429, text: '' };
const broken: Reply = { status: 500, text: 'oops' };
const reset: Reply = { reset: 'after reading' };
const refused: Reply = { status: 422, json: { detail: 'no' } };

const losses: readonly (readonly [string, Reply])[] = [
  ['a reset before the request was read', { reset: 'before reading' }],
  ['a reset after the request was read', { reset: 'after reading' }],
  ['half a response', { status: 201, half: '{"id":"spk_1",' }],
  ['a 500', broken],
  ['a 503 with Retry-After', { status: 503, headers: { 'retry-after': '1' }, text: '' }],
  ['a response that is not HTTP', { raw: 'SSH-2.0-x\r\n' }],
  ['HTML with 200', { text: '<html>Log in</html>' }],
  ['a 303 to the record', { status: 303, headers: { location: '/v1/speakers/spk_1' }, text: '' }],
  [
    'a 302 to a page',
    { status: 302, headers: { location: 'https://program.example/speakers' }, text: '' },
  ],
];

function add(client: Client, email = 'amina@example.org') {
  const input = { path: { event_id: 'demo' }, body: { email } };
  return client.write(createSpeaker, input, { idempotencyKey: 'row-7' });
}

function update(client: Client) {
  return client.write(updateSpeaker, {
    path: { speaker_id: 'spk_1' },
    body: { title: 'Engineer' },
  });
}

describe('a response in 2xx', () => {
  const record = { id: 'spk_1', email: 'amina@example.org' };

  it.each<[string, Reply, 'done' | 'lost', 'done' | 'lost']>([
    ['the record', { status: 200, json: record }, 'done', 'done'],
    ['the record under data', { status: 201, json: { data: record } }, 'done', 'done'],
    ['the only record of a list', { json: [record] }, 'lost', 'done'],
    ['the record under another name', { json: { speaker: record } }, 'lost', 'done'],
    [
      'no errors',
      { json: { ...record, success: true, ok: true, error: null, errors: [] } },
      'done',
      'done',
    ],
    [
      'a record without an id',
      { status: 201, json: { email: 'amina@example.org' } },
      'lost',
      'done',
    ],
    ['an acknowledgement', { json: { success: true, message: 'saved' } }, 'lost', 'done'],
    ['another object', { json: { code: 4001, msg: 'no' } }, 'lost', 'done'],
    ['null', { json: null }, 'lost', 'done'],
    ['no body', { status: 204, text: '' }, 'lost', 'done'],
    [
      'only its address',
      { status: 201, text: '', headers: { location: '/v1/speakers/spk_1' } },
      'lost',
      'done',
    ],
    ['success: false', { json: { ...record, success: false } }, 'lost', 'lost'],
    ['ok: false', { json: { ok: false } }, 'lost', 'lost'],
    ['an error', { json: { error: { message: 'no' } } }, 'lost', 'lost'],
    ['errors', { json: { data: null, errors: [{ message: 'no' }] } }, 'lost', 'lost'],
    ['a 202 with the record', { status: 202, json: record }, 'lost', 'lost'],
    ['a 207', { status: 207, json: { results: [] } }, 'lost', 'lost'],
    ['a web page', { text: '<html>Log in</html>' }, 'lost', 'lost'],
    ['text that is not JSON', { text: 'OK' }, 'lost', 'lost'],
  ])('with %s', async (_, reply, creation, change) => {
    const { client, sent } = await scriptedClient([reply, reply]);
    expect([(await add(client)).kind, (await update(client)).kind]).toEqual([creation, change]);
    expect(sent()).toHaveLength(2);
  });
});

describe('a creation', () => {
  it('is done if it has a response, and sends its idempotency key', async () => {
    const { client, server } = await scriptedClient([created]);
    expect(await add(client)).toEqual({ kind: 'done', record: { id: 'spk_1' } });
    expect(server.requests[0]?.headers['idempotency-key']).toBe('row-7');
  });

  it.each(losses)('is lost after %s, and neither sent again nor looked up', async (_, loss) => {
    const { client, sent } = await scriptedClient([loss, created]);
    expect(await add(client)).toMatchObject({ kind: 'lost', error: expect.any(Error) });
    expect(sent()).toHaveLength(1);
  });

  it('is unsent after only 429s, if no other request succeeds', async () => {
    const { client, sent } = await scriptedClient([slowDown, slowDown, slowDown, created]);
    expect(await add(client)).toMatchObject({ kind: 'unsent', error: { status: 429 } });
    expect(sent()).toHaveLength(3);
  });

  it('is repeated after any number of 429s while other requests succeed', async () => {
    const { client, sent } = await scriptedClient(
      [created, ...Array.from({ length: 9 }, () => slowDown), created],
      {
        timeoutMs: 30_000,
      },
    );
    await add(client, 'bo@example.org');
    expect(await add(client)).toMatchObject({ kind: 'done' });
    expect(sent()).toHaveLength(11);
  });

  it('waits as long as the service asks while other requests succeed', async () => {
    const limited: Reply = { status: 429, headers: { 'retry-after': '900' }, text: '' };
    const { client, clock } = await scriptedClient([created, limited, slowDown, created]);
    await add(client, 'bo@example.org');
    expect(await add(client)).toMatchObject({ kind: 'done' });
    expect(clock.waits).toEqual([900_000, 125]);
  });
});

describe('an update', () => {
  it.each(losses.slice(0, 5))('is sent again after %s', async (_, loss) => {
    const { client, sent } = await scriptedClient([loss, { json: { id: 'spk_1' } }]);
    // The first attempt may still take effect.
    expect(await update(client)).toEqual({
      kind: 'done',
      record: { id: 'spk_1' },
      lateUntil: expect.any(Number),
    });
    expect(sent()).toHaveLength(2);
  });

  it.each<readonly [string, readonly Reply[], object]>([
    ['fail', [broken, broken, broken], { otherwise: 'failed', error: { status: 500 } }],
    ['are lost or fail', [reset, broken, broken], { otherwise: 'unknown', error: { status: 500 } }],
    [
      'are lost, or come too soon',
      [reset, slowDown, slowDown],
      { otherwise: 'unknown', error: { status: 429 } },
    ],
    [
      'are lost, and the last is refused',
      [broken, refused],
      { otherwise: 'refused', error: { status: 422 } },
    ],
  ])('is lost if its attempts %s', async (_, replies, outcome) => {
    const { client, sent } = await scriptedClient(replies);
    expect(await update(client)).toMatchObject({ kind: 'lost', ...outcome });
    expect(sent()).toHaveLength(replies.length);
  });

  it('is lost if it is stopped after an attempt that may have been carried out', async () => {
    const stopping = new AbortController();
    const options = { signal: stopping.signal, abortInFlight: new AbortController().signal };
    const { client } = await scriptedClient(() => {
      stopping.abort('SIGINT');
      return broken;
    }, options);
    expect(await update(client)).toMatchObject({ kind: 'lost', otherwise: 'failed' });
  });

  it('has as many attempts after 429s, while other requests succeed, as without them', async () => {
    const failures = [...Array.from({ length: 9 }, () => slowDown), broken, broken];
    const { client, sent } = await scriptedClient(
      [created, ...failures, { json: { id: 'spk_1' } }],
      {
        timeoutMs: 30_000,
      },
    );
    await add(client);
    expect(await update(client)).toMatchObject({ kind: 'done' });
    expect(sent()).toHaveLength(13);
  });
});

describe('a placement (PUT) whose requests are sent, and have no response', () => {
  const input = {
    path: { submission_id: 'sub_1' },
    body: { room: 'Hall', start: '2027-05-20T09:00:00Z' },
  };
  const sentThrice = Array.from({ length: 3 }, () => 'PUT /v1/sessions/sub_1/schedule');

  it('is lost for a run, which looks it up', async () => {
    const { client, sent } = await scriptedClient([reset, reset, reset]);
    expect(await client.write(placeSession, input)).toMatchObject({
      kind: 'lost',
      otherwise: 'unknown',
    });
    expect(sent()).toEqual(sentThrice);
  });

  it('ends a single command with exit code 7, because it may be sent again', async () => {
    const { client, sent } = await scriptedClient([reset, reset, reset]);
    await expect(client.send(placeSession, input)).rejects.toMatchObject({
      exitCode: 7,
      retryable: true,
      message: expect.stringMatching(/^no response from .*: the connection was closed/),
      fix: 'try again: if the request took effect, it has no further effect',
    });
    expect(sent()).toEqual(sentThrice);
  });
});
