// The built program behind proxies, and with certificates that it must not trust.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer, type Server } from 'node:https';
import {
  type AddressInfo,
  connect,
  createServer as createRawServer,
  type Server as NetServer,
} from 'node:net';
import type { Duplex } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { anEvent } from '../support/ids.ts';
import {
  certificate,
  expiredCertificate,
  namedCertificate,
  privateKey,
} from '../support/loopback-certificate.ts';
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

function list(
  flags: readonly string[],
  env: Readonly<Record<string, string>> = {},
  format = 'ndjson',
) {
  const settings = { PLENARY_TOKEN: 'plt_very-secret-token', PLENARY_EVENT: anEvent };
  const args = ['speakers', 'list', '--fields', 'id', '-o', format, '--retries', '0', ...flags];
  return spawnPlenary(args, { env: { ...settings, ...env } });
}

const listed = { exitCode: 0, stdout: '{"id":"spk_1"}\n', stderr: '' };

describe('a proxy', () => {
  it('tunnels https to a host that only it can reach, with credentials', async () => {
    const target = await listen(secureServer(namedCertificate));
    const requests: string[] = [];
    const proxy = createServer().on('connect', ({ url, headers }, near) => {
      requests.push(`CONNECT ${url} ${headers['proxy-authorization']}`);
      tunnel(near, target);
    });
    const ca = ['--ca-cert', caFile('named.pem', namedCertificate)];
    const env = { HTTPS_PROXY: `http://ada:pass%3Aword@127.0.0.1:${await listen(proxy)}` };
    const outcome = await list(['--base-url', 'https://program.test', ...ca, '--debug'], env);
    expect(outcome).toMatchObject({ exitCode: 0, stdout: listed.stdout });
    expect(outcome.stderr).not.toMatch(/pass|secret/);
    const credentials = Buffer.from('ada:pass:word').toString('base64');
    expect(requests).toEqual([`CONNECT program.test:443 Basic ${credentials}`]);
  });

  it('may itself be reached by https, by its IP address', async () => {
    const target = await listen(secureServer(namedCertificate));
    const server = secureServer(certificate).on('connect', (_, near) => tunnel(near, target));
    const ca = ['--ca-cert', caFile('both.pem', `${certificate}${namedCertificate}`)];
    const secure = `https://127.0.0.1:${await listen(server)}`;
    expect(
      await list(['--base-url', 'https://program.test', ...ca], { HTTPS_PROXY: secure }),
    ).toEqual(listed);
  });
});

describe('a certificate', () => {
  it.each([
    ['expired', expiredCertificate, 'its certificate has expired'],
    ['for another host name', namedCertificate, 'its certificate is for another host name'],
  ])('%s ends the first request of a list with one sentence', async (name, served, reason) => {
    const url = `https://127.0.0.1:${await listen(secureServer(served))}`;
    const ca = ['--ca-cert', caFile(`${name}.pem`, served)];
    const { exitCode, stdout, stderr } = await list(['--base-url', url, ...ca]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 7, stdout: '' });
    const { error } = JSON.parse(stderr);
    expect(error).toMatchObject({ code: 'network', exitCode: 7, retryable: false });
    expect(error.message).toBe(`cannot reach ${url.slice('https://'.length)}: ${reason}`);
  });
});

it('pages that are compressed, and limited without end, are listed', async () => {
  const encodings = {
    1: ['gzip', gzipSync],
    2: ['deflate', deflateSync],
    3: ['br', brotliCompressSync],
  } as const;
  const server = createServer(({ url = '' }, response) => {
    const page = Number(new URL(url, 'http://localhost').searchParams.get('page') ?? 1);
    const [encoding, compress] = encodings[page as keyof typeof encodings];
    const pagination = { currentPage: page, pageSize: 1, totalPages: 3, totalResults: 3 };
    response
      .setHeader('content-encoding', encoding)
      .setHeader('ratelimit-remaining', '0')
      .setHeader('ratelimit-reset', page === 1 ? '999999999' : '9'.repeat(20))
      .end(compress(JSON.stringify({ data: [{ id: `spk_${page}` }], pagination })));
  });
  const flags = ['--base-url', `http://127.0.0.1:${await listen(server)}/v1`, '--timeout', '600h'];
  expect(await list(flags, {}, 'csv')).toEqual({
    exitCode: 0,
    stdout: 'id\nspk_1\nspk_2\nspk_3\n',
    stderr: '',
  });
});

it('a compressed body that is endless or damaged is an error', async () => {
  const server = createServer(({ url = '' }, response) => {
    const isBomb = url.startsWith('/bomb');
    const body = isBomb
      ? gzipSync(Buffer.alloc(65 * 1024 * 1024))
      : gzipSync(records).subarray(0, 20);
    response.setHeader('content-encoding', 'gzip').end(body);
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const env = { PLENARY_TOKEN: 'plt_t', PLENARY_EVENT: anEvent };
  const read = (path: string) =>
    plenary(['speakers', 'list', '--base-url', `${url}/${path}`], { env });
  const [bomb, damaged] = [await read('bomb'), await read('damaged')];
  expect([bomb.exitCode, damaged.exitCode]).toEqual([1, 1]);
  expect(bomb.stderr).toMatch(/^Error: .* is larger than 64 MiB\n/);
  expect(damaged.stderr).toMatch(/^Error: .* cannot be decompressed\n/);
});

it('a command exits although a connection is still open', async () => {
  const port = await listen(createRawServer());
  const flags = ['--base-url', `http://127.0.0.1:${port}`, '--timeout', '300ms'];
  const { exitCode, stderr } = await list(flags, {}, 'table');
  expect({ exitCode, stderr }).toEqual({ exitCode: 7, stderr: expect.stringMatching(/^Error: /) });
});

it('the search for the binary of the database asks no DNS server', async () => {
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
