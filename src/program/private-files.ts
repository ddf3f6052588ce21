// Keeps private files of a program out of version control: the folder of what is private, and the
// lines of `.gitignore`.

import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { createFolder, createPrivateFolder } from '../create-folder.ts';
import { OutputError, systemFault } from '../errors.ts';
import { lineEndsOf } from '../files/line-ends.ts';
import { realPath } from '../real-path.ts';
import { type Replacements, removeLeftovers, replaceFiles } from '../replace-file.ts';
import { programFiles, roomsName, snapshotFolder } from './files.ts';

/**
 * @returns the folder of what is private, without what a command that was killed has left there
 * @throws {OutputError} if it cannot be created
 */
export function openPrivateFolder(folder: string): string {
  const path = join(folder, snapshotFolder);
  try {
    createFolder(folder);
    createPrivateFolder(path);
    chmodSync(path, 0o700);
    removeLeftovers(path);
  } catch (cause) {
    throw new OutputError(...systemFault(`cannot write ${folder}`, cause));
  }
  return path;
}

/** Adds the patterns that are missing. Lines of the user's own are preserved. */
export function addIgnored(files: Replacements, folder: string, patterns: readonly string[]): void {
  const path = join(folder, '.gitignore');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const lines = text.split('\n').map((line) => line.trim());
  const missing = patterns.filter((pattern) => !lines.includes(pattern));
  if (missing.length === 0) return;
  const { end, isLastEnded } = lineEndsOf(text);
  const before = text === '' || isLastEnded ? text : `${text}${end}`;
  files.begin(path).write(`${before}${missing.map((pattern) => `${pattern}${end}`).join('')}`);
}

/**
 * Adds what of these is in the folder. Files of the program stay in version control.
 * @param paths a folder ends with a slash
 * @throws {OutputError} if `.gitignore` cannot be written
 */
export function ignorePaths(folder: string, paths: readonly string[]): void {
  const patterns = paths.flatMap((path) => patternFor(folder, path) ?? []);
  const ignored = patterns.filter((pattern) => !contentNames.includes(pattern));
  if (ignored.length === 0) return;
  replaceFiles(openPrivateFolder(folder), (files) => addIgnored(files, folder, ignored));
}

const contentNames: readonly string[] = [
  ...Object.values(programFiles).map(({ name }) => name),
  roomsName,
];

/** A path in a folder as a pattern for git; undefined outside. */
function patternFor(folder: string, path: string): string | undefined {
  const place = existsSync(path) ? realPath(path) : join(realPath(dirname(path)), basename(path));
  const names = relative(realPath(folder), place).split(sep);
  if (names[0] === '..' || isAbsolute(names.join(sep))) return undefined;
  const pattern = names.map((name) => name.replace(/[\\*?[\]#! ]/g, '\\$&')).join('/');
  return path.endsWith('/') ? `${pattern}/` : pattern;
}
