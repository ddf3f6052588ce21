// Owns the settings of one command: which flag, variable, folder or profile gives each value, and
// the token for the service.

import type { Client } from '../client/client.ts';
import type { Profiles } from '../config/profiles.ts';
import {
  assertSetting,
  type FolderValues,
  type outputFormats,
  type ResolvedSetting,
  resolveSetting,
  type SettingName,
  type SettingValues,
  settingNames,
  settings,
} from '../config/settings.ts';
import { type FoundToken, findToken, tokenForFolder } from '../config/token.ts';
import { shellWord } from '../contract/escape.ts';
import { UsageError } from '../errors.ts';
import type { WorkingFolder } from '../program/working-folder.ts';
import type { GlobalFlags } from './global-flags.ts';
import type { Io } from './io.ts';
import type { Credentials } from './open-client.ts';
import { toLine } from './output/terminal-text.ts';

export type OutputFormat = (typeof outputFormats)[number];

export interface CommandSettings {
  profiles(): Promise<Profiles>;
  profileName(): Promise<string>;
  /** The folder of a program that the command works in. */
  folder(): Promise<WorkingFolder | undefined>;
  setting(name: SettingName): Promise<ResolvedSetting>;
  /** Sets a setting to the answer to a question, for the rest of the command. */
  answer(name: SettingName, value: string): void;
  /** @throws {UsageError} if the setting has no value */
  required(name: SettingName): Promise<string>;
  format(): Promise<OutputFormat>;
  /**
   * The address and the token of the configured service.
   * @throws {AuthenticationError} without a token
   */
  credentials(): Promise<Credentials & FoundToken>;
}

/** What the settings of a command are made of. */
export interface SettingTerms {
  readonly io: Io;
  readonly global: GlobalFlags;
  readonly notice: (text: string) => Promise<void>;
  /** The settings among the flags. */
  readonly settingFlags: SettingValues;
  /** The folder of a program that an argument names. */
  readonly folderArgument?: string | undefined;
  /** Finds the folder of the run that the command continues. */
  readonly folderOfContinuedRun?: (() => Promise<string | undefined>) | undefined;
  /** Whether the command works in no folder: what it saves must not come from one. */
  readonly isOutside?: boolean | undefined;
  readonly clientFor: (credentials: Credentials) => Promise<Client>;
}

export function commandSettings(terms: SettingTerms): CommandSettings {
  const { io, global, notice, folderArgument, clientFor } = terms;
  const chosen: Partial<Record<SettingName, string>> = { ...terms.settingFlags };
  // Checked before anything is sent, so that a write is not followed by an error about how to print
  // it.
  for (const name of settingNames)
    if (chosen[name] !== undefined) assertSetting(name, chosen[name], flagName(name));
  let openedProfiles: Promise<Profiles> | undefined;
  let openedFolder: Promise<WorkingFolder | undefined> | undefined;
  const chosenProfile = global.profile || io.env.PLENARY_PROFILE;

  /** By its flag or its variable. */
  function explicit(name: SettingName): ResolvedSetting | undefined {
    const sources = { flags: chosen, flagName, env: io.env, profileName: '', profile: {} };
    const resolved = resolveSetting(name, sources);
    return resolved.source === 'default' || resolved.value === undefined ? undefined : resolved;
  }

  async function profileSettings() {
    const profileName = await self.profileName();
    return { profileName, profile: (await self.profiles()).settings(profileName) };
  }

  async function tokenOfFolder(baseUrl: string): Promise<FoundToken> {
    const profileName = await self.profileName();
    return tokenForFolder(io.env, baseUrl, (await self.profiles()).logins(profileName));
  }

  async function openFolder(): Promise<WorkingFolder | undefined> {
    const { findWorkingFolder } = await import('./working-folder.ts');
    const ofRun = global.folder === undefined ? await terms.folderOfContinuedRun?.() : undefined;
    return findWorkingFolder({
      typed: global.folder,
      argument: folderArgument ?? ofRun,
      userId: io.userId,
      async chosen(name) {
        // The event of a run is known.
        if (ofRun !== undefined && name === 'event') return undefined;
        const setting = explicit(name);
        if (setting !== undefined || !chosenProfile) return setting;
        const { profileName, profile } = await profileSettings();
        return { value: profile[name], origin: `profile ${profileName}` };
      },
      clientFor: async (baseUrl) => clientFor({ baseUrl, ...(await tokenOfFolder(baseUrl)) }),
      onUnused: (sentence) => notice(toLine(sentence)),
    });
  }

  async function folderValues(): Promise<FolderValues | undefined> {
    const folder = await self.folder();
    if (folder === undefined) return undefined;
    const { event, baseUrl } = folder.manifest;
    const origin = `folder ${folder.path}`;
    return {
      event: { value: event, origin },
      'base-url': { value: baseUrl, origin },
      timezone: { value: folder.settings.timezone, origin: folder.settingsFile },
    };
  }

  const self: CommandSettings = {
    profiles() {
      openedProfiles ??= import('../config/profiles.ts').then(({ openProfiles }) =>
        openProfiles(io, (path, mode) => {
          void notice(`Changed the mode of ${path} to ${mode}, because it can contain a token.`);
        }),
      );
      return openedProfiles;
    },
    async profileName() {
      return chosenProfile || (await self.profiles()).current();
    },
    async folder() {
      if (terms.isOutside) return undefined;
      openedFolder ??= openFolder();
      return openedFolder;
    },
    async setting(name) {
      const typedOrSet = explicit(name);
      if (typedOrSet !== undefined) return typedOrSet;
      const folder = folderSettings.includes(name) ? await folderValues() : undefined;
      const sources = { flags: chosen, flagName, env: io.env };
      return resolveSetting(name, { ...sources, folder, ...(await profileSettings()) });
    },
    answer(name, value) {
      chosen[name] = value;
    },
    async required(name) {
      const { value } = await self.setting(name);
      if (value !== undefined) return value;
      // A login asks for the address and the token, which are missing as well.
      const isNew = name === 'event' && !(await isLoggedIn(self));
      throw unsetError(name, global.profile, isNew);
    },
    async format() {
      return (await self.required('output')) as OutputFormat;
    },
    async credentials() {
      const baseUrl = await self.required('base-url');
      const { source } = await self.setting('base-url');
      if (source === 'folder') return { baseUrl, ...(await tokenOfFolder(baseUrl)) };
      const token = await findToken(io.env, baseUrl, async () => {
        const name = await self.profileName();
        return { name, stored: (await self.profiles()).token(name) };
      });
      return { baseUrl, ...token };
    },
  };
  return self;
}

/** Those that the folder of a program has. */
const folderSettings: readonly SettingName[] = ['base-url', 'event', 'timezone'];

function flagName(name: SettingName): string {
  return `--${name}`;
}

function isLoggedIn({ credentials }: CommandSettings): Promise<boolean> {
  return credentials().then(
    () => true,
    () => false,
  );
}

function unsetError(
  name: SettingName,
  profileName: string | undefined,
  isNew: boolean,
): UsageError {
  const { environment, description } = settings[name];
  const isAddress = name === 'base-url';
  const profile = profileName ? ` --profile ${shellWord(profileName)}` : '';
  const login = isNew ? 'plenary auth login --event EVENT' : 'plenary auth login';
  const way = environment === undefined ? `--${name}` : `--${name}, set ${environment}`;
  const saving = isAddress ? 'your login' : `\`plenary config set ${name} VALUE${profile}\``;
  return new UsageError(`the ${description} (${name}) is not set`, {
    fix: `${isNew ? 'log in with --event EVENT; or ' : ''}pass ${way}, or save it with ${saving}`,
    next: isAddress || isNew ? [{ command: login }] : [],
  });
}
