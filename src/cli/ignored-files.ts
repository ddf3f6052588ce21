// Keeps the files that a command writes for its user, with addresses of people, out of version
// control if they are in the folder of a program.

import type { GlobalFlags } from './global-flags.ts';
import type { Io } from './io.ts';
import { folderForFiles } from './working-folder.ts';

/** What of a command decides in which folder it works. */
export interface FolderChoice {
  readonly io: Pick<Io, 'userId'>;
  readonly global: Pick<GlobalFlags, 'folder'>;
}

/** To be called before the file has anything in it. @throws {OutputError} */
export async function ignoreWritten({ global, io }: FolderChoice, path: string): Promise<void> {
  const folder = await folderForFiles({ typed: global.folder, userId: io.userId });
  if (folder === undefined) return;
  (await import('../program/private-files.ts')).ignorePaths(folder.path, [path]);
}
