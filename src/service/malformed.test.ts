// What is refused below the routes: malformed HTTP, unknown addresses and methods, and bodies that are too large.
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoopbackService, startLoopbackService } from '../../test/support/loopback-service.ts';

let service: LoopbackService;
/** Gives up on a request that does not arrive within 0.3 seconds. */
let impatient: LoopbackService;
const lines: string[] = [];
const speakers = '/v1/events/conf/speakers';

beforeAll(async () => {
  const log = { write: (text: string) => lines.push(...text.trimEnd().split('\n')) };
  service = await startLoopbackService({ log });
  impatient = await startLoopbackService({ log, requestTimeoutMs: 300 });
});
afterAll(() => Promise.all([service.stop(), impatient.stop()]));

/** Sends bytes, and returns everything that the service sends until it closes the connection. */
function exchange(sent: string, { url } = service): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(sent));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('end', () => resolve(received)).on('error', reject);
  });
}

describe('malformed HTTP', () => {
  it.each([
    ['HELLO\r\n\r\n', 400, 'The request is not valid HTTP'],
    ['GET / HTTP/1.1\r\n\r\n', 400, 'The Host header is missing'],
    [
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
      400,
      'The request is not valid HTTP',
    ],
    [
      `POST ${speakers} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
      400,
      'The request is not valid HTTP',
    ],
    ['GET / HTTP/1.1\r\nhost: x\r\n', 408, 'The request took too long to arrive'],
    [`GET /?${'q'.repeat(9000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 414, 'The address is too long'],
    [`GET /?${'q'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 414, 'The address is too long'],
    ['GET / HTTP/1.1\r\nhost: x\r\nexpect: tea\r\n\r\n', 417, 'Only the expectation 100-continue is supported'],
    [`GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'c'.repeat(20_000)}\r\n\r\n`, 431, 'The headers are too large'],
    ['CONNECT example.org:443 HTTP/1.1\r\nhost: x\r\n\r\n', 405, 'Method Not Allowed'],
  ])('%j', async (sent, status, detail) => {
    const closing = sent.replace('host: x\r\n', 'host: x\r\nconnection: close\r\n');
    const received = await exchange(closing, status === 408 ? impatient : service);
    const [head = '', body] = received.split('\r\n\r\n');
    expect([Number(head.split(' ')[1]), body]).toEqual([status, JSON.stringify({ detail })]);
    expect(head).toMatch(/^content-type: application\/json$/m);
    const id = /^x-request-id: (.*)$/m.exec(head)?.[1];
    await expect.poll(() => lines.find((line) => line.includes(`"requestId":"${id}"`))).toContain(`"status":${status}`);
  });

  it('includes a body that stops arriving', async () => {
    const { length } = lines;
    const token = `x-access-token: ${impatient.token}\r\ncontent-type: application/json`;
    const request = `POST ${speakers} HTTP/1.1\r\nhost: x\r\n${token}\r\ncontent-length: 9\r\n\r\n{`;
    const received = await exchange(request, impatient);
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 408']);
    await expect.poll(() => lines.slice(length).map((line) => JSON.parse(line).status)).toContain(408);
  });

  it('does not come before the response to an earlier request on the connection', async () => {
    const received = await exchange('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\nHELLO\r\n\r\n');
    expect([...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '400']);
  });
});

it.each([
  ['DELETE', speakers, 'POST, GET, HEAD'],
  ['OPTIONS', '/v1/events/conf/submissions/search', 'POST'],
  ['GET', '/v1/events/conf/contacts/search', 'POST'],
  ['PROPFIND', '/openapi.json', 'GET, HEAD'],
])('responds to %s %s with 405 and Allow, whatever the body is', async (method, path, allow) => {
  const body = method === 'GET' ? undefined : '{';
  const { status, headers, text } = await service.call(method, path, body, { 'content-type': 'text/plain' });
  expect([status, headers.get('allow'), text]).toEqual([405, allow, '{"detail":"Method Not Allowed"}']);
  expect(headers.get('x-request-id')).toBeTruthy();
});

it.each([speakers, '/', '/docs', '/openapi.json', '/healthz', '/readyz'])(
  'responds to HEAD %s as to GET',
  async (path) => {
    const [get, head] = [await service.call('GET', path), await service.call('HEAD', path)];
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['content-type', 'content-length']) expect(head.headers.get(name)).toBe(get.headers.get(name));
  },
);

describe('a body that is too large', () => {
  const large = Buffer.alloc(6_000_000, 120);

  // This client reads the response only after it has sent everything, as Python's does.
  it.each(['close', 'keep-alive'])('gets a 413 that a client with connection: %s can read', async (connection) => {
    const { hostname, port } = new URL(service.url);
    const status = await new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.on('error', reject).pause();
      const headers = [
        `x-access-token: ${service.token}`,
        'content-type: application/json',
        `connection: ${connection}`,
        `content-length: ${large.length}`,
      ].join('\r\n');
      socket.write(`POST ${speakers} HTTP/1.1\r\nhost: x\r\n${headers}\r\n\r\n`);
      socket.write(large, () => socket.once('data', (data) => resolve(String(data).split(' ')[1])).resume());
    });
    expect(status).toBe('413');
  });

  it('gets a 413 without a stated length as well', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { 'x-access-token': service.token, 'content-type': 'application/json' };
      const request = httpRequest(service.url + speakers, { method: 'POST', headers });
      request.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
      for (let sent = 0; sent < 6; sent++) request.write(Buffer.alloc(1_000_000, 120));
      request.end();
    });
    expect(status).toBe(413);
  });
});
