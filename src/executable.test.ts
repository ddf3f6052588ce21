// The files of the single executable: what is unpacked, and what happens to a folder that someone has changed.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderForEach } from '../test/support/stage.ts';
import { DatabaseError, OutputError } from './errors.ts';
import { type ExecutableContents, loadBinary, unpack } from './executable.ts';

const folder = folderForEach();
const files: Readonly<Record<string, string>> = { 'program.js': 'run()', 'examples/talks.csv': 'title\nÆther\n' };

function contents(given = files): ExecutableContents & { readonly read: string[] } {
  const read: string[] = [];
  return {
    id: '1.2.3-abc',
    hashes: Object.fromEntries(
      Object.entries(given).map(([path, text]) => [path, createHash('sha256').update(text).digest('hex')]),
    ),
    bytesOf(path) {
      read.push(path);
      return Buffer.from(given[path] ?? '');
    },
    read,
  };
}

const unpacked = (path: string) => join(folder.path, 'state/executable/1.2.3-abc', path);
const parent = () => folder.file('state/executable');

it('unpacks the files for their owner alone, in a folder of this version', () => {
  expect(unpack(contents(), parent())).toBe(unpacked('.').replace(/\/$/, ''));
  expect(readFileSync(unpacked('program.js'), 'utf8')).toBe('run()');
  expect(readFileSync(unpacked('examples/talks.csv'), 'utf8')).toBe('title\nÆther\n');
  const modes = ['', 'program.js', 'examples', 'examples/talks.csv'].map(
    (path) => lstatSync(unpacked(path)).mode & 0o777,
  );
  expect(modes).toEqual([0o700, 0o600, 0o700, 0o600]);
  expect(readdirSync(unpacked('')).toSorted()).toEqual(['examples', 'program.js']);
});

it('replaces only the files that differ, and follows no link', () => {
  unpack(contents(), parent());
  const again = contents();
  unpack(again, parent());
  expect(again.read).toEqual([]);
  writeFileSync(unpacked('program.js'), 'run(');
  writeFileSync(folder.file('victim'), 'precious');
  rmSync(unpacked('examples/talks.csv'));
  symlinkSync(folder.file('victim'), unpacked('examples/talks.csv'));
  const repaired = contents();
  unpack(repaired, parent());
  expect(repaired.read).toEqual(['program.js', 'examples/talks.csv']);
  expect(readFileSync(unpacked('program.js'), 'utf8')).toBe('run()');
  expect(lstatSync(unpacked('examples/talks.csv')).isFile()).toBe(true);
  expect(readFileSync(folder.file('victim'), 'utf8')).toBe('precious');
});

it('refuses a folder that others can write to, because they could replace a file after the check', () => {
  unpack(contents(), parent());
  chmodSync(unpacked(''), 0o770);
  expect(() => unpack(contents(), parent())).toThrow(OutputError);
  chmodSync(unpacked(''), 0o700);
  expect(() => unpack(contents(), parent())).not.toThrow();
});

it.runIf(process.getuid?.() === 0)('refuses a folder of another user', () => {
  unpack(contents(), parent());
  chownSync(unpacked(''), 65_534, 65_534);
  expect(() => unpack(contents(), parent())).toThrow('other users can write to it');
});

it('explains that it cannot write, and leaves no part of a file', () => {
  writeFileSync(folder.file('state'), '');
  expect(() => unpack(contents(), parent())).toThrow(
    expect.objectContaining({
      message: `cannot unpack the program's files into ${parent()}/1.2.3-abc: a part of the path is not a folder`,
      fix: 'set PLENARY_STATE_DIR to a folder that only you can write to',
    }),
  );
  rmSync(folder.file('state'));
  mkdirSync(unpacked('program.js'), { recursive: true, mode: 0o700 });
  expect(() => unpack(contents(), parent())).toThrow(OutputError);
  expect(readdirSync(unpacked('')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

it('names the folder as the place to change if the system refuses to load a binary from it', () => {
  unpack(contents({ 'libsql.node': 'no binary' }), parent());
  expect(() => loadBinary(unpacked(''), 'libsql.node')).toThrow(DatabaseError);
});
