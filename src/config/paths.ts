// Decides where the user's files are on this machine. Must not open them.
import { join } from 'node:path';

/** The facts about the machine on which the locations depend. */
export interface Home {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homedir: string;
  readonly platform: NodeJS.Platform;
}

/** The folder of `config.json`: `PLENARY_CONFIG_DIR`, else the platform's standard folder. */
export function configDirectory({ env, homedir, platform }: Home): string {
  if (env.PLENARY_CONFIG_DIR) return env.PLENARY_CONFIG_DIR;
  if (platform === 'win32') return join(env.APPDATA || join(homedir, 'AppData', 'Roaming'), 'plenary');
  return join(env.XDG_CONFIG_HOME || join(homedir, '.config'), 'plenary');
}

export function configFilePath(home: Home): string {
  return join(configDirectory(home), 'config.json');
}

/** The folder of the program's own data: `PLENARY_STATE_DIR`, else the platform's standard folder. */
export function stateDirectory({ env, homedir, platform }: Home): string {
  if (env.PLENARY_STATE_DIR) return env.PLENARY_STATE_DIR;
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(homedir, 'AppData', 'Local'), 'plenary');
  return join(env.XDG_STATE_HOME || join(homedir, '.local', 'state'), 'plenary');
}

/** The folder of what can be made again at any time: the platform's standard folder. */
export function cacheDirectory({ env, homedir, platform }: Home): string {
  if (platform === 'win32') {
    return join(env.LOCALAPPDATA || join(homedir, 'AppData', 'Local'), 'plenary', 'cache');
  }
  return join(env.XDG_CACHE_HOME || join(homedir, '.cache'), 'plenary');
}
