// The config file: profiles with their settings and tokens, kept by conf in one file that only its owner can read.
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type Conf from 'conf';
import { object, optional, type output, record, safeParse, string } from 'zod/mini';
import { UsageError } from '../errors.ts';
import { configDirectory, configFilePath, type Home } from './paths.ts';
import type { SettingName, SettingValues } from './settings.ts';

/** A token and the only origin it may be sent to. */
export interface StoredToken {
  readonly token: string;
  readonly origin: string;
}

const profileSchema = object({
  settings: optional(record(string(), string())),
  token: optional(object({ token: string(), origin: string() })),
});

const fileSchema = object({
  /** The profile in use where neither flag nor environment names one. */
  profile: optional(string()),
  profiles: optional(record(string(), profileSchema)),
});

type ConfigFile = output<typeof fileSchema>;
type Profile = output<typeof profileSchema>;

export interface Profiles {
  readonly path: string;
  /** The profile in use where neither flag nor environment names one; `default` unless the file chooses another. */
  current(): string;
  /** Whether the file chooses it. */
  isChosen(): boolean;
  settings(profile: string): SettingValues;
  token(profile: string): StoredToken | undefined;
  /** Chooses the profile in use; undefined goes back to `default`. */
  use(profile: string | undefined): Promise<void>;
  set(profile: string, name: SettingName, value: string): Promise<void>;
  unset(profile: string, name: SettingName): Promise<void>;
  storeToken(profile: string, token: StoredToken): Promise<void>;
  removeToken(profile: string): Promise<void>;
}

const defaultProfile = 'default';

/**
 * Opens the config file; one that does not exist is empty, and the first change makes it.
 * conf is loaded only where there is something to read or to write.
 * @param notice is told when widened file modes were narrowed
 * @throws {UsageError} when the file cannot be read or is not JSON
 */
export async function openProfiles(home: Home, notice: (message: string) => void): Promise<Profiles> {
  const path = configFilePath(home);
  let conf = existsSync(path) ? await openConf(home, notice) : undefined;
  let content = conf === undefined ? {} : checked(conf.store, path);

  const write = async (next: ConfigFile) => {
    conf ??= await openConf(home, notice);
    try {
      conf.store = next;
    } catch (error) {
      throw new UsageError(`cannot write ${path}: ${error instanceof Error ? error.message : 'unwritable'}`, {
        fix: 'see to the disk and the rights on the folder, or name another with PLENARY_CONFIG_DIR',
      });
    }
    content = next;
  };
  const profileOf = (name: string): Profile => content.profiles?.[name] ?? {};
  const writeProfile = (name: string, profile: Profile) =>
    write({ ...content, profiles: { ...content.profiles, [name]: profile } });

  return {
    path,
    current: () => content.profile ?? defaultProfile,
    isChosen: () => content.profile !== undefined,
    settings: (name) => profileOf(name).settings ?? {},
    token: (name) => profileOf(name).token,
    use: (name) => {
      const { profile: _, ...kept } = content;
      return write(name === undefined ? kept : { ...kept, profile: name });
    },
    set: (name, setting, value) =>
      writeProfile(name, { ...profileOf(name), settings: { ...profileOf(name).settings, [setting]: value } }),
    unset: (name, setting) => {
      const { [setting]: _, ...kept } = profileOf(name).settings ?? {};
      return writeProfile(name, { ...profileOf(name), settings: kept });
    },
    storeToken: (name, token) => writeProfile(name, { ...profileOf(name), token }),
    removeToken: (name) => {
      const { token: _, ...kept } = profileOf(name);
      return writeProfile(name, kept);
    },
  };
}

async function openConf(home: Home, notice: (message: string) => void): Promise<Conf<ConfigFile>> {
  const directory = configDirectory(home);
  try {
    makeFolder(directory);
    narrow(directory, 0o700, notice);
    narrow(configFilePath(home), 0o600, notice);
    const { default: ConfClass } = await import('conf');
    return new ConfClass<ConfigFile>({
      cwd: directory,
      configName: 'config',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
    });
  } catch (error) {
    // A JSON parser's message quotes what it read, and that can be the token: it is neither shown nor kept.
    if (error instanceof SyntaxError) throw unreadable(configFilePath(home), 'it is not valid JSON');
    throw unreadable(configFilePath(home), error instanceof Error ? error.message : 'it cannot be opened');
  }
}

/** Folder by folder: Node's own recursion does not end where a file system refuses folders as /proc does. */
function makeFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found !== undefined) throw new Error(`${path} is not a folder`);
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/** The file may have been edited by hand. */
function checked(content: unknown, path: string): ConfigFile {
  const result = safeParse(fileSchema, content);
  if (result.success) return result.data;
  const places = result.error.issues.map((issue) => issue.path.join('.'));
  throw unreadable(path, `${places.join(' and ')} is not as this program writes it`);
}

function unreadable(path: string, reason: string): UsageError {
  return new UsageError(`cannot read ${path}: ${reason}`, {
    fix: 'mend the file, or remove it and run: plenary auth login',
  });
}

/** Takes away what others may do with a file; nothing where there is no file, or no such modes (Windows). */
function narrow(path: string, mode: number, notice: (message: string) => void): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & 0o077) === 0) return;
  chmodSync(path, mode);
  notice(`Narrowed the mode of ${path} to 0${mode.toString(8)}: it can hold a token.`);
}
