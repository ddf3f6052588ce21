// Owns `plenary __complete -- WORDS…`, which completion scripts call: what may follow these words,
// the last being typed.
import type { Client } from '../../../client/client.ts';
import { readEvents, toEventDetails } from '../../../client/event-lists.ts';
import { recordId } from '../../../client/response.ts';
import { recordName } from '../../../columns/record-name.ts';
import { openProfiles, profileNames } from '../../../config/profiles.ts';
import { settingNames } from '../../../config/settings.ts';
import type { Endpoint, Resource } from '../../../contract/endpoint.ts';
import { listIdentifiedBy } from '../../../contract/index.ts';
import type { Argument, Command } from '../../command.ts';
import { type Context, createContext } from '../../context.ts';
import { findEvent } from '../../event-access.ts';
import type { Flag } from '../../flag.ts';
import { flagName } from '../../flags.ts';
import { globalFlags } from '../../global-flags.ts';
import { type Io, write } from '../../io.ts';
import { defaultFields, knownFields } from '../../output/default-fields.ts';
import { toLine } from '../../output/terminal-text.ts';
import { allCommands, sections } from '../all-commands.ts';
import { topics } from '../help-topics.ts';

/** A word, and what it means. */
type Offer = readonly [word: string, description: string];

/** The offers, or what the shell completes instead. */
type Offered = readonly Offer[] | ':files' | ':folders';

interface NamedFlag extends Partial<Flag> {
  readonly name: string;
  readonly description: string;
}

/** What was typed before the word that is completed. */
interface Line {
  /** The words of a command or a group, as far as they were typed. */
  named: string;
  command: Command | undefined;
  /** How many arguments. */
  args: number;
  /** The texts of flags, by their names. */
  readonly texts: Map<string, string>;
  /** The flag whose value follows. */
  wanted: NamedFlag | undefined;
}

/**
 * Prints a word and its description on each line. An error prints nothing, because it would appear
 * in what is being typed.
 */
export async function complete(typed: readonly string[], io: Io): Promise<void> {
  const words = joined(typed);
  const current = words.pop() ?? '';
  const offered = await offeredAfter(words, current, io).catch(() => []);
  const lines =
    typeof offered === 'string'
      ? [offered]
      : offered
          .filter(([word]) => word.startsWith(current) && word === toLine(word))
          .map(([word, description]) => `${word}\t${toLine(description)}`);
  await write(io.stdout, io.secrets.hide(lines.map((line) => `${line}\n`).join(''))).catch(
    () => undefined,
  );
}

/** Bash divides words at `=` and `:`, and passes these as words. */
function joined(typed: readonly string[]): string[] {
  const words: string[] = [];
  typed.forEach((word, at) => {
    const isPart = /^[=:]+$/.test(word) || (word !== '' && /^[=:]+$/.test(typed[at - 1] ?? ''));
    words.push(isPart ? `${words.pop() ?? ''}${word}` : word);
  });
  return words;
}

async function offeredAfter(words: readonly string[], current: string, io: Io): Promise<Offered> {
  if (words.includes('--')) return ':files';
  const isHelp = words[0] === 'help';
  const line = readLine(isHelp ? words.slice(1) : words);
  const { named, wanted, command, args, texts } = line;
  const flags = flagsOf(command);
  if (wanted !== undefined && !isSwitch(wanted, current))
    return valuesOf({ name: wanted.name, rules: wanted, line, typed: current }, io);
  const [, option, typed = ''] = /^(--[^=]+)=(.*)$/s.exec(current) ?? [];
  if (option !== undefined) {
    const rules = flags.find(({ name }) => name === option);
    const values =
      rules === undefined ? [] : await valuesOf({ name: option, rules, line, typed }, io);
    return typeof values === 'string'
      ? values
      : values.map(([word, about]) => [`${option}=${word}`, about]);
  }
  const argument = Object.entries(command?.arguments ?? {})[args];
  if (current.startsWith('-') || (command !== undefined && argument === undefined))
    return flags.flatMap((flag) =>
      flag.isRepeatable || !texts.has(flag.name) ? [[flag.name, flag.description] as const] : [],
    );
  if (argument !== undefined) {
    const [name, rules] = argument;
    return valuesOf({ name, rules, line, typed: current }, io);
  }
  if (args > 0) return [];
  return isHelp && named === '' ? [...wordsAfter(named), ...topics] : wordsAfter(named);
}

function readLine(words: readonly string[]): Line {
  const line: Line = {
    named: '',
    command: undefined,
    args: 0,
    texts: new Map(),
    wanted: undefined,
  };
  for (const word of words) {
    const { wanted } = line;
    line.wanted = undefined;
    if (wanted !== undefined && !isSwitch(wanted, word)) line.texts.set(wanted.name, word);
    else if (word.startsWith('-')) {
      const [, name = word, text] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
      const flag = flagsOf(line.command).find((flag) => flag.name === name || flag.short === name);
      line.texts.set(flag?.name ?? name, text ?? '');
      if (text === undefined && flag?.value !== undefined) line.wanted = flag;
    } else if (line.args === 0 && wordsAfter(line.named).some(([each]) => each === word)) {
      line.named = `${line.named} ${word}`.trim();
      line.command = allCommands().find(({ words }) => words === line.named);
    } else line.args++;
  }
  return line;
}

/** Whether a flag has no value before this word: `--fields` alone lists the names. */
function isSwitch({ value = '' }: NamedFlag, next: string): boolean {
  return value.startsWith('[') && next.startsWith('-');
}

/** The groups and commands that begin with these words. */
function wordsAfter(named: string): readonly Offer[] {
  const groups = sections.flatMap((section) =>
    Object.entries(section.groups).flatMap(([name, group]) => {
      const subgroups = Object.entries(group.groups ?? {});
      return [
        [name, group.description] as const,
        ...subgroups.map(([word, text]) => [`${name} ${word}`, text] as const),
      ];
    }),
  );
  const commands = allCommands().map(({ words, description }) => [words, description] as const);
  return [...groups, ...commands, ['help', 'Print help for a command'] as const].flatMap(
    ([words, description]) => {
      const at = words.lastIndexOf(' ');
      return words.slice(0, Math.max(at, 0)) === named
        ? [[words.slice(at + 1), description] as const]
        : [];
    },
  );
}

function flagsOf(command: Command | undefined): readonly NamedFlag[] {
  const flags = Object.entries({ ...command?.flags, ...globalFlags }).flatMap(
    ([key, flag]): NamedFlag[] => {
      const name = flagName(key);
      const opposite = { name: name.replace('--', '--no-'), description: flag.opposite ?? '' };
      return flag.opposite === undefined ? [{ ...flag, name }] : [{ ...flag, name }, opposite];
    },
  );
  const version =
    command === undefined ? [{ name: '--version', description: 'print the version' }] : [];
  return [...flags, { name: '--help', description: 'print help' }, ...version];
}

/** A value that is being typed. */
interface WantedValue {
  /** Of the flag or the argument. */
  readonly name: string;
  readonly rules: Partial<Flag> | Argument;
  /** The words before it. */
  readonly line: Line;
  /** What was typed of the value. */
  readonly typed: string;
}

async function valuesOf({ name, rules, line, typed }: WantedValue, io: Io): Promise<Offered> {
  const { choices, recommended, type } = rules;
  const { command, texts } = line;
  const list = listIdentifiedBy(`${name}_id`);
  if (list !== undefined) return recordsOf(list, texts, io);
  if (name === '--event') return eventsOf(texts, io);
  if (type === 'file') return ':files';
  if (type === 'folder') return ':folders';
  const words = choices ?? recommended ?? (await wordsOf(type, io));
  if (words !== undefined) return words.map((word) => [word, '']);
  if (type === 'condition') return fieldsOf(command).map((field) => [`${field}=`, '']);
  if (type !== 'fields') return [];
  const [before = ''] = /^(.*,)?-?/s.exec(typed) ?? [];
  return fieldsOf(command).map((field) => [`${before}${field}`, '']);
}

/** Those of this machine. */
async function wordsOf(
  type: Flag['type'] | undefined,
  io: Io,
): Promise<readonly string[] | undefined> {
  if (type === 'setting') return [...settingNames, 'profile'];
  if (type === 'timezone') return [...Intl.supportedValuesOf('timeZone'), 'UTC'];
  if (type === 'profile') return profileNames(io);
  if (type === 'schema') return (await import('../reference/schemas.ts')).schemaNames;
  if (type === 'run') return (await import('../../review/sending.ts')).savedRuns(io).names();
  return undefined;
}

/** Of what a command prints. */
function fieldsOf(command: Command | undefined): readonly string[] {
  const [group] = command?.words.split(' ') ?? [];
  const isResource = group !== undefined && Object.hasOwn(defaultFields, group);
  return command?.fields?.() ?? (isResource ? knownFields(group as Resource) : []);
}

const longestWaitMs = 1500;

/** The events of the service by their slugs, and those that are set on this machine. */
async function eventsOf(texts: ReadonlyMap<string, string>, io: Io): Promise<readonly Offer[]> {
  const profiles = await openProfiles(io, () => undefined);
  const saved = profileNames(io).map((name) => profiles.settings(name).event);
  const events = [...saved, io.env.PLENARY_EVENT].flatMap((event) => event || []);
  const offers = new Map(events.map((event) => [event, '']));
  const reading = readFor(texts, io, async ({ client }) => {
    for (const record of (await readEvents(client)) ?? []) {
      const event = toEventDetails(record);
      if (event !== undefined) offers.set(event.slug ?? event.id, event.name ?? '');
    }
  });
  // Without a login, those of this machine are offered.
  await reading.catch(() => undefined);
  return [...offers];
}

/** The ids of records with their names, as far as they are read within the longest wait. */
async function recordsOf(
  list: Endpoint,
  texts: ReadonlyMap<string, string>,
  io: Io,
): Promise<readonly Offer[]> {
  const offers: Offer[] = [];
  await readFor(texts, io, async ({ client, context }) => {
    const { id } = await findEvent(client, await context.required('event'));
    for await (const { records } of client.pages(list, { path: { event_id: id } })) {
      for (const record of records) {
        const recordWord = recordId(record, list.resource);
        if (recordWord !== undefined) offers.push([recordWord, recordName(list.resource, record)]);
      }
    }
  });
  return offers;
}

/** Reads until the longest wait is over: what was read until then is offered. */
async function readFor(
  texts: ReadonlyMap<string, string>,
  io: Io,
  read: (opened: { readonly client: Client; readonly context: Context }) => Promise<void>,
): Promise<void> {
  const typed = Object.keys(globalFlags).flatMap((key) => {
    const text = texts.get(flagName(key));
    return text === undefined ? [] : [[key, text || true] as const];
  });
  const global = {
    ...Object.fromEntries(typed),
    color: false,
    input: false,
    quiet: true,
    debug: false,
    retries: '0',
  };
  const context = createContext(io, { global, flags: { event: texts.get('--event') } });
  const signal = AbortSignal.any([io.stopped, AbortSignal.timeout(longestWaitMs)]);
  const client = await context.clientFor(await context.credentials(), { signal });
  try {
    await read({ client, context });
  } catch {
    // What was read until then is offered.
  } finally {
    await client.close();
  }
}
