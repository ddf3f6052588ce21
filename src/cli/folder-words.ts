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

/**
 * The field of each column that files of a kind usually have, by the folder. The files that a pull
 * writes have the names of fields, and are read as they are.
 */
export async function usualMapping(
  context: Context,
  { kind, path }: NamedFile,
): Promise<Readonly<Record<string, string>>> {
  const folder = await context.folder();
  if (folder === undefined || isPulled(path, folder.path)) return {};
  return folder.settings.map?.[kind] ?? {};
}

/** The status that each word means: by the flags, else by the folder. */
export async function folderStatusWords(
  context: Context,
  words: readonly (readonly [word: string, status: string])[],
  { kind, path }: NamedFile,
): Promise<readonly (readonly [word: string, status: string])[]> {
  const folder = await context.folder();
  const usual = kind === 'sessions' ? undefined : folder?.settings.statusMap?.[kind];
  if (folder === undefined || usual === undefined || isPulled(path, folder.path)) return words;
  const given = new Set(words.map(([word]) => word));
  return [...words, ...Object.entries(usual).filter(([word]) => !given.has(word))];
}

function isPulled(path: string, folder: string): boolean {
  return path !== '-' && programPaths(folder).some((file) => isSameFile(file, path));
}
