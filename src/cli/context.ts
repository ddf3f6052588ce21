// What a command is given: settings, profiles and the client, each made when first asked for. `--help` asks for none.
import { readFile } from 'node:fs/promises';
import type { Client, ClientOptions, TraceEvent } from '../client/client.ts';
import type { Profiles } from '../config/profiles.ts';
import {
  assertSetting,
  parseDuration,
  type ResolvedSetting,
  resolveSetting,
  type SettingName,
  settingNames,
  settings,
} from '../config/settings.ts';
import { resolveToken } from '../config/token.ts';
import { UsageError } from '../errors.ts';
import { type GlobalFlags, settingFlags } from './global-flags.ts';
import { type Io, isInteractive, say } from './io.ts';
import { createStyle, type Style } from './output/style.ts';
import { toLine } from './output/terminal-text.ts';
import { cannotRead } from './user-files.ts';
import { version } from './version.ts';

export type Format = 'table' | 'json' | 'ndjson' | 'csv';

interface Wishes extends Partial<Pick<ClientOptions, 'concurrency' | 'ratePerSecond' | 'abortInFlight'>> {
  /** Shows a pause of the service in place of a notice. */
  readonly onPause?: (ms: number) => void;
}
type Credentials = Pick<ClientOptions, 'baseUrl' | 'token'>;

export interface Context {
  readonly io: Io;
  readonly global: GlobalFlags;
  /** The command's own flags. */
  readonly own: Readonly<Record<string, unknown>>;
  /** Which of them were typed, and do not stand by default. */
  readonly typed: ReadonlySet<string>;
  /** The command's arguments. */
  readonly args: readonly string[];
  /** The fields that `--fields` names, in its order; undefined where it chose none. */
  readonly fields: readonly string[] | undefined;
  /** Whether a person can be asked, and wants to be. */
  readonly interactive: boolean;
  readonly style: Style;
  profiles(): Promise<Profiles>;
  profileName(): Promise<string>;
  setting(name: SettingName): Promise<ResolvedSetting>;
  /** @throws {UsageError} where nothing gives the setting a value */
  required(name: SettingName): Promise<string>;
  format(): Promise<Format>;
  /** The client for the settings' service; one for the whole command, closed with it. */
  client(options?: Wishes): Promise<Client>;
  /** A client for an address and a token not yet in the settings; the caller closes it. */
  clientFor(credentials: Credentials, options?: Wishes): Promise<Client>;
  /** Says something on stderr, except with `--quiet`. */
  notice(text: string): Promise<void>;
  close(): Promise<void>;
}

export function createContext(
  io: Io,
  global: GlobalFlags,
  own: Readonly<Record<string, unknown>>,
  args: readonly string[],
  typed: ReadonlySet<string> = new Set(),
): Context {
  const flags = settingFlags(global, own);
  // Before anything is sent: a write must not be followed by a complaint about how to print it.
  for (const name of settingNames) if (flags[name] !== undefined) assertSetting(name, flags[name], `--${name}`);
  let profiles: Promise<Profiles> | undefined;
  let client: Client | undefined;

  const context: Context = {
    io,
    global,
    own,
    typed,
    args,
    fields: typeof global.fields === 'string' ? global.fields.split(',').map((name) => name.trim()) : undefined,
    interactive: isInteractive(io) && global.input,
    style: createStyle(io, global.color),
    profiles() {
      profiles ??= import('../config/profiles.ts').then(({ openProfiles }) =>
        openProfiles(io, (message) => void context.notice(message)),
      );
      return profiles;
    },
    async profileName() {
      return global.profile || io.env.PLENARY_PROFILE || (await context.profiles()).current();
    },
    async setting(name) {
      const sources = { flags, env: io.env, profileName: '', profile: {} };
      const outspoken = resolveSetting(name, sources);
      if (outspoken.source === 'flag' || outspoken.source === 'environment') return outspoken;
      const profileName = await context.profileName();
      const profile = (await context.profiles()).settings(profileName);
      return resolveSetting(name, { ...sources, profileName, profile });
    },
    async required(name) {
      const { value } = await context.setting(name);
      if (value !== undefined) return value;
      const { environment, description } = settings[name];
      throw new UsageError(`no ${name}: the ${description} is not set`, {
        fix: `give --${name}${environment === undefined ? '' : `, set ${environment}`}, or keep it in the profile`,
        next: [{ command: name === 'base-url' ? 'plenary auth login' : `plenary config set ${name} VALUE` }],
      });
    },
    async format() {
      return (await context.required('output')) as Format;
    },
    async client(options = {}) {
      client ??= await openClient(context, await findCredentials(context), options);
      return client;
    },
    clientFor: (credentials, options = {}) => openClient(context, credentials, options),
    async notice(text) {
      if (!global.quiet) await say(io, `${text}\n`);
    },
    async close() {
      await client?.close();
    },
  };
  return context;
}

async function findCredentials(context: Context): Promise<Credentials> {
  const { env } = context.io;
  const baseUrl = await context.required('base-url');
  if (env.PLENARY_TOKEN) return { baseUrl, token: env.PLENARY_TOKEN };
  const profileName = await context.profileName();
  const stored = (await context.profiles()).token(profileName);
  return { baseUrl, token: resolveToken({ env, profileName, stored, baseUrl }).token };
}

async function openClient(context: Context, credentials: Credentials, { onPause, ...wishes }: Wishes): Promise<Client> {
  const { io, global } = context;
  const { value: caFile } = await context.setting('ca-cert');
  const { createClient } = await import('../client/client.ts');
  return createClient({
    ...credentials,
    timeoutMs: parseDuration(await context.required('timeout')) ?? 0,
    retries: Number(await context.required('retries')),
    env: io.env,
    signal: io.stopped,
    insecureHttp: global.insecureHttp ?? false,
    ...(caFile === undefined ? {} : { caCert: await readCertificate(caFile) }),
    onTrace: (event) => void tell(context, event, onPause),
    ...wishes,
    userAgent: `plenary/${version}`,
  });
}

async function readCertificate(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw cannotRead(file, cause);
  }
}

/** A long silence is explained to everybody; each request only to those who ask. */
async function tell(context: Context, event: TraceEvent, onPause: Wishes['onPause']): Promise<void> {
  const { io, global } = context;
  if (global.debug) return say(io, `debug: ${toLine(JSON.stringify(event))}\n`);
  if (event.kind !== 'pause' || event.ms < 1000) return;
  if (onPause !== undefined) return onPause(event.ms);
  await context.notice(`The service asks for a pause of ${Math.ceil(event.ms / 1000)} s.`);
}
