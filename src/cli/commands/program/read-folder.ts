// Reads the folder of a program for a plan, from its flags. Must not send.
import { join } from 'node:path';
import { byKind } from '../../../combined/kinds.ts';
import { readEdits } from '../../../program/edits.ts';
import { programFiles } from '../../../program/files.ts';
import type { ProgramOptions } from '../../../program/program.ts';
import type { RowFile } from '../../../runs/row-file.ts';
import type { Context } from '../../context.ts';
import type { ChangesInput } from '../../review/planned.ts';
import { type FolderFlags, folderInput } from './input.ts';

/** The paths of a program's files. */
export function filesOf(folder: string) {
  return byKind((name) => join(folder, programFiles[name].name));
}

/** What the edits of the folder's files change. @throws {InvalidInputError} for rows that cannot be read */
export async function readFolder(
  context: Context<FolderFlags>,
  options: ProgramOptions,
  changesFile: RowFile,
): Promise<ChangesInput> {
  const { empty } = context.flags;
  const edits = await readEdits({ ...options, empty, changesFile });
  return folderInput(context, { ...options, files: filesOf(options.folder) }, edits);
}
