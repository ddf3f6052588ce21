// Decides where the user's files are on this machine. Must not open them.
import * as system from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';

/** The facts about the machine on which the locations depend. */
export interface Home {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Undefined if it is unknown. */
  readonly homedir: string | undefined;
  readonly platform: NodeJS.Platform;
}

/**
 * The user's own folder, or undefined without `HOME` and an entry in the password file. An empty
 * `HOME` is none.
 */
export function homeFolder(
  env: Home['env'],
  { homedir, userInfo }: Pick<typeof system, 'homedir' | 'userInfo'> = system,
): string | undefined {
  try {
    return (env.HOME === '' ? userInfo().homedir : homedir()) || undefined;
  } catch {
    return undefined;
  }
}

/**
 * The folder of `config.json`: `PLENARY_CONFIG_DIR`, else the platform's standard folder.
 * @throws {UsageError} if that is unknown
 */
export function configDirectory({ env, homedir, platform }: Home): string {
  if (env.PLENARY_CONFIG_DIR) return env.PLENARY_CONFIG_DIR;
  if (platform === 'win32')
    return join(env.APPDATA || inHome(homedir, 'AppData', 'Roaming'), 'plenary');
  return join(env.XDG_CONFIG_HOME || inHome(homedir, '.config'), 'plenary');
}

export function configFilePath(home: Home): string {
  return join(configDirectory(home), 'config.json');
}

/**
 * The folder of the program's own data: `PLENARY_STATE_DIR`, else the platform's standard folder.
 * @throws {UsageError} if that is unknown
 */
export function stateDirectory({ env, homedir, platform }: Home): string {
  if (env.PLENARY_STATE_DIR) return env.PLENARY_STATE_DIR;
  if (platform === 'win32')
    return join(env.LOCALAPPDATA || inHome(homedir, 'AppData', 'Local'), 'plenary');
  return join(env.XDG_STATE_HOME || inHome(homedir, '.local', 'state'), 'plenary');
}

function inHome(homedir: string | undefined, ...parts: readonly string[]): string {
  if (homedir !== undefined) return join(homedir, ...parts);
  throw new UsageError(
    'the home folder is unknown: HOME is not set, and this user has no entry in the password file',
    {
      fix: 'set HOME, or both PLENARY_CONFIG_DIR and PLENARY_STATE_DIR',
    },
  );
}
