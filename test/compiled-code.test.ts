// The compiled code of the built program: saved by the first start of a command, used by the next, and never from strangers.
import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { spawnPlenary } from './support/program.ts';
import { folderForEach } from './support/stage.ts';

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
  expect(written.map(([name]) => name)).toContain('main.js');
  expect(await run('--help')).toEqual(first);
  expect(times()).toEqual(written);
  await run('config', 'list');
  expect(times().length).toBeGreaterThan(written.length);
});

it('is run as it is, so it is not read if another user could have written it', async () => {
  const { stdout: help } = await run('--help');
  const target = join(savedFolder(), 'main.js');
  // Other code of the same length, which V8 takes for that of main.js.
  const planted = `
    const { Script } = require('node:vm');
    if (process.versions.node.startsWith('20.')) require('node:v8').setFlagsFromString('--liftoff-only');
    const head = '(function (exports, require, module, __filename, __dirname) {';
    const size = head.length + ${readFileSync(resolve('dist/main.js'), 'utf8').length} + '\\n})'.length;
    const script = new Script((head + "console.log('planted');").padEnd(size - 2) + '})');
    require('node:fs').writeFileSync(${JSON.stringify(target)}, script.createCachedData());`;
  execFileSync(process.execPath, ['-e', planted]);
  expect((await run('--help')).stdout).toBe('planted\n');
  chmodSync(savedFolder(), 0o777);
  expect((await run('--help')).stdout).toBe(help);
});

it('is refused if it is damaged, and the program runs without it', async () => {
  const { stdout: help } = await run('--help');
  for (const name of readdirSync(savedFolder())) truncateSync(join(savedFolder(), name), 100);
  expect(await run('--help')).toEqual({ exitCode: 0, stdout: help, stderr: '' });
});
