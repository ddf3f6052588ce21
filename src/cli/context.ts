// Owns what a command works with: flags, settings, profiles and the client. Each is opened when it
// is first needed; `--help` needs none.

import type { Client } from '../client/client.ts';
import { type CommandSettings, commandSettings, type SettingTerms } from './command-settings.ts';
import { type EventAccess, eventAccess } from './event-access.ts';
import type { RawValue } from './flag.ts';
import { type GlobalFlags, type SettingFlags, settingFlags } from './global-flags.ts';
import { type Io, isInteractive, sayProse } from './io.ts';
import { type ClientChoices, type Credentials, openClient } from './open-client.ts';
import type { ServiceFlags } from './output/next-command.ts';
import { shellOf } from './output/shell.ts';
import { createStyle } from './output/style.ts';
import { toLines } from './output/terminal-text.ts';
import { createSources, type Source } from './source.ts';

/** @template Flags the values of the command's own flags, as far as a function uses them */
export interface Context<Flags = object> extends EventAccess, CommandSettings {
  readonly io: Io;
  readonly global: GlobalFlags;
  readonly flags: Flags;
  /** The typed flags that commands which messages suggest need as well. */
  readonly serviceFlags: ServiceFlags;
  /** The command's own flags that were typed, as opposed to set by default, and their texts. */
  readonly typed: ReadonlyMap<string, RawValue>;
  /** The fields that `--fields` names, in its order; undefined without them. */
  readonly fields: readonly string[] | undefined;
  /** Whether a person sits at a terminal to be asked, and `--no-input` does not forbid it. */
  readonly interactive: boolean;
  readonly style: ReturnType<typeof createStyle>;
  /** Specifies how the client sends: one that is open already is not used any more. */
  prepareClient(choices: ClientChoices): void;
  /** The client for the configured service, closed with the command. */
  client(): Promise<Client>;
  /** A client for an address and a token that are not in the settings yet. The caller closes it. */
  clientFor(credentials: Credentials, choices?: ClientChoices): Promise<Client>;
  /**
   * A file to read, the same each time, because a pipe can be read once; `-` is standard input.
   * @throws {UsageError} if it cannot be read
   */
  source(path: string): Promise<Source>;
  /** Prints a line on stderr, except with `--quiet`. */
  notice(text: string): Promise<void>;
  /** Calls `listener` when a signal stops the program while the command runs. */
  onStop(listener: () => void): void;
  close(): Promise<void>;
}

/** What was read of a command line. */
interface ReadFlags<Flags>
  extends Omit<SettingTerms, 'io' | 'notice' | 'settingFlags' | 'clientFor'> {
  /** The command's own, with those that are set by default. */
  readonly flags: Flags;
  /** The command's own that were typed, and their texts. */
  readonly typed?: ReadonlyMap<string, RawValue>;
}

export function createContext<Flags extends SettingFlags>(
  io: Io,
  { flags, typed = new Map(), ...read }: ReadFlags<Flags>,
): Context<Flags> {
  const { global } = read;
  const notice = (text: string) => printNotice(io, global, text);
  const settled = commandSettings({
    ...read,
    io,
    notice,
    settingFlags: settingFlags(global, flags),
    clientFor: (credentials) => openClient(world, credentials, {}),
  });
  const world = { io, global, notice, ...settled };
  const clients = clientsOf(world);
  const sources = createSources(io);
  return {
    ...world,
    ...clients,
    ...eventAccess({ ...settled, ...clients }),
    flags,
    serviceFlags: { ...global, event: flags.event, shell: shellOf(io) },
    typed,
    fields:
      typeof global.fields === 'string'
        ? global.fields.split(',').map((name) => name.trim())
        : undefined,
    interactive: isInteractive(io) && global.input,
    style: createStyle(io, global.color),
    source: sources.open,
    async close() {
      await Promise.all([clients.close(), sources.close()]);
    },
  };
}

function clientsOf(
  world: Pick<Context, 'io' | 'global' | 'notice'> & CommandSettings,
): Pick<Context, 'prepareClient' | 'client' | 'clientFor' | 'onStop' | 'close'> {
  const { stopped } = world.io;
  // Promises, because two callers may ask for the client at the same time.
  const opened: Promise<Client>[] = [];
  let client: Promise<Client> | undefined;
  let prepared: ClientChoices = {};
  const stopListeners: (() => void)[] = [];
  return {
    prepareClient(choices) {
      prepared = choices;
      client = undefined;
    },
    client() {
      if (client !== undefined) return client;
      client = world.credentials().then((credentials) => openClient(world, credentials, prepared));
      opened.push(client);
      return client;
    },
    clientFor: (credentials, choices = {}) => openClient(world, credentials, choices),
    onStop(listener) {
      stopListeners.push(listener);
      stopped.addEventListener('abort', listener, { once: true });
    },
    async close() {
      for (const listener of stopListeners) stopped.removeEventListener('abort', listener);
      // If one could not be opened, its caller has received the error.
      const clients = await Promise.all(opened.map((opening) => opening.catch(() => undefined)));
      await Promise.all(clients.map((openedClient) => openedClient?.close()));
    },
  };
}

async function printNotice(io: Io, { quiet }: GlobalFlags, text: string): Promise<void> {
  // It may quote the service, or a file.
  if (!quiet) await sayProse(io, `${toLines(text)}\n`);
}
