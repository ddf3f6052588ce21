// What a client gets on one connection: one response for each request, and nothing for what follows
// a request that was refused.
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { sharedLoopbackService } from '../../test/support/loopback-service.ts';

const lines: string[] = [];
const service = sharedLoopbackService({ log: { write: (line) => lines.push(line) } });
const speakers = '/v1/events/conf/speakers';
const healthz = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n';

const head = (requestLine: string, ...headers: readonly string[]) =>
  [requestLine, 'host: x', `x-access-token: ${service.token}`, ...headers, '', ''].join('\r\n');

/** Sends the first part, and the others after the first byte of a response, until it is closed. */
async function received(first: string, ...others: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  let text = '';
  // The service may close it while something is sent.
  socket
    .on('error', () => undefined)
    .on('data', (chunk) => {
      text += chunk;
    });
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write(first);
  if (others.length > 0) await once(socket, 'data');
  for (const part of others) socket.write(part);
  await closed;
  return text;
}

const statusesIn = (text: string) => text.match(/(?<=HTTP\/1\.1 )\d+/g);

it('is 417 with a request id for an expectation that is unknown', async () => {
  const headers = ['x-request-id: mine', 'expect: 200-ok', 'content-length: 2'];
  const text = await received(`${head(`POST ${speakers} HTTP/1.1`, ...headers)}{}`);
  expect(statusesIn(text)).toEqual(['417']);
  expect(text).toMatch(/^x-request-id: mine$/m);
  expect(text).toContain('{"detail":"Expectation Failed: \\"200-ok\\""}');
});

it.each([
  ['405', `DELETE ${speakers} HTTP/1.1`],
  ['307', `POST ${speakers}/ HTTP/1.1`],
  ['400', 'POST /v1/%zz HTTP/1.1'],
  ['200', `GET ${speakers} HTTP/1.1`],
])('is %s and the end of the connection, if the body has not arrived: %s', async (status, line) => {
  const request = head(line, 'transfer-encoding: chunked');
  // No chunk begins with a letter beyond F, so this is no body.
  const text = await received(request, healthz);
  expect(statusesIn(text)).toEqual([status]);
  expect(text).toMatch(/^connection: close$/im);
});

it('keeps the connection if the body has arrived', async () => {
  const chunks = '5\r\nhello\r\n0\r\n\r\n';
  const wrong = head(
    `POST ${speakers} HTTP/1.1`,
    'x-access-token: no',
    'transfer-encoding: chunked',
  );
  const last = 'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
  expect(statusesIn(await received(wrong + chunks, last))).toEqual(['401', '200']);
});

it('is 400 with a request id of the log for what is no HTTP', async () => {
  const text = await received('What is new?\r\n\r\n');
  expect(text).toMatch(/\r\n\r\n\{"detail":"Bad Request"\}$/);
  const [, id] = /^x-request-id: (\S+)$/m.exec(text) ?? [];
  expect(statusesIn(text)).toEqual(['400']);
  const logged = lines.map((line) => JSON.parse(line)).find(({ requestId }) => requestId === id);
  expect(logged).toMatchObject({ level: 'info', route: 'none', status: 400 });
});
