// The flags that every command takes.
import { type Command, Option } from 'commander';
import type { SettingName, SettingValues } from '../config/settings.ts';
import { UsageError } from '../errors.ts';

/** The global flags, as commander leaves them. */
export interface GlobalFlags {
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly output?: string;
  readonly json?: boolean;
  /** `true` where the flag stands alone, which asks for the names. */
  readonly fields?: string | true;
  readonly quiet?: boolean;
  readonly color: boolean;
  /** `false` after `--no-input`. */
  readonly input: boolean;
  readonly yes?: boolean;
  readonly debug?: boolean;
  readonly timeout?: string;
  readonly retries?: string;
  readonly caCert?: string;
  readonly insecureHttp?: boolean;
}

/** Declares them on the program, under a heading of their own. */
export function addGlobalFlags(program: Command): void {
  const flags: readonly (readonly [flag: string, description: string])[] = [
    ['--profile <name>', 'profile of the config file to use'],
    ['--base-url <url>', 'address of the service'],
    ['-o, --output <format>', 'table, json, ndjson or csv'],
    ['--json', 'the same as --output json'],
    ['--fields [names]', 'fields to show, a,b,…; alone: list them'],
    ['--quiet', 'no notices and no progress'],
    ['--no-color', 'no colour'],
    ['--no-input', 'never ask; fail where an answer is needed'],
    ['--yes', 'answer yes to confirmations'],
    ['--debug', 'show requests and causes on stderr'],
    ['--timeout <duration>', 'how long one request may take (30s)'],
    ['--retries <n>', 'further attempts after a passing failure (3)'],
    ['--ca-cert <file>', 'certificate authority to trust (PEM)'],
    ['--insecure-http', 'allow a token over plain http beyond this machine'],
  ];
  for (const [flag, description] of flags) {
    program.addOption(new Option(flag, description).helpGroup('Global options:'));
  }
}

/**
 * The settings among a command's flags, global and its own (`--event`, `--timezone`).
 * @throws {UsageError} when `--json` and `--output` disagree
 */
export function settingFlags(global: GlobalFlags, own: Readonly<Record<string, unknown>>): SettingValues {
  if (global.json && global.output !== undefined && global.output !== 'json') {
    throw new UsageError(`--json and --output ${global.output} cannot go together`, { fix: 'leave one of them out' });
  }
  const found: Readonly<Record<SettingName, unknown>> = {
    'base-url': global.baseUrl,
    event: own.event,
    timezone: own.timezone,
    output: global.json ? 'json' : global.output,
    timeout: global.timeout,
    retries: global.retries,
    'ca-cert': global.caCert,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => typeof value === 'string'));
}
