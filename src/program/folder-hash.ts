// Owns the hash by which the same program is recognized.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { kinds } from '../combined/kinds.ts';
import { programFiles, snapshotFolder, snapshotName } from './files.ts';

/** The same files have the same hash, and with them the snapshot that edits are compared with. */
export async function hashFolder(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const names = kinds.flatMap((name) => [programFiles[name].name, programFiles[name].privateName ?? []].flat());
  for (const name of [...names, join(snapshotFolder, snapshotName)]) {
    hash.update(`\n${name}\n`);
    const path = join(folder, name);
    if (existsSync(path)) for await (const chunk of createReadStream(path)) hash.update(chunk);
  }
  return hash.digest('hex');
}
