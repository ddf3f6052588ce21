// Owns the flags that every command accepts, and the settings among them.
import { type Command, Option } from 'commander';
import type { SettingName, SettingValues } from '../config/settings.ts';
import { UsageError } from '../errors.ts';

/** The global flags, as commander parses them. */
export interface GlobalFlags {
  readonly profile?: string;
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
  readonly maxPages?: string;
  readonly caCert?: string;
  readonly insecureHttp?: boolean;
}

/** The settings that some commands have as flags of their own. */
export interface SettingFlags {
  readonly event?: unknown;
  readonly timezone?: unknown;
}

/** Declares them on the program, under a heading of their own. */
export function addGlobalFlags(program: Command): void {
  const flags: readonly (readonly [flag: string, description: string])[] = [
    ['--profile <name>', 'profile to use from the config file'],
    ['--base-url <url>', 'address of the service'],
    ['-o, --output <format>', 'table, json, ndjson or csv'],
    ['--json', 'same as --output json'],
    ['--fields [names]', 'fields to show, e.g. id,email; without names, list the fields'],
    ['--quiet', 'suppress notices and progress'],
    ['--no-color', 'disable color'],
    ['--no-input', 'never ask; fail if an answer is needed'],
    ['--yes', 'answer yes to every confirmation'],
    ['--debug', 'show requests and causes of errors on stderr'],
    ['--timeout <duration>', 'time limit for one request (default: 30s)'],
    ['--retries <n>', 'number of retries after a temporary failure (default: 3)'],
    ['--paging <kind>', 'how the service divides lists: auto, none, page, offset or cursor (default: auto)'],
    ['--max-pages <n>', 'the most pages of one list that are read (default: 10000)'],
    ['--ca-cert <file>', 'file with a certificate authority to trust (PEM)'],
    ['--insecure-http', 'allow sending the token over plain HTTP to other machines'],
  ];
  for (const [flag, description] of flags) {
    program.addOption(new Option(flag, description).helpGroup('Global options:'));
  }
}

/**
 * The settings among a command's flags, global and its own (`--event`, `--timezone`).
 * @throws {UsageError} when `--json` and `--output` disagree
 */
export function settingFlags(global: GlobalFlags, own: SettingFlags): SettingValues {
  if (global.json && global.output !== undefined && global.output !== 'json') {
    throw new UsageError(`--json and --output ${global.output} cannot be combined`, { fix: 'remove one of them' });
  }
  const found: Readonly<Record<SettingName, unknown>> = {
    'base-url': global.baseUrl,
    event: own.event,
    timezone: own.timezone,
    output: global.json ? 'json' : global.output,
    timeout: global.timeout,
    retries: global.retries,
    paging: global.paging,
    'max-pages': global.maxPages,
    'ca-cert': global.caCert,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => typeof value === 'string'));
}
