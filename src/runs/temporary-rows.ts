// Owns rows that are on disk only while a command works on them. Must not know what they are.
import type { Runs } from './folder.ts';
import { createRowFile, type RowFile } from './row-file.ts';

/** Removes the rows when `use` has ended. @throws {JournalError} if nothing can be saved on disk */
export async function usingTemporaryRows<T>(
  runs: Pick<Runs, 'prepare'>,
  use: (file: RowFile) => Promise<T>,
): Promise<T> {
  const folder = await runs.prepare();
  const file = createRowFile(folder.rowsPath);
  try {
    return await use(file);
  } finally {
    file.close();
    await folder.removeUnlessBegun();
  }
}
