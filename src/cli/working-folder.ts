// Decides whether a command works in the folder of a program: the one that the command line names,
// else the nearest one upward, unless something that the user chose names another event or service.

import { relative } from 'node:path';
import { canonicalBaseUrl } from '../client/base-url.ts';
import type { Client } from '../client/client.ts';
import type { ResolvedSetting, SettingName } from '../config/settings.ts';
import { isIdByForm } from '../contract/id.ts';
import { AuthenticationError, NotFoundError, UsageError } from '../errors.ts';
import type { WorkingFolder } from '../program/working-folder.ts';
import { realPath } from '../real-path.ts';
import { findEvent } from './event-access.ts';

/** What the decision depends on. */
interface FolderTerms {
  /** The folder of `--folder`. */
  readonly typed: string | undefined;
  /** The folder that is the argument of a command about programs. */
  readonly argument: string | undefined;
  readonly userId: number | undefined;
  /** A setting by its flag or its variable, else by a profile that one of these chooses. */
  chosen(name: SettingName): Promise<Pick<ResolvedSetting, 'value' | 'origin'> | undefined>;
  /**
   * A client for an address that only a folder names. The caller closes it.
   * @throws {AuthenticationError} without a token for it
   */
  clientFor(baseUrl: string): Promise<Client>;
  /** Receives why a folder that is there is not used, as a sentence. */
  onUnused?(sentence: string): Promise<void>;
}

/**
 * @throws {UsageError} if `--folder` names a folder without a program, or of another event
 * @throws {InvalidInputError} if a file of the folder is damaged
 */
export async function findWorkingFolder(terms: FolderTerms): Promise<WorkingFolder | undefined> {
  const { nearestProgram, readWorkingFolder } = await import('../program/working-folder.ts');
  const { typed, argument, userId } = terms;
  const named = argument ?? typed;
  const isTyped = named !== undefined && named === typed;
  const nearest =
    named === undefined
      ? nearestProgram(realPath('.'), userId)
      : { path: named, refusal: undefined };
  if (nearest === undefined) return undefined;
  const path = relative(realPath('.'), realPath(nearest.path)) || '.';
  const leave = (why: string) => terms.onUnused?.(`The folder ${path} is not used: ${why}.`);
  if (nearest.refusal !== undefined) {
    await leave(nearest.refusal);
    return undefined;
  }
  const folder = readWorkingFolder(path);
  if (folder === undefined) {
    if (!isTyped) return undefined;
    throw new UsageError(`--folder ${typed} has no program`, {
      fix: 'pass a folder that `plenary program pull` wrote',
    });
  }
  const other = await otherTarget(folder, terms);
  if (other === undefined) return folder;
  const { event, baseUrl } = folder.manifest;
  const difference = `has event ${event} of ${baseUrl}, and ${other}`;
  if (isTyped) {
    throw new UsageError(`--folder ${typed} ${difference}`, {
      fix: 'remove --folder, or use the settings of that event',
    });
  }
  // A command about programs reports what is wrong with the folder that it is given.
  if (argument === undefined) await leave(`it ${difference}`);
  return undefined;
}

/**
 * The folder as a place for files, whatever event the settings name: no service is asked.
 * @throws as `findWorkingFolder`
 */
export async function folderForFiles(
  terms: Pick<FolderTerms, 'typed' | 'userId'>,
): Promise<WorkingFolder | undefined> {
  return findWorkingFolder({
    ...terms,
    argument: undefined,
    chosen: async () => undefined,
    clientFor: () => Promise.reject(new AuthenticationError('no service is asked')),
  });
}

/** `PLENARY_EVENT names event x`; undefined if the folder is what is chosen. */
async function otherTarget(
  { manifest }: WorkingFolder,
  terms: FolderTerms,
): Promise<string | undefined> {
  const address = await terms.chosen('base-url');
  if (address?.value !== undefined && canonicalBaseUrl(address.value) !== manifest.baseUrl)
    return `${address.origin} names ${address.value}`;
  const event = await terms.chosen('event');
  if (event?.value === undefined || event.value === manifest.event) return undefined;
  const isSame = !isIdByForm(event.value) && (await isEvent(event.value, manifest, terms));
  return isSame ? undefined : `${event.origin} names event ${event.value}`;
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
