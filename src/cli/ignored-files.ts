// Keeps the files that a command writes for its user, with addresses of people, out of version
// control if they are in the folder of a program.

import type { Context } from './context.ts';
import { folderForFiles } from './working-folder.ts';

/** To be called before the file has anything in it. @throws {OutputError} */
export async function ignoreWritten(
  { global, io }: Pick<Context, 'global' | 'io'>,
  path: string,
): Promise<void> {
  const folder = await folderForFiles({ typed: global.folder, userId: io.userId });
  if (folder === undefined) return;
  (await import('../program/private-files.ts')).ignorePaths(folder.path, [path]);
}
