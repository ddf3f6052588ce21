// The client against a scripted server: what it sends and repeats, and how long it lives.
import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { rejection, scriptedClient, token } from '../../test/support/scripted-client.ts';
import type { Reply } from '../../test/support/scripted-server.ts';
import { createSpeaker, listSpeakers, updateSpeaker } from '../contract/endpoints.ts';
import { AuthenticationError, NetworkError, UsageError } from '../errors.ts';
import { type Client, createClient } from './client.ts';

const path = { event_id: 'demo' };
const failing: Reply = { status: 500, json: { detail: 'disk' } };
const ok: Reply = { json: { id: 'spk_1' } };

function update(client: Client) {
  return client.send(updateSpeaker, { path: { speaker_id: 'spk_1' }, body: { title: 'Engineer' } });
}

describe('send', () => {
  it('sends exactly this request', async () => {
    const { client, server } = await scriptedClient([ok], { userAgent: 'plenary/9' });
    expect(await update(client)).toEqual({ id: 'spk_1' });
    expect(server.requests).toEqual([
      {
        method: 'PATCH',
        path: '/v1/speakers/spk_1',
        headers: {
          host: `127.0.0.1:${server.port}`,
          connection: 'keep-alive',
          'content-length': '20',
          'content-type': 'application/json',
          accept: 'application/json',
          'user-agent': 'plenary/9',
          'x-access-token': token,
        },
        body: '{"title":"Engineer"}',
      },
    ]);
  });

  it('fails after the last attempt', async () => {
    const { client, server, events } = await scriptedClient(() => failing);
    expect((await rejection(update(client))).message).toBe(
      'the service failed (500) after 3 attempts: disk',
    );
    expect(server.requests).toHaveLength(3);
    expect(events.map(({ kind }) => kind)).toEqual([
      'response',
      'retry',
      'response',
      'retry',
      'response',
    ]);
  });

  it('waits up to the time of all attempts', async () => {
    // Three attempts of 5 seconds, and the backoffs, have 15.75 seconds.
    const { client, clock } = await scriptedClient([
      { status: 500, headers: { 'retry-after': '15' }, text: '' },
      ok,
    ]);
    expect(await update(client)).toEqual({ id: 'spk_1' });
    expect(clock.waits).toEqual([15_000]);
  });

  it('does not wait longer than is worth it', async () => {
    const { client, server, clock } = await scriptedClient([
      { status: 429, headers: { 'retry-after': '900' }, text: '' },
    ]);
    expect(await rejection(update(client))).toMatchObject({
      exitCode: 7,
      message: 'the service asks to slow down (429) and wait 15 min',
      fix: 'try again in 15 min',
    });
    expect([server.requests.length, clock.waits]).toEqual([1, []]);
  });

  it('does not know what a write did after a web page, and does not repeat it', async () => {
    const { client, server } = await scriptedClient([{ text: '<html>Log in</html>' }]);
    expect(await rejection(update(client))).toMatchObject({
      name: 'OutcomeUnknownError',
      status: 200,
      exitCode: 10,
      fix: 'send it again: if it took effect, it has no further effect',
    });
    expect(server.requests).toHaveLength(1);
  });

  it('does not know what a write did if it is refused after a lost attempt', async () => {
    const replies: readonly Reply[] = [
      { reset: 'after reading' },
      { status: 404, json: { detail: 'gone' } },
    ];
    const { client, server } = await scriptedClient([...replies, ...replies]);
    expect(await rejection(update(client))).toMatchObject({
      name: 'OutcomeUnknownError',
      message: 'it is unknown whether PATCH /v1/speakers/spk_1 took effect: not found: gone',
    });
    expect(await rejection(client.page(listSpeakers, { path }))).toMatchObject({
      name: 'ApiError',
      exitCode: 5,
    });
    expect(server.requests).toHaveLength(4);
  });
});

describe('request', () => {
  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])('repeats %s', async (method) => {
    const { client, server } = await scriptedClient([failing, { status: 204, text: '' }], {});
    expect(await client.request({ method, path: '/v1/x' })).toMatchObject({
      status: 204,
      body: undefined,
    });
    expect(server.requests).toHaveLength(2);
  });

  it('never repeats POST', async () => {
    const { client, server } = await scriptedClient([failing, { reset: 'after reading' }]);
    const post = () => rejection(client.request({ method: 'POST', path: '/v1/x', body: {} }));
    expect(await post()).toMatchObject({ status: 500 });
    expect(await post()).toMatchObject({ name: 'OutcomeUnknownError', exitCode: 10 });
    expect(server.requests).toHaveLength(2);
  });
});

it('follows no redirect', async () => {
  const elsewhere = await scriptedClient([ok]);
  const moved: Reply = {
    status: 307,
    headers: { location: `${elsewhere.server.url}/v1/x` },
    text: '',
  };
  const { client, server } = await scriptedClient([moved]);
  expect(await rejection(client.request({ method: 'GET', path: '/v1/x' }))).toMatchObject({
    status: 307,
  });
  expect([server.requests.length, elsewhere.server.requests]).toEqual([1, []]);
});

describe('a client', () => {
  it('sends at most as many requests at once as allowed', async () => {
    let now = 0;
    let most = 0;
    const script = () => {
      most = Math.max(most, ++now);
      setTimeout(() => now--, 20);
      return { json: [], delayMs: 25 };
    };
    const { client } = await scriptedClient(script, { concurrency: 3 });
    await Promise.all(Array.from({ length: 9 }, () => client.page(listSpeakers, { path })));
    expect(most).toBe(3);
  });

  it('finishes requests in flight after the signal, and cancels those that wait', async () => {
    const stop = new AbortController();
    const script = () => {
      stop.abort('SIGINT');
      return { status: 201, json: { id: 'spk_1' }, delayMs: 50 };
    };
    const options = {
      concurrency: 1,
      signal: stop.signal,
      abortInFlight: new AbortController().signal,
    };
    const { client, server } = await scriptedClient(script, options);
    const add = () => client.write(createSpeaker, { path, body: { email: 'ada@example.org' } });
    const [first, second] = await Promise.allSettled([add(), add()]);
    expect(first).toMatchObject({
      status: 'fulfilled',
      value: { kind: 'done', record: { id: 'spk_1' } },
    });
    expect(second).toMatchObject({ status: 'fulfilled', value: { kind: 'unsent' } });
    expect(server.requests).toHaveLength(1);
  });

  it('listens to its signals as long as it is open, however many requests it sends', async () => {
    const [stop, abort] = [new AbortController(), new AbortController()];
    const listeners = () =>
      [stop, abort].map(({ signal }) => getEventListeners(signal, 'abort').length);
    const options = { signal: stop.signal, abortInFlight: abort.signal };
    const { client } = await scriptedClient(() => ({ json: [] }), options);
    expect(listeners()).toEqual([1, 1]);
    await Promise.all(Array.from({ length: 9 }, () => client.page(listSpeakers, { path })));
    expect(listeners()).toEqual([1, 1]);
    await client.close();
    expect(listeners()).toEqual([0, 0]);
  });

  it.each([2 ** 31, 2 ** 40, Number.POSITIVE_INFINITY])(
    'waits for a response with a timeout of %d ms',
    async (timeoutMs) => {
      const { client } = await scriptedClient([{ json: [], delayMs: 30 }], {
        timeoutMs,
        retries: 0,
      });
      expect(await client.page(listSpeakers, { path })).toMatchObject({ records: [] });
    },
  );

  it('never reveals its token', async () => {
    const echo: Reply = {
      status: 500,
      json: { detail: `bad ${token}` },
      headers: { 'x-request-id': token },
    };
    const { client, events } = await scriptedClient([echo, echo, { raw: `${token}\r\n\r\n` }]);
    const error = await rejection(update(client));
    expect(error).toBeInstanceOf(NetworkError);
    expect(JSON.stringify([error, error.message, String(error.cause), events])).not.toContain(
      'secret',
    );
    const reporting = await scriptedClient([{ json: { success: false, message: `bad ${token}` } }]);
    expect((await rejection(update(reporting.client))).message).toContain(
      'reports a failure: bad [token]',
    );
    const echoing = await scriptedClient(() => echo);
    const refused = await rejection(update(echoing.client));
    expect(JSON.stringify([refused, refused.message, echoing.events])).not.toContain('secret');
  });

  it.each([
    [{ baseUrl: 'http://program.example.org' }, UsageError],
    [{ baseUrl: 'program.example.org' }, UsageError],
    [{ token: '' }, AuthenticationError],
    [{ token: 'two words' }, UsageError],
    [{ caCert: 'no certificate' }, UsageError],
  ])('is not created with %j', (options, kind) => {
    const all = { baseUrl: 'https://program.example.org', token, timeoutMs: 1000, retries: 0 };
    expect(() => createClient({ ...all, ...options })).toThrow(kind);
  });

  it('is created for plain http if that is allowed', () => {
    const options = {
      baseUrl: 'http://program.example.org',
      token,
      timeoutMs: 1000,
      retries: 0,
      insecureHttp: true,
    };
    expect(() => createClient(options)).not.toThrow();
  });
});
