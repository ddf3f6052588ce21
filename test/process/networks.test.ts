// The built program behind proxies, and with certificates that it must not trust.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer, type Server } from 'node:https';
import { type AddressInfo, connect, createServer as createRawServer, type Server as NetServer } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Duplex } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificate, expiredCertificate, namedCertificate, privateKey } from '../support/loopback-certificate.ts';
import { plenary, spawnPlenary } from '../support/program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
const records = JSON.stringify({ data: [{ id: 'spk_1' }] });
const servers: NetServer[] = [];
afterAll(() => {
  for (const server of servers) server.close();
  folder.remove();
});

/** The port. */
async function listen(server: NetServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

function secureServer(cert: string): Server {
  return createSecureServer({ cert, key: privateKey }, (_, response) => response.end(records));
}

function tunnel(near: Duplex, port: number): void {
  const far = connect(port, '127.0.0.1', () => {
    near.write('HTTP/1.1 200 OK\r\n\r\n');
    far.pipe(near).pipe(far);
  });
  near.on('error', () => far.destroy());
  far.on('error', () => near.destroy());
}

function caFile(name: string, pem: string): string {
  writeFileSync(folder.file(name), pem);
  return folder.file(name);
}

function list(flags: readonly string[], env: Readonly<Record<string, string>> = {}, format = 'ndjson') {
  const settings = { PLENARY_TOKEN: 'plt_very-secret-token', PLENARY_EVENT: 'devconf' };
  const args = ['speakers', 'list', '--fields', 'id', '-o', format, '--retries', '0', ...flags];
  return spawnPlenary(args, { env: { ...settings, ...env } });
}

const listed = { exitCode: 0, stdout: '{"id":"spk_1"}\n', stderr: '' };

describe('a proxy', () => {
  const requests: string[] = [];
  let proxy = '';
  beforeAll(async () => {
    const target = await listen(secureServer(namedCertificate));
    const server = createServer(({ method, url, headers }, response) => {
      requests.push(`${method} ${url} ${headers['proxy-authorization']}`);
      response.end(records);
    }).on('connect', ({ url, headers }, near) => {
      requests.push(`CONNECT ${url} ${headers['proxy-authorization']}`);
      tunnel(near, target);
    });
    proxy = `http://ada:pass%3Aword@127.0.0.1:${await listen(server)}`;
  });
  const credentials = `Basic ${Buffer.from('ada:pass:word').toString('base64')}`;

  it('tunnels https to a host that only it can reach, with credentials', async () => {
    const ca = ['--ca-cert', caFile('named.pem', namedCertificate)];
    const outcome = await list(['--base-url', 'https://program.test', ...ca, '--debug'], { HTTPS_PROXY: proxy });
    expect(outcome).toMatchObject({ exitCode: 0, stdout: listed.stdout });
    expect(outcome.stderr).not.toMatch(/pass|secret/);
    expect(requests.splice(0)).toEqual([`CONNECT program.test:443 ${credentials}`]);
  });

  it('gets plain HTTP as it is', async () => {
    const flags = ['--base-url', 'http://program.test', '--insecure-http'];
    expect(await list(flags, { http_proxy: proxy })).toEqual(listed);
    expect(requests.splice(0)).toEqual([`GET http://program.test/v1/events/devconf/speakers ${credentials}`]);
  });

  it('may itself be reached by https, by its IP address', async () => {
    const target = await listen(secureServer(namedCertificate));
    const server = secureServer(certificate).on('connect', (_, near) => tunnel(near, target));
    const ca = ['--ca-cert', caFile('both.pem', `${certificate}${namedCertificate}`)];
    const secure = `https://127.0.0.1:${await listen(server)}`;
    expect(await list(['--base-url', 'https://program.test', ...ca], { HTTPS_PROXY: secure })).toEqual(listed);
  });

  it('is not used for NO_PROXY, nor for this machine', async () => {
    const excepted = await list(['--base-url', 'https://program.test'], { HTTPS_PROXY: proxy, NO_PROXY: '.test' });
    expect(excepted).toMatchObject({ exitCode: 7, stderr: expect.stringContaining('cannot reach program.test:443: ') });
    const local = createServer((_, response) => response.end(records));
    expect(await list(['--base-url', `http://127.0.0.1:${await listen(local)}`], { HTTP_PROXY: proxy })).toEqual(
      listed,
    );
    expect(requests).toEqual([]);
  });
});

describe('a certificate', () => {
  it.each([
    ['self-signed', certificate, undefined, 'its certificate is not trusted'],
    ['of another authority', certificate, namedCertificate, 'its certificate is not trusted'],
    ['expired', expiredCertificate, expiredCertificate, 'its certificate has expired'],
    ['for another host name', namedCertificate, namedCertificate, 'its certificate is for another host name'],
  ])('%s ends the first request of a list with one sentence', async (name, served, trusted, reason) => {
    const url = `https://127.0.0.1:${await listen(secureServer(served))}`;
    const ca = trusted === undefined ? [] : ['--ca-cert', caFile(`${name}.pem`, trusted)];
    const { exitCode, stdout, stderr } = await list(['--base-url', url, ...ca, '--all']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 7, stdout: '' });
    const { error } = JSON.parse(stderr);
    expect(error).toMatchObject({ code: 'network', exitCode: 7, retryable: false });
    expect(error.message).toBe(`cannot reach ${url.slice('https://'.length)}: ${reason}`);
  });

  it('that is trusted is accepted; a failed page ends in words as well', async () => {
    const url = `https://127.0.0.1:${await listen(secureServer(certificate))}`;
    const ca = ['--ca-cert', caFile('trusted.pem', certificate)];
    expect(await list(['--base-url', url, ...ca])).toEqual(listed);
    const { exitCode, stderr } = await list(['--base-url', url], {}, 'csv');
    expect(exitCode).toBe(7);
    expect(stderr).toMatch(/^Error: cannot reach 127\.0\.0\.1:\d+: its certificate is not trusted\nFix: /);
  });
});

it('pages that are compressed, limited without end and named by an enemy are listed', async () => {
  const name = '=a\u001b]52;c;aGk=\u0007b\u009b31m';
  const encodings = { 1: ['gzip', gzipSync], 2: ['deflate', deflateSync], 3: ['br', brotliCompressSync] } as const;
  const server = createServer(({ url = '' }, response) => {
    const page = Number(new URL(url, 'http://localhost').searchParams.get('page') ?? 1);
    const [encoding, compress] = encodings[page as keyof typeof encodings];
    const pagination = { currentPage: page, pageSize: 1, totalPages: 3, totalResults: 3 };
    const reset = page === 1 ? '999999999' : '9'.repeat(20);
    response
      .setHeader('content-encoding', encoding)
      .setHeader('ratelimit-remaining', '0')
      .setHeader('ratelimit-reset', reset)
      .end(compress(JSON.stringify({ data: [{ id: `spk_${page}`, [name]: page }], pagination })));
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const settings = { PLENARY_TOKEN: 'plt_t', PLENARY_EVENT: 'devconf', PLENARY_BASE_URL: `${url}/v1` };
  const flags = ['--all', '-o', 'csv', '--timeout', '600h'];
  expect(await spawnPlenary(['speakers', 'list', ...flags], { env: settings })).toEqual({
    exitCode: 0,
    stdout: "id,'=ab\nspk_1,1\nspk_2,2\nspk_3,3\n",
    stderr: '',
  });
});

it('a compressed body that is endless or damaged is an error', async () => {
  const server = createServer(({ url = '' }, response) => {
    const isBomb = url.startsWith('/bomb');
    const body = isBomb ? gzipSync(Buffer.alloc(65 * 1024 * 1024)) : gzipSync(records).subarray(0, 20);
    response.setHeader('content-encoding', 'gzip').end(body);
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const env = { PLENARY_TOKEN: 'plt_t', PLENARY_EVENT: 'devconf' };
  const read = (path: string) => plenary(['speakers', 'list', '--base-url', `${url}/${path}`], { env });
  const [bomb, damaged] = [await read('bomb'), await read('damaged')];
  expect([bomb.exitCode, damaged.exitCode]).toEqual([1, 1]);
  expect(bomb.stderr).toMatch(/^Error: .* is larger than 64 MiB\n/);
  expect(damaged.stderr).toMatch(/^Error: .* cannot be decompressed\n/);
});

it('a status that no client accepts ends the request within its time limit', async () => {
  const server = createRawServer((socket) => {
    socket.on('error', () => {}).on('data', () => socket.write('HTTP/1.1 000\r\ncontent-length: 2\r\n\r\n[]'));
  });
  const good = createServer((_, response) => response.end(records));
  const [badPort, goodPort] = [await listen(server), await listen(good)];
  // A second run beside it shows how long a command takes on this machine now.
  const timed = async (port: number) => {
    const started = performance.now();
    const outcome = await list(['--base-url', `http://127.0.0.1:${port}`, '--timeout', '600h']);
    return { outcome, ms: performance.now() - started };
  };
  const [bad, beside] = await Promise.all([timed(badPort), timed(goodPort)]);
  expect(bad.outcome).toMatchObject({ exitCode: 7, stdout: '' });
  expect(beside.outcome).toEqual(listed);
  // It took seconds to word a failed assertion.
  expect(bad.ms).toBeLessThan(8 * beside.ms);
});

it('a command exits although a connection is still open', async () => {
  const port = await listen(createRawServer());
  const flags = ['--base-url', `http://127.0.0.1:${port}`, '--timeout', '300ms'];
  const { exitCode, stderr } = await list(flags, {}, 'table');
  expect({ exitCode, stderr }).toEqual({ exitCode: 7, stderr: expect.stringMatching(/^Error: /) });
});

it('the search for the binary of the database asks no DNS server about open connections', async () => {
  const watch = `
    const { getReport } = process.report;
    process.report.getReport = () => {
      process.stderr.write('asks: ' + !process.report.excludeNetwork);
      return getReport();
    };`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(watch)}`;
  const args = ['service', 'init', '--data', folder.file('plenary.db'), '--json'];
  const { stderr } = await spawnPlenary(args, { env: { NODE_OPTIONS } });
  expect(stderr.match(/asks: \w+/g)).toEqual(['asks: false']);
});
