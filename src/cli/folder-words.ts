// Adds the mapping and the words for statuses that the folder of a program has for files of a kind.

import type { FileResource } from '../contract/endpoint.ts';
import { programPaths } from '../program/snapshot.ts';
import type { Context } from './context.ts';
import { isSameFile } from './user-files.ts';

/** A file that a command names. */
export interface NamedFile {
  readonly kind: FileResource;
  /** `-` is standard input. */
  readonly path: string;
}

/** The field of each column that files of a kind usually have, by the folder. */
export async function usualMapping(
  context: Context,
  { kind, path }: NamedFile,
): Promise<Readonly<Record<string, string>>> {
  const settings = await settingsFor(context, path);
  return settings?.map?.[kind] ?? {};
}

/** The status that each word means: by the flags, else by the folder. */
export async function folderStatusWords(
  context: Context,
  words: readonly (readonly [word: string, status: string])[],
  { kind, path }: NamedFile,
): Promise<readonly (readonly [word: string, status: string])[]> {
  const settings = await settingsFor(context, path);
  const usual = kind === 'sessions' ? {} : (settings?.statusMap?.[kind] ?? {});
  const flagged = new Set(words.map(([word]) => word));
  return [...words, ...Object.entries(usual).filter(([word]) => !flagged.has(word))];
}

/**
 * The settings of the folder, for a file of the user. Those that a pull writes have the names of
 * fields, and are read as they are.
 */
async function settingsFor(context: Context, path: string) {
  const folder = await context.folder();
  const isPulled =
    path !== '-' && folder && programPaths(folder.path).some((file) => isSameFile(file, path));
  return isPulled ? undefined : folder?.settings;
}
