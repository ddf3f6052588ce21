// Reads the folder of a program: its description and its tables. Must not know what has changed.

import { byResource, type FileResource } from '../contract/endpoint.ts';
import { UsageError } from '../errors.ts';
import { withMeanings } from './cell-values.ts';
import { type ProgramTable, readProgramTable } from './csv-files.ts';
import type { ListedProgram } from './records.ts';
import { type Manifest, type ProgramEvent, readManifest } from './snapshot.ts';

/** The files of a folder. */
export interface ProgramFiles {
  readonly manifest: Manifest | undefined;
  readonly tables: Readonly<Record<FileResource, ProgramTable | undefined>>;
}

/**
 * @param event of the settings
 * @throws {UsageError} if the folder is the program of another event
 * @throws {InvalidInputError} for files that cannot be read
 */
export function readFolder(
  folder: string,
  event: ProgramEvent,
  listed: ListedProgram,
): ProgramFiles {
  const manifest = manifestOf(folder, event);
  const tables = byResource((resource) => {
    const table = readProgramTable(folder, resource);
    return table && withMeanings(resource, table, listed);
  });
  return { manifest, tables };
}

/**
 * The description of a program that was pulled before.
 * @throws {UsageError} if it is that of another service or event
 */
export function manifestOf(folder: string, { baseUrl, event }: ProgramEvent): Manifest | undefined {
  const manifest = readManifest(folder);
  if (manifest !== undefined && (manifest.baseUrl !== baseUrl || manifest.event !== event)) {
    throw new UsageError(
      `${folder} has the program of event ${manifest.event} of ${manifest.baseUrl}, and the ` +
        `settings are event ${event} of ${baseUrl}`,
      { fix: 'use the settings of that event, or another folder' },
    );
  }
  return manifest;
}
