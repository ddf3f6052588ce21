// Decides whether a command works in the folder of a program: the one that the command line names,
// else the nearest one upward, unless something that the user chose names another event or service.

import { relative } from 'node:path';
import { canonicalBaseUrl } from '../client/base-url.ts';
import type { Client } from '../client/client.ts';
import type { SettingName } from '../config/settings.ts';
import { isIdByForm } from '../contract/id.ts';
import { AuthenticationError, NotFoundError, UsageError } from '../errors.ts';
import type { WorkingFolder } from '../program/working-folder.ts';
import { realPath } from '../real-path.ts';
import { findEvent } from './event-access.ts';

/** What the decision depends on. */
export interface FolderTerms {
  /** The folder of `--folder`. */
  readonly typed: string | undefined;
  /** The folder that is the argument of a command about programs. */
  readonly argument: string | undefined;
  readonly userId: number | undefined;
  /** A setting by its flag or its variable, else by a profile that one of these chooses. */
  chosen(name: SettingName): Promise<string | undefined>;
  /**
   * A client for an address that only a folder names. The caller closes it.
   * @throws {AuthenticationError} without a token for it
   */
  clientFor(baseUrl: string): Promise<Client>;
}

/**
 * @throws {UsageError} if `--folder` names a folder without a program, or of another event
 * @throws {InvalidInputError} if a file of the folder is damaged
 */
export async function findWorkingFolder(terms: FolderTerms): Promise<WorkingFolder | undefined> {
  const { nearestProgram, readWorkingFolder } = await import('../program/working-folder.ts');
  const { typed, argument = typed, userId } = terms;
  const path = argument ?? nearestProgram(realPath('.'), userId);
  if (path === undefined) return undefined;
  const folder = readWorkingFolder(relative(realPath('.'), realPath(path)) || '.');
  if (folder === undefined) {
    if (argument !== typed || typed === undefined) return undefined;
    throw new UsageError(`--folder ${typed} has no program`, {
      fix: 'pass a folder that `plenary program pull` wrote',
    });
  }
  const other = await otherTarget(folder, terms);
  if (other === undefined) return folder;
  if (argument !== typed || typed === undefined) return undefined;
  const { event, baseUrl } = folder.manifest;
  throw new UsageError(
    `--folder ${typed} has the program of event ${event} of ${baseUrl}, and the settings name ` +
      other,
    { fix: 'remove --folder, or use the settings of that event' },
  );
}

/**
 * The folder as a place for files, whatever event the settings name: no service is asked.
 * @throws as `findWorkingFolder`
 */
export function folderForFiles(
  terms: Pick<FolderTerms, 'typed' | 'userId'>,
): Promise<WorkingFolder | undefined> {
  return findWorkingFolder({
    ...terms,
    argument: undefined,
    chosen: async () => undefined,
    clientFor: () => Promise.reject(new AuthenticationError('no service is asked')),
  });
}

/** What else is chosen than the event and the service of a folder; undefined if nothing is. */
async function otherTarget(
  { manifest }: WorkingFolder,
  terms: FolderTerms,
): Promise<string | undefined> {
  const baseUrl = await terms.chosen('base-url');
  if (baseUrl !== undefined && canonicalBaseUrl(baseUrl) !== manifest.baseUrl) return baseUrl;
  const event = await terms.chosen('event');
  if (event === undefined || event === manifest.event) return undefined;
  const isSame = !isIdByForm(event) && (await isEvent(event, manifest, terms));
  return isSame ? undefined : `event ${event}`;
}

/** Whether a slug or a name is that of the event, as the service of the folder knows it. */
async function isEvent(
  text: string,
  { baseUrl, event }: WorkingFolder['manifest'],
  { clientFor }: FolderTerms,
): Promise<boolean> {
  let client: Client | undefined;
  try {
    client = await clientFor(baseUrl);
    return (await findEvent(client, text)).id === event;
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof AuthenticationError) return false;
    throw error;
  } finally {
    await client?.close();
  }
}
