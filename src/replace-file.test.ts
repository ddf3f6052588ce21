// Files that are replaced together: in which order, with which permissions, and what a failure in
// between leaves.
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { createReplacements, whileInUse } from './replace-file.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const read = (name: string) => readFileSync(folder.file(name), 'utf8');

/**
 * Replaces these files; the one named `stuck` is a folder with a file in it, which nothing can
 * replace.
 */
function replacing(names: readonly string[], last: readonly string[]) {
  for (const name of [...names, ...last]) {
    if (name !== 'stuck') writeFileSync(folder.file(name), 'old');
  }
  mkdirSync(folder.file('stuck'));
  writeFileSync(folder.file('stuck/file'), '');
  const files = createReplacements(folder.path);
  for (const name of last) files.beginLast(folder.file(name)).write('new');
  for (const name of names) files.begin(folder.file(name)).write('new');
  try {
    files.commit();
  } finally {
    files.discard();
  }
}

it('leaves the last files as they were if one of the others cannot take its place', () => {
  expect(() => replacing(['a', 'stuck', 'b'], ['base', 'manifest'])).toThrow('cannot write');
  expect(['a', 'b', 'base', 'manifest'].map(read)).toEqual(['new', 'old', 'old', 'old']);
});

it('are in their places when the last files take theirs, in their order', () => {
  expect(() => replacing(['a', 'b'], ['base', 'stuck', 'manifest'])).toThrow('cannot write');
  expect(['a', 'b', 'base', 'manifest'].map(read)).toEqual(['new', 'new', 'new', 'old']);
});

it('leaves a file with its permissions, and narrows those that are too wide', () => {
  const files = createReplacements(folder.path);
  const modes = ([[0o600], [0o775], [0o640, 0o644], [0o666, 0o644]] as const).map(
    ([mode, most]) => {
      const path = folder.file(mode.toString(8));
      writeFileSync(path, 'old');
      chmodSync(path, mode);
      files.begin(path, most).write('new');
      return () => statSync(path).mode & 0o777;
    },
  );
  files.commit();
  expect(modes.map((mode) => mode())).toEqual([0o600, 0o775, 0o640, 0o644]);
});

it('waits while another program uses a file, but not forever', () => {
  const failures = ['EPERM', 'EBUSY', 'EACCES'].map((code) => Object.assign(new Error(), { code }));
  const action = vi.fn(() => {
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
  });
  whileInUse(action);
  expect(action).toHaveBeenCalledTimes(4);
  const isUsed = Object.assign(new Error(), { code: 'EBUSY' });
  const others = vi.fn(() => {
    throw isUsed;
  });
  expect(() => whileInUse(others, 4)).toThrow(isUsed);
  expect(others).toHaveBeenCalledTimes(4);
});
