// The demo from start to end, as a process: it must build the program it promises, and leave nothing behind.
import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { plenary, temporaryFolder } from './program.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

it('places sessions before the reader, and cleans up after itself', async () => {
  const { exitCode, stdout, stderr } = await plenary(['demo'], {
    // Newer versions of Node keep compiled code there, for everybody.
    env: { TMPDIR: folder.path, NODE_DISABLE_COMPILE_CACHE: '1' },
  });
  expect(exitCode).toBe(0);
  const sessions = stdout.slice(stdout.lastIndexOf('START '));
  expect(sessions.trim().split('\n')).toHaveLength(1 + 8);
  expect(sessions).toContain('2027-05-20T09:30:00+01:00  Lighthouse  Queues all the way down\n');
  expect(stderr).toContain('$ plenary sessions place sub_');
  expect(stderr).toContain('Talk title');
  expect(stderr).not.toMatch(/plt_/);
  expect(readdirSync(folder.path)).toEqual([]);
});
