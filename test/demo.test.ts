// The demo from start to end, as a process: it must build the program it promises, and leave nothing behind.
import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { spawnPlenary } from './support/program.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

it('places sessions before the reader, and cleans up after itself', async () => {
  const { exitCode, stdout, stderr } = await spawnPlenary(['demo'], {
    // Newer versions of Node keep compiled code there, for everybody.
    env: { TMPDIR: folder.path, NODE_DISABLE_COMPILE_CACHE: '1' },
  });
  expect(exitCode).toBe(0);
  expect(stdout).toContain('applied    58\n');
  const timetable = stdout.slice(stdout.indexOf('Thursday, 20 May 2027 (Europe/Lisbon)\n'));
  expect(timetable).toMatch(/^ +Lighthouse +Boathouse +Pier 3$/m);
  expect(timetable).toMatch(/^09:30 +┌ Queues all the way down +┌ A design system for 212 museums +┌ Exactly once is/m);
  expect(stderr).toContain('$ node bin/plenary.js sessions place sub_');
  expect(stderr).toContain('Talk title');
  expect(stderr).not.toMatch(/plt_/);
  expect(readdirSync(folder.path)).toEqual([]);
});
