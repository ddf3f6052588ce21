// The demo of an installation in which the user may not write: it needs a temporary folder, and nothing else.
import { chmodSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { installWithoutPackages } from './support/installation.ts';
import { folderForEach } from './support/stage.ts';

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
const folder = folderForEach();

// Permissions do not bind root, so the program runs as another user.
it.runIf(isRoot)('runs and leaves nothing behind, or explains that it has no temporary folder', async () => {
  const temporary = folder.file('temporary');
  mkdirSync(temporary);
  chmodSync(temporary, 0o777);
  chmodSync(folder.path, 0o755);
  const readOnly = installWithoutPackages();
  onTestFinished(readOnly.remove);
  symlinkSync(resolve('node_modules'), join(readOnly.path, 'node_modules'));
  for (const name of ['examples', '.']) chmodSync(join(readOnly.path, name), 0o555);
  const env = { TMPDIR: temporary };
  const start = { env, uid: nobody, cwd: readOnly.path };
  const { exitCode, stderr } = await readOnly.run(['demo'], start);
  expect({ exitCode, last: stderr.trim().split('\n').at(-1) }).toEqual({
    exitCode: 0,
    last: '  node bin/plenary.js --help',
  });
  expect(readdirSync(temporary)).toEqual([]);
  chmodSync(temporary, 0o555);
  const refused = await readOnly.run(['demo'], start);
  expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
  expect(refused.stderr).toMatch(/\nError: the temporary folder cannot be used: EACCES.*\nFix: set TMPDIR to a folder/);
});
