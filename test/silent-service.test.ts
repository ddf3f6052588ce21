// A service that stops responding while a run sends its rows: the run ends soon, and is resumed
// without a row that is lost or sent twice.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { startFaultyProxy } from './support/faulty-proxy.ts';
import { anEvent } from './support/ids.ts';
import { errorOf, plenary } from './support/program.ts';
import { skippingClock } from './support/skipping-clock.ts';
import { folderForEach, importsOf, serviceForEach } from './support/stage.ts';

const folder = folderForEach();
const service = serviceForEach();
const { importSpeakers } = importsOf(service, folder);

const addresses = Array.from({ length: 100 }, (_, at) => `p${at + 1}@example.org`);
const titles = `email,title\n${addresses.map((email) => `${email},CTO\n`).join('')}`;

/** A service that lists these speakers, and then refuses every connection. */
async function startLister(): Promise<string> {
  const data = addresses.map((email) => ({ id: email, email, title: null }));
  const server = createServer((_, response) => {
    response.on('finish', () => server.close());
    const headers = { 'content-type': 'application/json', connection: 'close' };
    response.writeHead(200, headers).end(JSON.stringify({ data, total: data.length }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function apply(
  baseUrl: string,
  env: Readonly<Record<string, string>>,
  ...flags: readonly string[]
) {
  writeFileSync(folder.file('titles.csv'), titles);
  const clock = skippingClock();
  const begun = clock.now();
  const words = ['speakers', 'apply', 'titles.csv', '--yes', '--base-url', baseUrl, ...flags];
  return plenary(words, { env, clock, cwd: folder.path }).then((result) => ({
    ...result,
    seconds: (clock.now() - begun) / 1000,
  }));
}

it.each([
  ['3', 6],
  ['1', 4],
  ['0', 4],
])(
  'with --retries %s, the attempts of all rows count as those of one request',
  async (retries, maxSeconds) => {
    const env = { PLENARY_TOKEN: 'token', PLENARY_EVENT: anEvent, PLENARY_STATE_DIR: folder.path };
    const url = await startLister();
    const result = await apply(url, env, '--retries', retries);
    expect(result).toMatchObject({ exitCode: 7, seconds: expect.toSatisfy(lessThan(maxSeconds)) });
    expect(result.stderr).toContain('runs resume');
    const notice = 'The service does not respond. Trying 2 more times.';
    expect(result.stderr.includes(notice)).toBe(retries === '3');
  },
);

it('the rows in doubt stay in doubt, and a resume completes all', async () => {
  await importSpeakers(`email\n${addresses.join('\n')}\n`, '--yes');
  let isDown = true;
  const proxy = await startFaultyProxy(service.url, {
    delayMs: () => 0,
    refuses: (_, writes) => isDown && writes > 20,
  });
  onTestFinished(() => proxy.close());
  const { env } = service;
  const stopped = await apply(proxy.url, env, '--json', '--insecure-http');
  isDown = false;
  // If each row had attempts of its own, more than 40; part of it is the time of a busy machine.
  expect(stopped).toMatchObject({ exitCode: 10, seconds: expect.toSatisfy(lessThan(20)) });
  const { counts, run } = JSON.parse(stopped.stdout);
  expect(counts).toMatchObject({ rows: 100, failed: 0, rejected: 0 });
  expect(counts.updated + counts.unknown + counts.pending).toBe(100);
  expect(counts.unknown).toBeGreaterThan(0);
  expect(errorOf(stopped)).toMatchObject({ code: 'outcome_unknown' });
  const words = ['runs', 'resume', run, '--yes', '--json', '--base-url', proxy.url];
  const resumed = await service.plenary(words);
  expect(resumed.exitCode).toBe(0);
  const listed = JSON.parse((await service.plenary(['speakers', 'list', '--json'])).stdout);
  expect(listed.map(({ title }: { title: string }) => title)).toEqual(addresses.map(() => 'CTO'));
});

const lessThan = (most: number) => (value: number) => value < most;
