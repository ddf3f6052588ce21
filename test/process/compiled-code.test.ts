// The compiled code of the built program: saved by the first start of a command, used by the next, and never from strangers.
import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { spawnPlenary } from '../support/program.ts';
import { folderForEach, sharedService } from '../support/stage.ts';

const service = sharedService();
const folder = folderForEach();

function run(...args: readonly string[]) {
  return spawnPlenary(args, { env: { XDG_CACHE_HOME: folder.path } });
}

function savedFolder(): string {
  const code = folder.file('plenary/code');
  const [version, ...others] = readdirSync(code);
  expect(others).toEqual([]);
  return join(code, version ?? '');
}

const times = () => readdirSync(savedFolder()).map((name) => [name, statSync(join(savedFolder(), name)).mtimeMs]);

it('is written by the first start of a command, and read by the next', async () => {
  const first = await run('--help');
  expect(first).toMatchObject({ exitCode: 0, stderr: '' });
  const written = times();
  expect(written.map(([name]) => name)).toContain('main.js.code');
  expect(await run('--help')).toEqual(first);
  expect(times()).toEqual(written);
  await run('config', 'list');
  expect(times().length).toBeGreaterThan(written.length);
});

it('is run as it is, so it is not read if another user could have written it', async () => {
  const { stdout: help } = await run('--help');
  const target = join(savedFolder(), 'main.js.code');
  // Other code of the same length, which V8 takes for that of main.js, with the checksum of the real source.
  const planted = `
    const { Script } = require('node:vm');
    const { crc32 } = require('node:zlib');
    const { readFileSync, writeFileSync } = require('node:fs');
    if (process.versions.node.startsWith('20.')) require('node:v8').setFlagsFromString('--liftoff-only');
    const source = readFileSync(${JSON.stringify(resolve('dist/main.js'))});
    const head = '(function (exports, require, module, __filename, __dirname) {';
    const size = head.length + source.toString().length + '\\n})'.length;
    const data = new Script((head + "console.log('planted');").padEnd(size - 2) + '})').createCachedData();
    const end = Buffer.alloc(4);
    end.writeUInt32LE(crc32(source, crc32(data)));
    writeFileSync(${JSON.stringify(target)}, Buffer.concat([data, end]));`;
  execFileSync(process.execPath, ['-e', planted]);
  expect((await run('--help')).stdout).toBe('planted\n');
  chmodSync(target, 0o666);
  expect((await run('--help')).stdout).toBe(help);
  expect(statSync(target).mode & 0o777).toBe(0o600);
  expect((await run('--help')).stdout).toBe(help);
});

it('is refused and written again if it is damaged', async () => {
  const { stdout: help } = await run('--help');
  const saved = readdirSync(savedFolder()).map((name) => join(savedFolder(), name));
  const sizes = saved.map((path) => statSync(path).size);
  for (const [at, path] of saved.entries()) writeFileSync(path, Buffer.alloc(sizes[at] ?? 0));
  expect(await run('--help')).toEqual({ exitCode: 0, stdout: help, stderr: '' });
  for (const path of saved) expect(readFileSync(path).some((byte) => byte !== 0)).toBe(true);
});

it('is saved after a long import too, for which V8 works with other flags', async () => {
  const rows = Array.from({ length: 12_000 }, (_, at) => `speaker-${at}@example.org\n`);
  const args = ['speakers', 'import', '-', '--dry-run'];
  const env = { ...service.env, XDG_CACHE_HOME: folder.path };
  expect(await spawnPlenary(args, { env, stdin: `Email\n${rows.join('')}` })).toMatchObject({ exitCode: 0 });
  expect(times().length).toBeGreaterThan(10);
});
