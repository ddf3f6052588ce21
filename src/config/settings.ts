// Owns the settings: their names, their sources, and which source wins. Pure; profiles.ts reads the
// profile.
import { baseUrlFault, withoutCredentials } from '../contract/base-url.ts';
import { isTimeZone } from '../contract/time-zone.ts';
import { UsageError } from '../errors.ts';

interface SettingDefinition {
  readonly description: string;
  readonly environment?: string;
  readonly default?: string;
  /** The value as messages repeat it. */
  readonly shown?: (value: string) => string;
  /** What is wrong with a value, as the end of a sentence; undefined if it is valid. */
  readonly fault?: (value: string) => string | undefined;
}

export const outputFormats = ['table', 'json', 'ndjson', 'csv'] as const;

const definitions = {
  'base-url': {
    description: 'address of the service',
    environment: 'PLENARY_BASE_URL',
    fault: baseUrlFault,
    shown: withoutCredentials,
  },
  event: { description: 'event to work on', environment: 'PLENARY_EVENT' },
  timezone: {
    description: 'IANA time zone of local times',
    environment: 'PLENARY_TIMEZONE',
    fault: timeZoneFault,
  },
  output: {
    description: 'output format: table, json, ndjson or csv',
    default: 'table',
    fault: oneOf(outputFormats),
  },
  timeout: {
    description: 'time limit for one request, e.g. 30s',
    default: '30s',
    fault: durationFault,
  },
  retries: {
    description: 'number of retries after a temporary failure',
    default: '3',
    fault: retriesFault,
  },
  paging: {
    description: 'parameter of the page numbers of lists, or none if lists are not divided',
    fault: pagingFault,
  },
  'ca-cert': { description: 'file with a certificate authority to trust (PEM)' },
} as const satisfies Record<string, SettingDefinition>;

export type SettingName = keyof typeof definitions;

/** The settings by name. */
export const settings: Readonly<Record<SettingName, SettingDefinition>> = definitions;

export const settingNames = Object.keys(definitions) as readonly SettingName[];

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(definitions, name);
}

export type SettingValues = Readonly<Partial<Record<SettingName, string>>>;

export interface ResolvedSetting {
  readonly name: SettingName;
  readonly value: string | undefined;
  /** Where the value comes from, in order of precedence. */
  readonly source: 'flag' | 'environment' | 'folder' | 'profile' | 'default' | undefined;
  /** The flag, variable, folder or profile, as messages name it; undefined without a value. */
  readonly origin: string | undefined;
}

/** The sources that settings are read from. */
export interface SettingSources {
  readonly flags: SettingValues;
  /** How the command line spells a setting's flag. */
  readonly flagName: (name: SettingName) => string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that the command works in, if it works in one. */
  readonly folder?: FolderValues | undefined;
  readonly profileName: string;
  readonly profile: SettingValues;
}

/** What the folder of a program sets. */
export type FolderValues = {
  readonly [Name in SettingName]?: {
    readonly value: string | undefined;
    /** The folder or the file that has it, as messages name it. */
    readonly origin: string;
  };
};

/**
 * The value of a setting: from the flag, else the environment, else the folder, else the profile,
 * else the default.
 * @throws {UsageError} naming the source, if the value is malformed
 */
export function resolveSetting(name: SettingName, sources: SettingSources): ResolvedSetting {
  const setting = settings[name];
  const candidate = candidates(name, setting, sources).find(
    ({ value }) => value !== undefined && value !== '',
  );
  if (candidate?.value === undefined) {
    return {
      name,
      value: undefined,
      source: undefined,
      origin: undefined,
    };
  }
  assertSetting(name, candidate.value, candidate.origin);
  return { name, ...candidate };
}

/**
 * @param origin where the value comes from, for the message
 * @throws {UsageError} if the value is malformed
 */
export function assertSetting(name: SettingName, value: string, origin: string): void {
  const fault = settingFault(name, value);
  if (fault !== undefined) throw new UsageError(`${origin}: ${fault}`);
}

/** What is wrong with a value, which is quoted; undefined if it is valid. */
export function settingFault(name: SettingName, value: string): string | undefined {
  const { fault, shown = (text) => text } = settings[name];
  const wrong = fault?.(value);
  return wrong === undefined ? undefined : `${JSON.stringify(shown(value))} ${wrong}`;
}

function candidates(name: SettingName, setting: SettingDefinition, sources: SettingSources) {
  const { environment = '' } = setting;
  const { folder = {} } = sources;
  return [
    { source: 'flag', value: sources.flags[name], origin: sources.flagName(name) },
    { source: 'environment', value: sources.env[environment], origin: environment },
    { source: 'folder', value: folder[name]?.value, origin: folder[name]?.origin ?? '' },
    { source: 'profile', value: sources.profile[name], origin: `profile ${sources.profileName}` },
    { source: 'default', value: setting.default, origin: 'default' },
  ] as const;
}

/**
 * Milliseconds in `30s`, `500ms`, `2m` or `1h`; a bare number is seconds; undefined for any other
 * text.
 */
export function parseDuration(value: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)?$/.exec(value.trim());
  if (match === null) return undefined;
  const unit = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[match[2] ?? 's'] ?? 1000;
  return Number(match[1]) * unit;
}

function timeZoneFault(value: string): string | undefined {
  return isTimeZone(value)
    ? undefined
    : 'is not a time zone; use an IANA name such as Europe/Berlin';
}

function oneOf(values: readonly string[]): (value: string) => string | undefined {
  return (value) => (values.includes(value) ? undefined : `is not one of ${values.join(', ')}`);
}

function pagingFault(value: string): string | undefined {
  const isName = /^[^\s:=&?#]+$/.test(value);
  return isName ? undefined : 'is not none or the name of a parameter, such as p';
}

function durationFault(value: string): string | undefined {
  const milliseconds = parseDuration(value);
  return milliseconds === undefined || milliseconds <= 0
    ? 'is not a duration such as 30s, 500ms or 2m'
    : undefined;
}

function retriesFault(value: string): string | undefined {
  return /^\d{1,3}$/.test(value) ? undefined : 'is not a whole number from 0 to 999';
}
