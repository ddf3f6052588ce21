// Owns what a command works with: flags, settings, profiles and the client. Each is opened when it is first needed; `--help` needs none.

import type { Client, ClientOptions, TraceEvent } from '../client/client.ts';
import type { Profiles } from '../config/profiles.ts';
import {
  assertSetting,
  type outputFormats,
  parseDuration,
  type ResolvedSetting,
  resolveSetting,
  type SettingName,
  settingNames,
  settings,
} from '../config/settings.ts';
import { type FoundToken, findToken } from '../config/token.ts';
import { shellWord } from '../contract/escape.ts';
import { UsageError } from '../errors.ts';
import type { RawValue } from './flag.ts';
import { type GlobalFlags, type SettingFlags, settingFlags } from './global-flags.ts';
import { type Io, isInteractive, say } from './io.ts';
import type { ServiceFlags } from './output/next-command.ts';
import { createStyle, type Style } from './output/style.ts';
import { toLine, toLines } from './output/terminal-text.ts';
import { readWhole } from './user-files.ts';
import { version } from './version.ts';

export type OutputFormat = (typeof outputFormats)[number];

interface ClientChoices
  extends Partial<Pick<ClientOptions, 'concurrency' | 'ratePerSecond' | 'retries' | 'signal' | 'abortInFlight'>> {
  /** Called instead of printing a notice when the service asks for a pause. */
  readonly onPause?: (ms: number) => void;
}
type Credentials = Pick<ClientOptions, 'baseUrl' | 'token'>;

/** @template Flags the values of the command's own flags, as far as a function uses them */
export interface Context<Flags = object> {
  readonly io: Io;
  readonly global: GlobalFlags;
  readonly flags: Flags;
  /** The typed flags that commands which messages suggest need as well. */
  readonly serviceFlags: ServiceFlags;
  /** The command's own flags that were typed, as opposed to set by default, and their texts. */
  readonly typed: ReadonlyMap<string, RawValue>;
  /** The fields that `--fields` names, in its order; undefined without them. */
  readonly fields: readonly string[] | undefined;
  /** Whether there is a terminal to ask questions at, and `--no-input` does not forbid it. */
  readonly interactive: boolean;
  readonly style: Style;
  profiles(): Promise<Profiles>;
  profileName(): Promise<string>;
  setting(name: SettingName): Promise<ResolvedSetting>;
  /** Sets a setting to the answer to a question, for the rest of the command. */
  answer(name: SettingName, value: string): void;
  /** @throws {UsageError} if the setting has no value */
  required(name: SettingName): Promise<string>;
  format(): Promise<OutputFormat>;
  /** Specifies how the client sends, before it is opened. @throws {Error} if it is open, and would not follow */
  prepareClient(choices: ClientChoices): void;
  /** The client for the configured service: one for the whole command, closed with it. */
  client(): Promise<Client>;
  /** The address and the token of the configured service. @throws {AuthenticationError} without a token */
  credentials(): Promise<Credentials & FoundToken>;
  /** A client for an address and a token that are not in the settings yet. The caller closes it. */
  clientFor(credentials: Credentials, choices?: ClientChoices): Promise<Client>;
  /** Prints a line on stderr, except with `--quiet`. */
  notice(text: string): Promise<void>;
  /** Calls `listener` when a signal stops the program while the command runs. */
  onStop(listener: () => void): void;
  close(): Promise<void>;
}

export function createContext<Flags extends SettingFlags>(
  io: Io,
  global: GlobalFlags,
  flags: Flags,
  typed: ReadonlyMap<string, RawValue> = new Map(),
): Context<Flags> {
  let given = settingFlags(global, flags);
  // Checked before anything is sent, so that a write is not followed by an error about how to print it.
  for (const name of settingNames) if (given[name] !== undefined) assertSetting(name, given[name], flagName(name));
  let profiles: Promise<Profiles> | undefined;
  // A promise, because two callers may ask for the client at the same time.
  let client: Promise<Client> | undefined;
  let prepared: ClientChoices | undefined;
  const stopListeners: (() => void)[] = [];

  const context: Context<Flags> = {
    io,
    global,
    flags,
    serviceFlags: { ...global, event: flags.event },
    typed,
    fields: typeof global.fields === 'string' ? global.fields.split(',').map((name) => name.trim()) : undefined,
    interactive: isInteractive(io) && global.input,
    style: createStyle(io, global.color),
    profiles() {
      profiles ??= import('../config/profiles.ts').then(({ openProfiles }) =>
        openProfiles(io, (path, mode) => {
          void context.notice(`Changed the mode of ${path} to ${mode}, because it can contain a token.`);
        }),
      );
      return profiles;
    },
    async profileName() {
      return global.profile || io.env.PLENARY_PROFILE || (await context.profiles()).current();
    },
    async setting(name) {
      const sources = { flags: given, flagName, env: io.env, profileName: '', profile: {} };
      const explicit = resolveSetting(name, sources);
      if (explicit.source === 'flag' || explicit.source === 'environment') return explicit;
      const profileName = await context.profileName();
      const profile = (await context.profiles()).settings(profileName);
      return resolveSetting(name, { ...sources, profileName, profile });
    },
    answer(name, value) {
      given = { ...given, [name]: value };
    },
    async required(name) {
      const { value } = await context.setting(name);
      if (value !== undefined) return value;
      const { environment, description } = settings[name];
      const profile = global.profile ? ` --profile ${shellWord(global.profile)}` : '';
      // A login asks for the address and the token, which are missing as well.
      const isNew = name === 'event' && !(await isLoggedIn());
      throw new UsageError(`the ${description} (${name}) is not set`, {
        fix: `${isNew ? 'log in with --event EVENT; or ' : ''}pass --${name}${environment === undefined ? '' : `, set ${environment}`}, or save it with ${name === 'base-url' ? 'your login' : `\`plenary config set ${name} VALUE${profile}\``}`,
        next: name === 'base-url' || isNew ? [{ command: `plenary auth login${isNew ? ' --event EVENT' : ''}` }] : [],
      });
    },
    async format() {
      return (await context.required('output')) as OutputFormat;
    },
    prepareClient(choices) {
      if (client !== undefined) throw new Error('the client is open already, and would ignore these choices');
      prepared = choices;
    },
    client() {
      client ??= context.credentials().then((credentials) => openClient(context, credentials, prepared ?? {}));
      return client;
    },
    async credentials() {
      const baseUrl = await context.required('base-url');
      const found = await findToken(io.env, baseUrl, async () => {
        const name = await context.profileName();
        return { name, stored: (await context.profiles()).token(name) };
      });
      return { baseUrl, ...found };
    },
    clientFor: (credentials, choices = {}) => openClient(context, credentials, choices),
    async notice(text) {
      // It may quote the service, or a file.
      const lines = toLines(text);
      const { columns = 0 } = io.stderr;
      // A pipe has no width.
      const shown = columns === 0 ? lines : (await import('./output/width.ts')).wrapProse(lines, columns);
      if (!global.quiet) await say(io, `${shown}\n`);
    },
    onStop(listener) {
      stopListeners.push(listener);
      io.stopped.addEventListener('abort', listener, { once: true });
    },
    async close() {
      for (const listener of stopListeners) io.stopped.removeEventListener('abort', listener);
      // If it could not be opened, its caller has received the error.
      const opened = await client?.catch(() => undefined);
      await opened?.close();
    },
  };
  return context;

  function isLoggedIn(): Promise<boolean> {
    return context.credentials().then(
      () => true,
      () => false,
    );
  }
}

const flagName = (name: SettingName) => `--${name}`;

async function openClient(
  context: Context,
  credentials: Credentials,
  { onPause, ...choices }: ClientChoices,
): Promise<Client> {
  const { io, global } = context;
  io.secrets.hold(credentials.token);
  const { value: caFile } = await context.setting('ca-cert');
  const { value: paging } = await context.setting('paging');
  const { createClient } = await import('../client/client.ts');
  const options: ClientOptions = {
    baseUrl: credentials.baseUrl,
    token: credentials.token,
    timeoutMs: parseDuration(await context.required('timeout')) ?? 0,
    retries: Number(await context.required('retries')),
    env: io.env,
    signal: io.stopped,
    insecureHttp: global.insecureHttp ?? false,
    ...(paging === undefined ? {} : { paging }),
    ...(caFile === undefined ? {} : { caCert: (await readWhole(io, caFile)).toString('utf8') }),
    onTrace: (event) => {
      if (global.debug || event.kind === 'late' || event.kind === 'pause') void printTrace(context, event, onPause);
    },
    ...choices,
    userAgent: `plenary/${version}`,
  };
  return createClient(options, io.clock);
}

/** A long pause or wait is always explained; everything else is printed only with `--debug`. */
async function printTrace(context: Context, event: TraceEvent, onPause: ClientChoices['onPause']): Promise<void> {
  const { io, global } = context;
  if (global.debug) return say(io, `debug: ${toLine(JSON.stringify(event))}\n`);
  if (event.kind === 'late' && event.ms >= 1000) {
    await context.notice(`Waiting ${Math.ceil(event.ms / 1000)} s, because the request may still take effect.`);
  }
  if (event.kind !== 'pause' || event.ms < 1000) return;
  if (onPause !== undefined) return onPause(event.ms);
  await context.notice(`Pausing for ${Math.ceil(event.ms / 1000)} s, because the service asked for it.`);
}
