// The running service: request ids, the log, and stopping without losing requests in progress.
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { startLoopbackService } from '../../test/support/loopback-service.ts';
import { UsageError } from '../errors.ts';
import { createApp } from './app.ts';
import { startService } from './listen.ts';
import { openStore } from './store/open.ts';

/** A service with the lines of its log; it is stopped once, at the latest when the test ends. */
async function start() {
  const lines: string[] = [];
  const service = await startLoopbackService({
    log: { write: (text) => lines.push(...text.trimEnd().split('\n')) },
  });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= service.stop();
    return stopped;
  };
  onTestFinished(stop);
  return { ...service, lines, stop };
}

it('gives every response a request id: the client’s own if it is safe to log', async () => {
  const service = await start();
  const idOf = async (path: string, headers?: Record<string, string>) =>
    (await service.call('GET', path, undefined, headers)).headers.get('x-request-id');
  expect(await idOf('/healthz', { 'x-request-id': 'job-7.a:1' })).toBe('job-7.a:1');
  expect(await idOf('/healthz', { 'x-request-id': 'a b' })).toMatch(/^[0-9a-f-]{36}$/);
  for (const path of [
    '/v1/events/conf/speakers',
    '/v1/events/nope/speakers',
    '/nowhere',
    '/v1/%zz',
  ]) {
    expect(await idOf(path)).toMatch(/^[0-9a-f-]{36}$/);
  }
  expect(await idOf('/v1/events/conf/speakers', { 'x-access-token': '' })).toMatch(
    /^[0-9a-f-]{36}$/,
  );
});

it('logs one JSON line for each request but a probe, without secret or personal data', async () => {
  const service = await start();
  for (const probe of ['/healthz', '/readyz']) await service.call('GET', probe);
  const body = { email: 'amina@example.org', first_name: 'Amina' };
  const { id } = (
    await service.call('POST', '/v1/events/conf/speakers', body, { 'x-request-id': 'mine' })
  ).body;
  await service.call('POST', '/v1/events/conf/speakers', body);
  await service.call('GET', '/v1/events/conf/speakers?filter=confidential');
  await service.call('PATCH', `/v1/speakers/${id}`, { email: 7 });
  for (const address of ['amina@example.org', '%zz'])
    await service.call('GET', `/nowhere/${address}`);
  // What was meant as the id of an event.
  for (const text of ['Amina', service.token])
    await service.call('GET', `/v1/events/${text}/speakers`);
  await service.call('POST', '/v1/events/Amina/speakers', {});
  await service.call('GET', '/v1/events/Amina/speakers?page=0');
  await service.stop();
  expect(service.lines.slice(1).map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 'info',
      requestId: 'mine',
      method: 'POST',
      route: '/v1/events/:event_id/speakers',
      organization: expect.stringMatching(/^org_/),
      event: 'conf',
      token: service.token.split('_')[1],
      status: 201,
    },
    { event: 'conf', status: 409 },
    { method: 'GET', status: 200 },
    { route: '/v1/speakers/:speaker_id', status: 422 },
    { route: 'none', status: 404 },
    { requestId: expect.any(String), status: 400 },
    { route: '/v1/events/:event_id/speakers', status: 404 },
    { status: 404 },
    { status: 422 },
    { status: 400 },
  ]);
  expect(JSON.parse(service.lines[1] ?? '')).toMatchObject({
    time: expect.any(String),
    ms: expect.any(Number),
  });
  expect(service.lines.join('\n')).not.toMatch(/amina|confidential|plt_|spk_/i);
});

it('finishes a request in progress before it stops, on a kept connection', async () => {
  const service = await start();
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const body = '{"email":"late@example.org"}';
  const head = [
    'POST /v1/events/conf/speakers HTTP/1.1',
    'host: x',
    `x-access-token: ${service.token}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    'expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  // The service sends "100 Continue" when it has received the request's head.
  const [begun] = await once(socket, 'data');
  expect(String(begun)).toMatch(/^HTTP\/1\.1 100 /);
  const stopped = service.stop();
  socket.write(body);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 201 [\s\S]*connection: close/i);
  await stopped;
  await expect(fetch(service.url)).rejects.toThrow();
});

it('is not ready once it drains, but serves, and ends connections after a response', async () => {
  const stored = await start();
  const other = await startService(stored.store);
  const socket = connect(Number(new URL(other.url).port), '127.0.0.1');
  const ask = async (path: string): Promise<string> => {
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    return String((await once(socket, 'data'))[0]);
  };
  expect(await ask('/readyz')).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: keep-alive/i);
  other.drain();
  expect(await ask('/readyz')).toMatch(
    /^HTTP\/1\.1 503 [\s\S]*connection: close[\s\S]*"The service is shutting down"/i,
  );
  await once(socket, 'end');
  const statusOf = async (path: string) => (await fetch(other.url + path)).status;
  expect(await Promise.all(['/healthz', '/openapi.json', '/readyz'].map(statusOf))).toEqual([
    200, 200, 503,
  ]);
  await other.close();
});

it.each([
  ['reads nothing', 'GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(1000)],
  ['sends half of a request', 'GET /openapi.json HTTP/1.1\r\nhost: x\r\n'],
])('cuts a connection whose client %s', async (_, text) => {
  const stored = await start();
  const app = createApp(stored.store, { stalledMs: 200 });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const connected = once(app.server, 'connection');
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').pause();
  const [served] = await connected;
  socket.on('error', () => undefined).write(text);
  await once(served, 'close');
  socket.destroy();
  await app.close();
});

it('explains why it cannot listen', async () => {
  const service = await start();
  const store = await openStore(service.path);
  const taken = startService(store, { port: Number(new URL(service.url).port) });
  await expect(taken).rejects.toThrow(UsageError);
  await expect(taken).rejects.toThrow(/another program is using this port/);
  await store.close();
});
