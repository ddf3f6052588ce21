// Owns which files an agent may name, and where plans are saved. Must not know what is in them.
import { randomBytes } from 'node:crypto';
import { readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { configDirectory, stateDirectory } from '../../../config/paths.ts';
import { createPrivateFolder } from '../../../create-folder.ts';
import { systemReason, UsageError } from '../../../errors.ts';
import { realPath } from '../../../real-path.ts';
import type { Io } from '../../io.ts';

export interface ToolFiles {
  /**
   * The absolute path of a file that an agent named.
   * @throws {UsageError} if agents may not read it
   */
  readable(path: string, type: 'file' | 'folder'): string;
  /**
   * The path of a new file in a folder that only its owner can read.
   * @param name its end, e.g. `plan.json`
   * @throws {UsageError}
   */
  fresh(name: string): string;
}

/**
 * @param folder what agents may read
 * @param plans where plans are saved; in the state folder if undefined
 * @throws {UsageError} if the folder does not exist
 */
export function openToolFiles(io: Io, folder = '.', plans?: string): ToolFiles {
  const root = existingPath(folder, folder);
  if (!statSync(root).isDirectory())
    throw new UsageError(`${folder} is not a folder`, { fix: 'pass a folder' });
  // They have tokens, and the records of other events.
  const plenaryFolders = [configDirectory(io), stateDirectory(io)];
  const saved = resolve(plans ?? join(stateDirectory(io), 'plans'));
  return {
    readable(path, type) {
      const plans = realPath(saved);
      const isReadable = (place: string) => isInside(plans, place) || isInside(root, place);
      const named = resolve(root, path);
      // An agent does not learn whether a file exists elsewhere.
      const isNear =
        isReadable(named) || isInside(resolve(folder), named) || isInside(saved, named);
      const place = isNear ? existingPath(named, path) : named;
      if (!isReadable(place)) {
        throw new UsageError(`${path} is outside the folder ${root}`, {
          fix: 'ask the person to copy it there, or to start the server with another --files',
        });
      }
      const isHidden = relative(root, place)
        .split(sep)
        .some((name) => name.startsWith('.'));
      const isOwn = plenaryFolders.some((directory) => isInside(realPath(directory), place));
      if (!isInside(plans, place) && (isHidden || isOwn)) {
        throw new UsageError(`${path} is hidden or belongs to Plenary, and is not read`, {
          fix: 'name another file',
        });
      }
      const stats = statSync(place);
      if (type === 'folder' && !stats.isDirectory())
        throw new UsageError(`${path} is not a folder`);
      if (type === 'file' && !stats.isFile()) {
        throw new UsageError(`${path} is not a regular file`, { fix: 'name a file' });
      }
      if (type === 'file' && !kinds.includes(extname(place).toLowerCase())) {
        throw new UsageError(`${path} is not a file of a kind that is read`, {
          fix: `name a file that ends in one of ${kinds.join(', ')}`,
        });
      }
      return place;
    },
    fresh(name) {
      try {
        createPrivateFolder(saved);
      } catch (cause) {
        throw new UsageError(`cannot write ${saved}: ${systemReason(cause)}`, { cause });
      }
      if (plans === undefined) removeExpired(saved, io.clock.date());
      const time = new Date(io.clock.date())
        .toISOString()
        .slice(0, 19)
        .replace(/[-:]/g, '')
        .replace('T', '-');
      return join(saved, `${time}-${randomBytes(4).toString('hex')}-${name}`);
    },
  };
}

const kinds = ['.csv', '.tsv', '.txt', '.md', '.xlsx', '.xlsm', '.ods', '.json', '.xml', '.ics'];

/** Symbolic links are followed, so that none leads out of the folder. */
function existingPath(path: string, named: string): string {
  try {
    return realpathSync.native(path);
  } catch (cause) {
    throw new UsageError(`cannot read ${named}: ${systemReason(cause)}`, {
      cause,
      fix: 'check the path',
    });
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Plans have private values, and nobody else removes them. */
function removeExpired(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile() && now - stats.mtimeMs > savedMs) rmSync(path, { force: true });
  }
}

/** As long as runs are saved. */
const savedMs = 30 * 24 * 60 * 60 * 1000;
