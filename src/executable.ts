// Owns the files that the single executable contains: unpacked into a private folder, and checked before their use.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Home, stateDirectory } from './config/paths.ts';
import { DatabaseError, OutputError, systemReason } from './errors.ts';
import { createPrivateFolder, isOwnFolder } from './private-folder.ts';

/** What an executable contains. */
export interface ExecutableContents {
  /** The program's version, and a hash of all files: programs that differ do not share a folder. */
  readonly id: string;
  /** The SHA-256 of each file, in hexadecimal, by its path. */
  readonly hashes: Readonly<Record<string, string>>;
  bytesOf(path: string): Uint8Array;
}

let folder: string | undefined;

/** Whether Node runs as a single executable that contains this program. */
export function isExecutable(): boolean {
  return process.getBuiltinModule('node:sea').isSea();
}

/**
 * The folder with the files of this executable. They are checked once per process, when it needs the first of them.
 * @throws {OutputError} if they cannot be unpacked
 */
export function executableFolder(home: Home): string {
  folder ??= unpack(contentsOfThis(), join(stateDirectory(home), 'executable'));
  return folder;
}

/**
 * Loads a binary of this executable. scripts/executable.js calls this in place of the package that looks for it.
 * @param files the folder with the files @throws {DatabaseError} if the system refuses to load it
 */
export function loadBinary(files: string, name: string): unknown {
  const path = join(files, name);
  try {
    return createRequire(path)(path);
  } catch (cause) {
    throw new DatabaseError(`the embedded database (libsql) cannot be loaded: ${systemReason(cause)}`, {
      cause,
      fix: 'set PLENARY_STATE_DIR to a folder from which programs can be started (its disk must not be mounted with noexec)',
    });
  }
}

/** The list of files is a file as well: `contents.json`, which scripts/executable.js writes. */
function contentsOfThis(): ExecutableContents {
  const { getAsset } = process.getBuiltinModule('node:sea');
  const list: Pick<ExecutableContents, 'id' | 'hashes'> = JSON.parse(getAsset('contents.json', 'utf8'));
  return { ...list, bytesOf: (path) => new Uint8Array(getAsset(path)) };
}

/**
 * Unpacks what is missing or differs, each file as a whole. Two processes may do so at once: both put the same bytes in
 * place, and a file that one has opened stays as it is.
 * @returns the folder of the files
 */
export function unpack({ id, hashes, bytesOf }: ExecutableContents, parent: string): string {
  const target = join(parent, id);
  try {
    createOwnFolder(target);
    for (const [path, hash] of Object.entries(hashes)) {
      const file = join(target, path);
      if (hashOf(file) !== hash) writeWhole(file, bytesOf(path));
    }
  } catch (cause) {
    throw new OutputError(`cannot unpack the program's files into ${target}: ${systemReason(cause)}`, {
      cause,
      fix: 'set PLENARY_STATE_DIR to a folder that only you can write to',
    });
  }
  return target;
}

/** Another user who can write to the folder could replace a file after it was checked. */
function createOwnFolder(path: string): void {
  createPrivateFolder(path);
  if (!isOwnFolder(path)) throw new Error('other users can write to it');
}

function hashOf(file: string): string | undefined {
  const { createHash } = process.getBuiltinModule('node:crypto');
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch {
    return undefined;
  }
}

function writeWhole(file: string, bytes: Uint8Array): void {
  createPrivateFolder(dirname(file));
  const temporary = `${file}.${crypto.randomUUID()}.tmp`;
  try {
    const descriptor = openSync(temporary, 'wx', 0o600);
    try {
      writeFileSync(descriptor, bytes);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
