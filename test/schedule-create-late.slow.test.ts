// `sessions apply --create` is killed while requests are under way that arrive later.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FaultyProxy, startFaultyProxy } from './support/faulty-proxy.ts';
import { plenary, startPlenary, startTestService, type TestService } from './support/program.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

let service: TestService;
let proxy: FaultyProxy;
let folder: ReturnType<typeof temporaryFolder>;
let delayMs = 0;
beforeAll(async () => {
  folder = temporaryFolder();
  service = await startTestService();
  proxy = await startFaultyProxy(service.url, { delayMs: () => delayMs, strips: ['idempotency-key'] });
});
afterAll(async () => {
  await proxy.close();
  await service.stop();
  folder.remove();
});

const listed = async (resource: string): Promise<readonly Record<string, string>[]> =>
  JSON.parse((await service.plenary([resource, 'list', '--all', '--json'])).stdout);

/** Applies a file of new talks, and kills the program when this many writes have arrived. They take effect later. */
async function killed(topic: string, talks: readonly string[], writes: number) {
  const rows = talks.map((title, at) => `${title},Room ${topic} ${at},2026-05-02 10:00,45,${topic}-${at}@example.org`);
  writeFileSync(folder.file('s.csv'), `Title,Room,Start,Duration,Submitter_email\n${rows.join('\n')}\n`);
  const env = { ...service.env, PLENARY_BASE_URL: proxy.url, PLENARY_STATE_DIR: folder.file(`state-${topic}`) };
  const invocation = { env: { ...env, PLENARY_TIMEZONE: 'Europe/Berlin' }, cwd: folder.path };
  const args = ['sessions', 'apply', 's.csv', '--create', '--yes', '--json', '--timeout', '3s'];
  const instant = proxy.written(proxy.writes() + writes);
  const child = startPlenary(args, invocation);
  const ended = once(child, 'close');
  child.stdin.end();
  await instant;
  child.kill('SIGKILL');
  await ended;
  return { invocation, args };
}

it('the same command waits for creations of the killed one, and creates none of them again', async () => {
  delayMs = 1500;
  const { invocation, args } = await killed('late', ['Ant', 'Bear'], 2);
  delayMs = 0;
  const again = await plenary(args, invocation);
  expect([again.exitCode, again.stderr]).toEqual([0, expect.stringContaining('Waiting ')]);
  const titles = (await listed('submissions')).map(({ title }) => title);
  expect(titles.filter((title) => title === 'Ant' || title === 'Bear').sort()).toEqual(['Ant', 'Bear']);
});

it('a resumed run does not move a new session that somebody has moved since', async () => {
  const { invocation } = await killed('moved', ['Crow'], 2);
  await proxy.atRest();
  const [crow] = (await listed('sessions')).filter(({ title }) => title === 'Crow');
  await service.plenary(['sessions', 'place', crow?.id ?? '', '--room', 'Attic', '--start', '2026-05-02T15:00:00Z']);
  const [{ run } = { run: '' }] = JSON.parse((await plenary(['runs', 'list', '--json'], invocation)).stdout);
  const resumed = await plenary(['runs', 'resume', run, '--json', '--timeout', '3s'], invocation);
  expect([resumed.exitCode, resumed.stderr]).toEqual([6, expect.stringContaining('and is now in Attic')]);
  expect((await listed('sessions')).filter(({ title }) => title === 'Crow')).toMatchObject([{ room: 'Attic' }]);
});
