// Refuses what a link in the folder of a program would have written outside of it: such a folder
// may come from anybody. Must not know what is written.
import { existsSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { InvalidInputError } from '../errors.ts';
import { isLink } from './entries.ts';
import { nearestProgram } from './working-folder.ts';

/**
 * Other links are followed: those outside of programs, and those that lead to the same program.
 * @param path of a file or a folder to write, which may not exist
 * @throws {InvalidInputError} if a link in the folder of a program leads out of it
 */
export function refuseLinkOut(path: string): void {
  for (const link of linksIn(resolve(path))) {
    const folder = realpathSync.native(dirname(link));
    const program = nearestProgram(folder, undefined)?.path;
    if (program === undefined || isInside(targetOf(link, folder), program)) continue;
    throw new InvalidInputError(
      `${shortest(link)} is a symbolic link that leads out of the folder of the program`,
      { fix: 'remove it, or name a place that is not behind it' },
    );
  }
}

/** The links among a path and the folders above it. */
function linksIn(path: string): readonly string[] {
  const parent = dirname(path);
  if (parent === path) return [];
  return isLink(path) ? [...linksIn(parent), path] : linksIn(parent);
}

/** Where a link leads, without further links; also if nothing is there yet. */
function targetOf(link: string, folder: string): string {
  if (existsSync(link)) return realpathSync.native(link);
  const target = resolve(folder, readlinkSync(link));
  let existing = dirname(target);
  while (!existsSync(existing)) existing = dirname(existing);
  return resolve(realpathSync.native(existing), relative(existing, target));
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** As a user in the current folder would write it. */
function shortest(path: string): string {
  const way = relative('.', path);
  return way.startsWith('..') ? path : way;
}
