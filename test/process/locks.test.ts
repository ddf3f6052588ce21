// What several processes share: a lock is held by one of them, and settings that they save at the
// same time are all saved.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { BusyError } from '../../src/errors.ts';
import { takeLock } from '../../src/runs/lock.ts';
import { folderForEach } from '../support/stage.ts';

const folder = folderForEach();
const source = (path: string) => JSON.stringify(resolve('src', path));
const start = (program: string, ...args: readonly string[]): ChildProcess =>
  spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });

it('a lock is held by one process, until that is killed', async () => {
  const path = folder.file('x.lock');
  const holder = start(`
    import { takeLock } from ${source('runs/lock.ts')};
    globalThis.lock = takeLock(${JSON.stringify(path)}, { what: 'it' });
    process.stdout.write('taken');
    setInterval(() => {}, 1000);`);
  onTestFinished(() => void holder.kill('SIGKILL'));
  if (holder.stdout !== null) await once(holder.stdout, 'data');
  expect(() => takeLock(path, { what: 'another import' })).toThrow(BusyError);
  expect(() => takeLock(path, { what: 'another import' })).toThrow('another import is in progress');
  const gone = once(holder, 'exit');
  holder.kill('SIGKILL');
  await gone;
  takeLock(path, { what: 'another import' }).release();
});

it('settings that two processes save are all saved', async () => {
  const home = {
    env: { PLENARY_CONFIG_DIR: folder.path },
    homedir: folder.path,
    platform: 'linux',
  };
  const program = `
    const { openProfiles } = await import(${source('config/profiles.ts')});
    for (let round = 0; round < 20; round++) {
      const profiles = await openProfiles(${JSON.stringify(home)}, () => {});
      await profiles.set(process.argv[1] + '-' + round, 'event', 'x');
    }`;
  const ended = ['a', 'b'].map((name) => once(start(program, name), 'close'));
  expect((await Promise.all(ended)).map(([code]) => code)).toEqual([0, 0]);
  expect(
    Object.keys(JSON.parse(readFileSync(folder.file('config.json'), 'utf8')).profiles),
  ).toHaveLength(40);
});
