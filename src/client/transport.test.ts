// Connections, certificates and proxies on loopback sockets.
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { certificate, privateKey } from '../../test/support/loopback-certificate.ts';
import { rejection, scriptedClient } from '../../test/support/scripted-client.ts';
import { listSpeakers } from '../contract/endpoints.ts';
import type { Client } from './client.ts';
import { largestBody } from './transport.ts';

/** Longer than a busy machine takes to connect. */
const timeoutMs = 500;

const read = (client: Client) => client.page(listSpeakers, { path: { event_id: 'demo' } });

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Resolves when no connection to the server is open. */
const left = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));

describe('the connections', () => {
  it('are reused', async () => {
    let connections = 0;
    const server = createHttpServer((_, response) => response.end('[]')).on(
      'connection',
      () => connections++,
    );
    const { client } = await scriptedClient([], {
      baseUrl: `http://127.0.0.1:${await listen(server)}`,
    });
    for (let i = 0; i < 5; i++) await read(client);
    expect(connections).toBe(1);
  });

  it('are closed after the requests in flight', async () => {
    const { client, server } = await scriptedClient([{ json: [], delayMs: 30 }]);
    const reading = read(client);
    await server.request(1);
    await client.close();
    expect(await reading).toMatchObject({ records: [] });
  });

  it('are aborted if headers or body take too long', async () => {
    const { client } = await scriptedClient([{ hang: true }], { timeoutMs, retries: 0 });
    expect((await rejection(read(client))).message).toMatch(
      /^no response from 127\.0\.0\.1:\d+: timed out after 500 ms$/,
    );
    const slow = createHttpServer((_, response) => response.writeHead(200).write('['));
    const baseUrl = `http://127.0.0.1:${await listen(slow)}`;
    const other = await scriptedClient([], { baseUrl, timeoutMs, retries: 0 });
    expect((await rejection(read(other.client))).message).toMatch(/timed out after 500 ms$/);
    slow.closeAllConnections();
  });

  it('refuse headers that are too large', async () => {
    const headers = { 'set-cookie': 'x'.repeat(70_000) };
    const { client } = await scriptedClient([{ json: [], headers }], { retries: 0 });
    expect((await rejection(read(client))).message).toMatch(/: Headers Overflow Error$/);
  });

  it('are aborted at once by the signal', async () => {
    const stopping = new AbortController();
    const { client, server } = await scriptedClient([{ hang: true }], { signal: stopping.signal });
    const reading = read(client);
    await server.request(1);
    stopping.abort('SIGINT');
    await expect(reading).rejects.toBe('SIGINT');
    await expect(read(client)).rejects.toBe('SIGINT');
  });

  it('are aborted even while they are being established', async () => {
    const stopping = new AbortController();
    // Accepts the connection and never starts the TLS handshake.
    const silent = createServer((socket) => {
      socket.on('error', () => {}).once('data', () => stopping.abort('SIGINT'));
    });
    const baseUrl = `https://127.0.0.1:${await listen(silent)}`;
    const { client } = await scriptedClient([], {
      baseUrl,
      timeoutMs: 60_000,
      signal: stopping.signal,
    });
    await expect(read(client)).rejects.toBe('SIGINT');
    await client.close();
    await left(silent);
  });

  it('abort an endless response', async () => {
    const chunk = Buffer.alloc(4 * 1024 * 1024, 0x20);
    const server = createHttpServer((_, response) => {
      const more = () => {
        while (response.write(chunk));
      };
      response.on('drain', more);
      more();
    });
    const { client } = await scriptedClient([], {
      baseUrl: `http://127.0.0.1:${await listen(server)}`,
      timeoutMs: 20_000,
    });
    expect(largestBody).toBe(64 * 1024 * 1024);
    expect((await rejection(read(client))).message).toMatch(/is larger than 64 MiB$/);
  });
});

describe('https', () => {
  async function secureServer(): Promise<string> {
    const server = createHttpsServer({ cert: certificate, key: privateKey }, (_, response) =>
      response.end('[]'),
    );
    return `https://127.0.0.1:${await listen(server)}`;
  }

  it('needs a trusted certificate, and does not retry without one', async () => {
    const { client, clock } = await scriptedClient([], { baseUrl: await secureServer() });
    expect(await rejection(read(client))).toMatchObject({
      exitCode: 7,
      message: expect.stringMatching(
        /^cannot reach 127\.0\.0\.1:\d+: its certificate is not trusted$/,
      ),
      fix: expect.stringContaining('--ca-cert'),
      retryable: false,
    });
    expect(clock.waits).toEqual([]);
  });

  it('trusts the given certificate authority', async () => {
    const { client } = await scriptedClient([], {
      baseUrl: await secureServer(),
      caCert: certificate,
    });
    expect(await read(client)).toMatchObject({ records: [] });
  });

  it('fails clearly if the server does not support TLS', async () => {
    const { server } = await scriptedClient([]);
    const { client } = await scriptedClient([], { baseUrl: `https://127.0.0.1:${server.port}` });
    expect((await rejection(read(client))).message).toMatch(/it does not support TLS$/);
  });
});

describe('a proxy', () => {
  it('gets requests for plain HTTP as they are, with its own credentials', async () => {
    const received: unknown[] = [];
    const proxy = createHttpServer(({ method, url, headers }, response) => {
      received.push([method, url, headers.host, headers['proxy-authorization']]);
      response.end('[]');
    });
    const env = { HTTP_PROXY: `http://ada:s%40cret@127.0.0.1:${await listen(proxy)}` };
    const { client } = await scriptedClient([], {
      baseUrl: 'http://program.test',
      insecureHttp: true,
      env,
    });
    expect(await read(client)).toMatchObject({ records: [] });
    const credentials = `Basic ${Buffer.from('ada:s@cret').toString('base64')}`;
    expect(received).toEqual([
      ['GET', 'http://program.test/v1/events/demo/speakers', 'program.test', credentials],
    ]);
  });

  it('that refuses to open a tunnel is named by its variable, without its password', async () => {
    const proxy = createServer((socket) =>
      socket
        .on('error', () => {})
        .once('data', () => socket.end(`HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n`)),
    );
    const env = { HTTPS_PROXY: `http://ada:secret@127.0.0.1:${await listen(proxy)}` };
    const { client } = await scriptedClient([], {
      baseUrl: 'https://program.test',
      env,
      retries: 0,
    });
    const error = await rejection(read(client));
    expect(error).toMatchObject({
      exitCode: 7,
      message: 'cannot reach program.test:443: Proxy response (407) !== 200 when HTTP Tunneling',
      fix: 'check HTTPS_PROXY and NO_PROXY in the environment',
    });
    expect(JSON.stringify([error, error.message, String(error.cause)])).not.toContain('secret');
  });

  it('that asks for credentials for plain HTTP fails the request', async () => {
    const proxy = createHttpServer((_, response) => response.writeHead(407).end());
    const env = { HTTP_PROXY: `127.0.0.1:${await listen(proxy)}` };
    const { client } = await scriptedClient([], {
      baseUrl: 'http://program.test',
      insecureHttp: true,
      env,
    });
    expect((await rejection(read(client))).message).toMatch(
      /: Proxy Authentication Required \(407\)/,
    );
  });

  it('is not used for a host in NO_PROXY', async () => {
    const { server } = await scriptedClient([]);
    const env = { HTTP_PROXY: `http://127.0.0.1:${server.port}`, NO_PROXY: 'other.test, .invalid' };
    const options = { baseUrl: 'http://program.invalid', insecureHttp: true, env, retries: 0 };
    const { client } = await scriptedClient([], options);
    expect((await rejection(read(client))).message).toMatch(
      /^cannot reach program\.invalid:80: (unknown host|the host)/,
    );
    expect(server.requests).toEqual([]);
  });

  it('that never answers is given up in time, and left', async () => {
    const proxy = createServer((socket) => socket.on('error', () => {}).resume());
    const env = { HTTPS_PROXY: `http://127.0.0.1:${await listen(proxy)}` };
    const { client } = await scriptedClient([], {
      baseUrl: 'https://program.test',
      env,
      timeoutMs,
      retries: 1,
    });
    expect((await rejection(read(client))).message).toMatch(
      /^cannot reach program\.test:443: .*timed out/,
    );
    await client.close();
    await left(proxy);
  });

  it('that closes the connection is contacted once per attempt', async () => {
    let contacts = 0;
    const proxy = createServer((socket) => {
      contacts++;
      socket.on('error', () => {}).once('data', () => socket.end());
    });
    const env = { HTTPS_PROXY: `http://127.0.0.1:${await listen(proxy)}` };
    const { client } = await scriptedClient([], { baseUrl: 'https://program.test', env });
    expect((await rejection(read(client))).message).toMatch(
      /^cannot reach program\.test:443: the connection was closed \(3 attempts\)$/,
    );
    expect(contacts).toBe(3);
  });
});
