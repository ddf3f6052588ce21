// The single executable, where there is no Node and nothing of this repository: what works, and what it does with its own files.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, mkdirSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { useFirst } from '../support/first-use.ts';
import { runToEnd } from '../support/installation.ts';
import { folderForEach } from '../support/stage.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const built = temporaryFolder();
const executable = built.file('plenary-here');
beforeAll(() => promisify(execFile)(process.execPath, ['scripts/executable.js', '--out', executable]));
afterAll(built.remove);

const folder = folderForEach();
const alone = { PATH: '/nonexistent', PLENARY_CONFIG_DIR: undefined, PLENARY_STATE_DIR: undefined };
const run = (args: readonly string[], env = {}) =>
  runToEnd([executable], args, { cwd: folder.path, env: { ...alone, HOME: folder.path, ...env } });
const unpackedIn = (state: string) => {
  const [name = ''] = readdirSync(join(state, 'executable'));
  return join(state, 'executable', name);
};

it('shows a stranger all of its work', async () => {
  await useFirst({ command: [executable], name: executable, env: alone });
});

it('unpacks nothing for help and version, and takes every argument as its own', async () => {
  expect(await run(['--version'])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
  expect(await run(['--help'])).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('speakers') });
  expect(await run(['--eval', '1'])).toMatchObject({ exitCode: 2, stdout: '' });
  expect(readdirSync(folder.path)).toEqual([]);
});

it('unpacks its database once, for the user alone, and again if it was damaged', async () => {
  const state = folder.file('.local/state/plenary');
  expect(await run(['service', 'init', '--data', 'one.db'])).toMatchObject({ exitCode: 0 });
  const library = join(unpackedIn(state), 'libsql.node');
  const { ino, size, mode } = statSync(library);
  expect(mode & 0o777).toBe(0o600);
  expect(await run(['service', 'init', '--data', 'two.db'])).toMatchObject({ exitCode: 0 });
  expect(statSync(library).ino).toBe(ino);
  truncateSync(library, size / 2);
  expect(await run(['service', 'init', '--data', 'three.db'])).toMatchObject({ exitCode: 0 });
  expect(statSync(library).size).toBe(size);
});

it('is started by several processes at once', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const results = await Promise.all(names.map((name) => run(['service', 'init', '--data', `${name}.db`])));
  expect(results.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
  const unpacked = unpackedIn(folder.file('.local/state/plenary'));
  expect(readdirSync(unpacked).toSorted()).toEqual(['dist', 'examples', 'libsql.node', 'package.json']);
});

it('explains that it cannot write its files', async () => {
  const { exitCode, stderr } = await run(['service', 'init', '--data', 'one.db'], { PLENARY_STATE_DIR: '/dev/null' });
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(
    /^Error: cannot unpack the program's files into \/dev\/null\/executable\/.*: a part of the path/,
  );
  expect(stderr).toContain('\nFix: set PLENARY_STATE_DIR to a folder that only you can write to\n');
});

const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0;

it.runIf(canMount)('explains that a disk from which no program may run cannot have its database', async () => {
  const state = folder.file('state');
  mkdirSync(state);
  const script = 'mount -t tmpfs -o noexec,size=64m tmpfs "$1" && shift && exec "$@"';
  const mounted = ['--mount', 'sh', '-c', script, 'sh', state, executable, 'service', 'init', '--data', 'one.db'];
  const unshare = execFileSync('sh', ['-c', 'command -v unshare'], { encoding: 'utf8' }).trim();
  const { exitCode, stderr } = await runToEnd([unshare], mounted, {
    cwd: folder.path,
    env: { ...alone, PATH: process.env.PATH, HOME: folder.path, PLENARY_STATE_DIR: state },
  });
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(
    /^Error: the embedded database \(libsql\) cannot be loaded: .*libsql\.node: failed to map segment/,
  );
  expect(stderr).toContain('Fix: set PLENARY_STATE_DIR to a folder from which programs can be started');
});

it('contains no path of the machine that built it', async () => {
  const wanted = Buffer.from(process.cwd());
  let rest = Buffer.alloc(0);
  let found = false;
  const stream = createReadStream(executable, { highWaterMark: 2 ** 20 });
  stream.on('data', (chunk) => {
    const bytes = Buffer.concat([rest, Buffer.from(chunk)]);
    found ||= bytes.includes(wanted);
    rest = bytes.subarray(-wanted.length);
  });
  await once(stream, 'end');
  expect(found).toBe(false);
});
