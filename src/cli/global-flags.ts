// Owns the flags that every command accepts, and the settings among them.
import { outputFormats, type SettingName, type SettingValues } from '../config/settings.ts';
import { UsageError } from '../errors.ts';
import { flag } from './flag.ts';
import type { Flags } from './flags.ts';

/** The global flags, as commander parses them. */
export interface GlobalFlags {
  readonly profile?: string;
  readonly folder?: string;
  readonly baseUrl?: string;
  readonly output?: string;
  readonly json?: boolean;
  /** `true` if the flag has no value; the command then lists the field names. */
  readonly fields?: string | true;
  readonly quiet?: boolean;
  readonly color: boolean;
  /** `false` after `--no-input`. */
  readonly input: boolean;
  readonly yes?: boolean;
  readonly debug?: boolean;
  readonly timeout?: string;
  readonly retries?: string;
  readonly paging?: string;
  readonly caCert?: string;
  readonly insecureHttp?: boolean;
}

/** The settings that some commands have as flags of their own. */
export interface SettingFlags {
  readonly event?: unknown;
  readonly timezone?: unknown;
}

/** As data. The program's own settings check their values, because a variable may be empty. */
export const globalFlags: Flags = {
  profile: flag.text('<name>', 'profile to use from the config file', { type: 'profile' }),
  folder: flag.text(
    '<dir>',
    'folder of a program to work in (default: the nearest one upward that has a program.json)',
    { type: 'folder' },
  ),
  baseUrl: flag.text('<url>', 'address of the service'),
  output: flag.choice('<format>', 'table, json, ndjson or csv', {
    choices: outputFormats,
    short: '-o',
  }),
  json: flag.boolean('same as --output json'),
  fields: flag.text('[names]', 'fields to show, e.g. id,email; without names, list the fields', {
    type: 'fields',
  }),
  quiet: flag.boolean('suppress notices and progress', { short: '-q' }),
  noColor: flag.boolean('disable color'),
  noInput: flag.boolean(
    'ask nothing, as without a terminal: confirm as --yes does, fail if a value is needed',
  ),
  yes: flag.boolean('answer yes to every confirmation'),
  debug: flag.boolean('show requests and causes of errors on stderr'),
  timeout: flag.text('<duration>', 'time limit for one request (default: 30s)', {
    type: 'duration',
  }),
  retries: flag.text('<n>', 'number of retries after a temporary failure (default: 3)', {
    type: 'integer',
  }),
  paging: flag.text(
    '<parameter>',
    'parameter of the page numbers of lists, or none if lists are not divided',
  ),
  caCert: flag.file('file with a certificate authority to trust (PEM)'),
  insecureHttp: flag.boolean('allow sending the token over plain HTTP to other machines'),
};

/**
 * The settings among a command's flags, global and its own (`--event`, `--timezone`).
 * @throws {UsageError} when `--json` and `--output` disagree
 */
export function settingFlags(global: GlobalFlags, own: SettingFlags): SettingValues {
  if (global.json && global.output !== undefined && global.output !== 'json') {
    throw new UsageError(`--json and --output ${global.output} cannot be combined`, {
      fix: 'remove one of them',
    });
  }
  const values: Readonly<Record<SettingName, unknown>> = {
    'base-url': global.baseUrl,
    event: own.event,
    timezone: own.timezone,
    output: global.json ? 'json' : global.output,
    timeout: global.timeout,
    retries: global.retries,
    paging: global.paging,
    'ca-cert': global.caCert,
  };
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => typeof value === 'string'),
  );
}
