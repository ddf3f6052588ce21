// Owns the folder with what V8 compiled of the program's files, from which later starts load it. Node's own cache does not
// have the functions that were first called after a file was loaded, and other users could prepare the folder that it takes.
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Script } from 'node:vm';
import { cacheDirectory, type Home } from './config/paths.ts';
import { createPrivateFolder, isOwnFolder, replacePrivateFile } from './private-folder.ts';

export interface CodeCache {
  /** @returns what was compiled of a file, if it was saved */
  read(name: string): Buffer | undefined;
  /** Saves what is compiled of files by now. A file that cannot be written is only compiled again. */
  write(scripts: ReadonlyMap<string, Pick<Script, 'createCachedData'>>): void;
}

const week = 7 * 86_400_000;

/**
 * @param version identifies the contents of the files, of which V8 compares no more than the lengths, and the V8 that accepts
 * what is saved: nothing checks that it is whole
 * @returns undefined if the user wants none, as of Node's own cache
 */
export function openCodeCache(home: Home, version: string): CodeCache | undefined {
  if (home.env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  const all = join(cacheDirectory(home), 'code');
  const folder = join(all, version);
  // What is read is run, so a folder into which others can write is not read.
  let isReadable = isOwnFolder(folder);
  return {
    read(name) {
      if (!isReadable) return undefined;
      try {
        return readFileSync(join(folder, name));
      } catch {
        return undefined;
      }
    },
    write(scripts) {
      try {
        if (!isReadable) {
          createPrivateFolder(folder);
          isReadable = isOwnFolder(folder);
          removeOld(all);
        }
        if (!isReadable) return;
        for (const [name, script] of scripts) replacePrivateFile(join(folder, name), script.createCachedData());
      } catch {
        // The next start compiles them as this one did.
      }
    },
  };
}

/** Removes what no start has written for a week. Another version of the program that is still used writes its own again. */
function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > week) rmSync(path, { recursive: true, force: true });
  }
}
