// Standard input kept in a file of our own, for work that must read it twice; gone when the work ends.
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { stateDirectory } from '../config/paths.ts';
import type { Io } from './io.ts';
import type { Source } from './user-files.ts';

/** Takes all of standard input into a file that only its owner can read. */
export async function spoolStdin(io: Io): Promise<Source> {
  const directory = stateDirectory(io);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, `stdin-${randomUUID()}`);
  const remove = () => rm(path, { force: true });
  try {
    await pipeline(io.stdin, createWriteStream(path, { mode: 0o600, flags: 'wx' }), { signal: io.stopped });
  } catch (error) {
    await remove();
    throw error;
  }
  return { open: () => createReadStream(path), remove };
}
