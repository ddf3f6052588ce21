// Opens the client of a command with its settings, and explains its pauses. Must not know which
// command it is.
import type { Client, ClientOptions, TraceEvent } from '../client/client.ts';
import { parseDuration, type ResolvedSetting, type SettingName } from '../config/settings.ts';
import { environmentToken } from '../config/token.ts';
import type { GlobalFlags } from './global-flags.ts';
import { type Io, say } from './io.ts';
import { toLine } from './output/terminal-text.ts';
import { readWhole } from './source.ts';
import { version } from './version.ts';

/** How a command sends, beside what the settings say. */
export interface ClientChoices
  extends Partial<
    Pick<ClientOptions, 'concurrency' | 'ratePerSecond' | 'retries' | 'signal' | 'abortInFlight'>
  > {
  /** Called instead of printing a notice when the service asks for a pause. */
  readonly onPause?: ((ms: number) => void) | undefined;
  /** Called when the service does not respond, and is tried `left` more times. */
  readonly onSilence?: ((left: number) => void) | undefined;
}

export type Credentials = Pick<ClientOptions, 'baseUrl' | 'token'>;

/** What a client needs of a command. */
interface ClientContext {
  readonly io: Io;
  readonly global: GlobalFlags;
  setting(name: SettingName): Promise<ResolvedSetting>;
  required(name: SettingName): Promise<string>;
  notice(text: string): Promise<void>;
}

/** @param context of the command whose settings the client has */
export async function openClient(
  context: ClientContext,
  credentials: Credentials,
  { onPause, onSilence, ...choices }: ClientChoices,
): Promise<Client> {
  const { io, global } = context;
  io.secrets.hold(credentials.token);
  const { value: caFile } = await context.setting('ca-cert');
  const { value: paging } = await context.setting('paging');
  const { createClient } = await import('../client/client.ts');
  const options: ClientOptions = {
    baseUrl: credentials.baseUrl,
    token: credentials.token,
    tokenVariable: environmentToken(io.env) === credentials.token ? 'PLENARY_TOKEN' : undefined,
    timeoutMs: parseDuration(await context.required('timeout')) ?? 0,
    retries: Number(await context.required('retries')),
    env: io.env,
    signal: io.stopped,
    onRequest: io.holdSignals,
    insecureHttp: global.insecureHttp ?? false,
    ...(paging === undefined ? {} : { paging }),
    ...(caFile === undefined ? {} : { caCert: (await readWhole(io, caFile)).toString('utf8') }),
    onTrace: (event) => {
      void printTrace(context, event, { onPause, onSilence });
    },
    ...choices,
    userAgent: `plenary/${version}`,
  };
  return createClient(options, io.clock);
}

/** A long pause is always explained; everything else is printed only with `--debug`. */
async function printTrace(
  context: ClientContext,
  event: TraceEvent,
  { onPause, onSilence }: Pick<ClientChoices, 'onPause' | 'onSilence'>,
): Promise<void> {
  const { io, global } = context;
  if (global.debug) return say(io, `debug: ${toLine(JSON.stringify(event))}\n`);
  const { kind, ms = 0, left = 0 } = event;
  if (kind === 'silence') return onSilence?.(left);
  if (kind !== 'pause' || ms < 1000) return;
  if (onPause !== undefined) return onPause(ms);
  await context.notice(`Pausing for ${Math.ceil(ms / 1000)} s, because the service asked for it.`);
}
