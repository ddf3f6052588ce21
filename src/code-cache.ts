// Owns the folder with what V8 compiled of the program's files, from which later starts load it. Node's own cache does not
// have the functions that were first called after a file was loaded, and other users could prepare the folder that it takes.
import {
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { cacheDirectory, type Home } from './config/paths.ts';
import { createPrivateFolder, isOwn, isOwnFolder } from './private-folder.ts';

export interface CodeCache {
  /** @returns what was compiled of a file, if it was saved for this source and is undamaged, which V8 does not check */
  read(name: string, source: Buffer): Buffer | undefined;
  /** Saves what is compiled of files by now. A file that cannot be written is only compiled again. */
  write(files: ReadonlyMap<string, CompiledFile>): void;
}

export interface CompiledFile {
  readonly source: Buffer;
  readonly script: Pick<Script, 'createCachedData'>;
}

const week = 7 * 86_400_000;
const checksumBytes = 4;

/**
 * @param version names the contents of all files, and whatever else must be the same for the V8 that loads what was saved
 * @returns undefined if the user wants none, as of Node's own cache, or has no folder for it
 */
export function openCodeCache(home: Home, version: string): CodeCache | undefined {
  const { NODE_DISABLE_COMPILE_CACHE: isUnwanted, NODE_V8_COVERAGE: isMeasured } = home.env;
  const all = join(cacheDirectory(home), 'code');
  if (isUnwanted || isMeasured || !isAbsolute(all)) return undefined;
  const folder = join(all, version);
  return {
    read(name, source) {
      try {
        const bytes = readOwn(join(folder, nameOf(name)));
        const data = bytes.subarray(0, -checksumBytes);
        return bytes.readUInt32LE(data.length) === checksum(data, source) ? data : undefined;
      } catch {
        return undefined;
      }
    },
    write(files) {
      try {
        if (!isOwnFolder(all)) createBelowOwn(all);
        if (!isOwnFolder(folder)) createBelowOwn(folder);
        for (const [name, { source, script }] of files) {
          const data = script.createCachedData();
          const end = Buffer.alloc(checksumBytes);
          end.writeUInt32LE(checksum(data, source));
          replace(join(folder, nameOf(name)), Buffer.concat([data, end]));
        }
        removeOld(all);
      } catch {
        // The next start compiles them as this one did.
      }
    },
  };
}

function nameOf(name: string): string {
  return `${name}.code`;
}

function checksum(data: Buffer, source: Buffer): number {
  return crc32(source, crc32(data));
}

/** What is read is run: it must not be from somebody else, even if a folder above is. @throws if it is */
function readOwn(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    if (!isOwn(fstatSync(file))) throw new Error(`${path} is not from this user`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Creates a folder in one of this user, who may run the program with another one's home.
 * @throws also if the folder exists
 */
function createBelowOwn(path: string): void {
  let above = dirname(path);
  while (lstatSync(above, { throwIfNoEntry: false }) === undefined) above = dirname(above);
  const isMine = process.platform === 'win32' || statSync(above).uid === process.getuid?.();
  if (!isMine || existsSync(path)) throw new Error(`${path} is not for this user`);
  createPrivateFolder(path);
}

/** Two processes may do so at once, and a file that one has opened stays as it is. */
function replace(path: string, bytes: Buffer): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, bytes, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Removes versions for which nothing was saved for a week. One that is still used saves its code again. */
function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const isVersion = /^[\da-f]{16}-/.test(name) && isOwnFolder(path);
    if (isVersion && Date.now() - statSync(path).mtimeMs > week) rmSync(path, { recursive: true, force: true });
  }
}
