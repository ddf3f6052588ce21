// `sessions apply --create` is killed while it creates submissions, before it places them, and while it does.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FaultyProxy, startFaultyProxy } from './support/faulty-proxy.ts';
import { plenary, startPlenary, startTestService, type TestService } from './support/program.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

let service: TestService;
let proxy: FaultyProxy;
let folder: ReturnType<typeof temporaryFolder>;
beforeAll(async () => {
  folder = temporaryFolder();
  service = await startTestService();
  proxy = await startFaultyProxy(service.url, { delayMs: () => Math.random() * 30, strips: ['idempotency-key'] });
});
afterAll(async () => {
  await proxy.close();
  await service.stop();
  folder.remove();
});

const talks = 12;
const subjects = 'ant bear crow deer eel frog goat hare ibis jay koala lynx'.split(' ');

it.each([
  ['creates', talks / 2, false, 'one'],
  ['creates, and is resumed by the name of its run', talks / 2, true, 'two'],
  ['has created all', talks, false, 'six'],
  ['places', talks * 1.5, false, 'ten'],
])('each talk is created and placed once if it is killed when it %s', async (_, writes, isResumed, topic) => {
  const titles = subjects.map((subject) => `${subject} ${topic}`);
  const rows = titles.map((title, at) => `${title},Room ${topic} ${at},2026-05-02 10:00,45,${topic}-${at}@example.org`);
  writeFileSync(folder.file('s.csv'), `Title,Room,Start,Duration,Submitter_email\n${rows.join('\n')}\n`);
  const env = {
    ...service.env,
    PLENARY_BASE_URL: proxy.url,
    PLENARY_STATE_DIR: folder.file(`state-${topic}`),
  };
  const invocation = { env, cwd: folder.path };
  // A run waits this long for requests in doubt.
  const args = ['sessions', 'apply', 's.csv', '--create', '--timeout', '1s', '--timezone', 'Europe/Berlin', '--json'];

  const instant = proxy.written(proxy.writes() + writes);
  const child = startPlenary(args, invocation);
  const ended = once(child, 'close');
  child.stdin.end();
  await Promise.race([instant, ended]);
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);

  if (isResumed) {
    const runs = JSON.parse((await plenary(['runs', 'list', '--json'], invocation)).stdout);
    const resumed = await plenary(['runs', 'resume', runs[0].run, '--timeout', '1s'], invocation);
    expect([resumed.exitCode, resumed.stderr]).toEqual([0, expect.stringContaining(`Resuming run ${runs[0].run}`)]);
  }
  const { exitCode, stderr } = await plenary(args, invocation);
  expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
  await proxy.atRest();

  const listed = async (resource: string): Promise<readonly Record<string, string>[]> =>
    JSON.parse((await service.plenary([resource, 'list', '--all', '--json'])).stdout);
  const own = ({ title = '' }) => titles.includes(title);
  expect(
    (await listed('submissions'))
      .filter(own)
      .map(({ title }) => title)
      .sort(),
  ).toEqual(titles);
  const placed = (await listed('sessions')).filter(own).map(({ title, room }) => `${title} in ${room}`);
  expect(placed.sort()).toEqual(titles.map((title, at) => `${title} in Room ${topic} ${at}`));
});
