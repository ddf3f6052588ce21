// The config file: profiles with their settings and tokens, written by conf to one file that only
// its owner can read.
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import type Conf from 'conf';
import { looseObject, optional, type output, record, safeParse, string } from 'zod/mini';
import { createPrivateFolder } from '../create-folder.ts';
import { systemReason, UsageError } from '../errors.ts';
import { withFileLock } from './file-lock.ts';
import { configDirectory, configFilePath, type Home } from './paths.ts';
import type { SettingName, SettingValues } from './settings.ts';
import type { ProfileLogin, StoredToken } from './token.ts';

// Fields of a later version are saved again as they were read.
const profileSchema = looseObject({
  settings: optional(record(string(), string())),
  token: optional(looseObject({ token: string(), origin: string() })),
});

const fileSchema = looseObject({
  /** The profile in use if neither flag nor environment names one. */
  profile: optional(string()),
  profiles: optional(record(string(), profileSchema)),
});

type ConfigFile = output<typeof fileSchema>;
type Profile = output<typeof profileSchema>;

/**
 * Called after a file's mode was restricted, which no command asked for. `mode`: the new one, as in
 * `0600`.
 */
type OnNarrowed = (path: string, mode: string) => void;

export interface Profiles {
  readonly path: string;
  /**
   * The profile in use if neither flag nor environment names one; `default` unless the file names
   * another.
   */
  current(): string;
  /** Whether the file names it. */
  isChosen(): boolean;
  settings(profile: string): SettingValues;
  token(profile: string): StoredToken | undefined;
  /** What each profile has a login for, this one first. */
  logins(profile: string): readonly ProfileLogin[];
  /** Sets the profile in use; undefined restores `default`. */
  use(profile: string | undefined): Promise<void>;
  set(profile: string, name: SettingName, value: string): Promise<void>;
  unset(profile: string, name: SettingName): Promise<void>;
  /** Stores a token and the settings that belong to it at once. Other settings stay. */
  storeToken(profile: string, token: StoredToken, settings: SettingValues): Promise<void>;
  removeToken(profile: string): Promise<void>;
}

const defaultProfile = 'default';

/**
 * Opens the config file. A missing file counts as empty; the first change creates it. Every change
 * reads the file again under a lock, so that processes running in parallel lose no update. The
 * package conf, which takes longer to load than most commands take to run, is loaded only for a
 * change.
 * @throws {UsageError} if the file cannot be read, or is not what this program writes
 */
export async function openProfiles(home: Home, onNarrowed: OnNarrowed): Promise<Profiles> {
  const path = configFilePath(home);
  let conf: Conf<ConfigFile> | undefined;
  let content = read(path);
  if (existsSync(path)) narrowModes(home, onNarrowed);

  async function change(changed: (current: ConfigFile) => ConfigFile): Promise<void> {
    const opened = await prepareChange();
    try {
      await withFileLock(`${path}.lock`, () => {
        content = changed(read(path));
        opened.store = content;
      });
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw unwritable(path, systemReason(error));
    }
  }

  async function prepareChange(): Promise<Conf<ConfigFile>> {
    const directory = configDirectory(home);
    try {
      createPrivateFolder(directory);
    } catch (error) {
      throw unwritable(path, systemReason(error));
    }
    if (isReadOnly(directory, home)) throw unwritable(path, `the folder ${directory} is read-only`);
    narrowModes(home, onNarrowed);
    conf ??= await openConf(home);
    return conf;
  }

  const profileOf = (file: ConfigFile, name: string): Profile => file.profiles?.[name] ?? {};
  const changeProfile = (name: string, changed: (current: Profile) => Profile) =>
    change((file) => ({
      ...file,
      profiles: { ...file.profiles, [name]: changed(profileOf(file, name)) },
    }));

  return {
    path,
    current: () => content.profile ?? defaultProfile,
    isChosen: () => content.profile !== undefined,
    settings: (name) => profileOf(content, name).settings ?? {},
    token: (name) => profileOf(content, name).token,
    logins(first) {
      const names = new Set([first, ...Object.keys(content.profiles ?? {})]);
      return [...names].map((name) => {
        const { settings = {}, token: stored } = profileOf(content, name);
        return { name, baseUrl: settings['base-url'], stored };
      });
    },
    use: (name) =>
      change(({ profile: _, ...others }) =>
        name === undefined ? others : { ...others, profile: name },
      ),
    set: (name, setting, value) =>
      changeProfile(name, (profile) => ({
        ...profile,
        settings: { ...profile.settings, [setting]: value },
      })),
    unset: (name, setting) =>
      changeProfile(name, (profile) => {
        const { [setting]: _, ...others } = profile.settings ?? {};
        return { ...profile, settings: others };
      }),
    storeToken: (name, token, settings) =>
      changeProfile(name, (profile) => ({
        ...profile,
        settings: { ...profile.settings, ...settings },
        token: { ...token },
      })),
    removeToken: (name) => changeProfile(name, ({ token: _, ...others }) => others),
  };
}

/** Of the config file, which is only read. @throws {UsageError} as `openProfiles` does */
export function profileNames(home: Home): readonly string[] {
  const { profile = defaultProfile, profiles = {} } = read(configFilePath(home));
  return [...new Set([profile, ...Object.keys(profiles)])];
}

async function openConf(home: Home): Promise<Conf<ConfigFile>> {
  const path = configFilePath(home);
  try {
    const { default: ConfClass } = await import('conf');
    return new ConfClass<ConfigFile>({
      cwd: configDirectory(home),
      configName: 'config',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
    });
  } catch (error) {
    throw notReadable(path, error);
  }
}

// Thousands of profiles.
const mostBytes = 1_000_000;

/** The file may have been edited by hand. */
function read(path: string): ConfigFile {
  if (!existsSync(path)) return {};
  let content: unknown;
  try {
    const stats = statSync(path);
    // Reading a pipe would wait for a writer.
    if (!stats.isFile()) throw new Error('it is not a regular file');
    if (stats.size > mostBytes)
      throw new Error('it is larger than 1 MB, so it is not a file of this program');
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw notReadable(path, error);
  }
  const result = safeParse(fileSchema, content);
  if (result.success) return result.data;
  const places = result.error.issues.map((issue) => issue.path.join('.') || 'the top level');
  throw unreadable(path, `unexpected value at ${places.join(' and ')}`);
}

/** Whether the owner made the folder read-only. Windows has no such modes. */
function isReadOnly(directory: string, { platform }: Home): boolean {
  const stats = platform === 'win32' ? undefined : statSync(directory, { throwIfNoEntry: false });
  return stats !== undefined && (stats.mode & 0o200) === 0;
}

function narrowModes(home: Home, onNarrowed: OnNarrowed): void {
  const directory = configDirectory(home);
  if (!isReadOnly(directory, home)) narrow(directory, home, onNarrowed);
  narrow(configFilePath(home), home, onNarrowed);
}

/**
 * Takes access away from everyone but the owner, and never adds any. Windows reports modes that
 * mean nothing.
 */
function narrow(path: string, { platform }: Home, onNarrowed: OnNarrowed): void {
  const stats = platform === 'win32' ? undefined : statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || (stats.mode & 0o077) === 0) return;
  const mode = stats.mode & 0o700;
  try {
    chmodSync(path, mode);
  } catch {
    // Somebody else's file, or a read-only disk: it can still be read.
    return;
  }
  onNarrowed(path, mode.toString(8).padStart(4, '0'));
}

function notReadable(path: string, error: unknown): UsageError {
  // The message of a JSON parser quotes what it read, which can be the token: it is neither shown
  // nor attached.
  if (error instanceof SyntaxError) return unreadable(path, 'it is not valid JSON');
  return unreadable(path, systemReason(error));
}

function unreadable(path: string, reason: string): UsageError {
  return new UsageError(`cannot read ${path}: ${reason}`, {
    fix: 'correct the file, or remove it and log in again',
    next: [{ command: 'plenary auth login' }],
  });
}

function unwritable(path: string, reason: string): UsageError {
  return new UsageError(`cannot write ${path}: ${reason}`, {
    fix:
      'check the permissions of the folder and the free disk space, or set PLENARY_CONFIG_DIR ' +
      'to another folder',
  });
}
