// Owns what completion offers, as tables that a script of any shell can hold. Pure; must not know a shell.
import { settingNames } from '../../../config/settings.ts';
import type { Resource } from '../../../contract/endpoint.ts';
import { grouped } from '../../../schedule/grouped.ts';
import type { Argument, Command } from '../../command.ts';
import type { Flag } from '../../flag.ts';
import { type Flags, flagName } from '../../flags.ts';
import { globalFlags } from '../../global-flags.ts';
import { defaultFields, knownFields } from '../../output/fields.ts';

/** A word with its description. */
export type Described = readonly [word: string, description: string];

/** What may follow these words of a command line, without the program's name. */
export type OfferedAfter = readonly [words: string, offered: readonly Described[]];

/**
 * What a value is, and its words. `none`: there is no value. `text`: any text. `file`: its usual endings. `fields`: one or
 * more, divided by commas, or none at all. `order`: the same with directions, and at least one. `condition`: begins with
 * one. `local`: the kind of words that the program reads on this machine.
 */
export type Value = readonly [
  kind: 'none' | 'text' | 'words' | 'file' | 'folder' | 'fields' | 'order' | 'condition' | 'local',
  ...words: readonly string[],
];

/** The value of a flag, or of an argument by its number. Without a command, of each flag of this name that is in no earlier row. */
export interface ValuePlace {
  readonly command: string | undefined;
  readonly name: string;
}

type ValueRow = readonly [places: readonly ValuePlace[], value: Value];

export interface CompletionTables {
  readonly words: readonly OfferedAfter[];
  /** What `help` also describes. */
  readonly topics: readonly Described[];
  /** Of each command, without those of every command. */
  readonly flags: readonly OfferedAfter[];
  readonly globalFlags: readonly Described[];
  /** Flags that are offered again after they were used. */
  readonly repeatable: readonly string[];
  /** The first row that has a place applies. What is in no row has no value. */
  readonly values: readonly ValueRow[];
}

/** What the command line consists of. */
export interface Surface {
  readonly commands: readonly Command[];
  /** The descriptions of groups, by their words. */
  readonly groups: Readonly<Record<string, string>>;
  readonly topics: readonly Described[];
}

export function completionTables({ commands, groups, topics }: Surface): CompletionTables {
  const named: readonly Described[] = [
    ...Object.entries(groups),
    ...commands.map(({ words, description }) => [words, description] as const),
    ['help', 'Print help for a command'],
  ];
  return {
    words: ['', ...Object.keys(groups)].map((group) => [
      group,
      named.filter(([words]) => parentOf(words) === group).map(([words, text]) => [lastOf(words), text] as const),
    ]),
    topics,
    flags: commands.map(({ words, flags }) => [words, describedFlags(flags)]),
    globalFlags: [...describedFlags(globalFlags), ['--help', 'print help']],
    repeatable: [...new Set(commands.flatMap(({ flags }) => repeatableOf(flags)))],
    values: rowsOf(commands.flatMap(valuesOf)),
  };
}

function describedFlags(flags: Flags): readonly Described[] {
  return Object.entries(flags).flatMap(([key, { description, opposite }]) => {
    const name = flagName(key);
    const described = [name, description] as const;
    return opposite === undefined ? [described] : [described, [name.replace('--', '--no-'), opposite] as const];
  });
}

function repeatableOf(flags: Flags): readonly string[] {
  return Object.keys(flags).flatMap((key) => (flags[key]?.isRepeatable ? [flagName(key)] : []));
}

type PlacedValue = readonly [place: ValuePlace, value: Value];

/** Of all that a command accepts: its arguments, its flags, and those of every command. */
function valuesOf(command: Command): readonly PlacedValue[] {
  const fields = fieldsOf(command);
  const at = (name: string, source: Flag | Argument) =>
    [{ command: command.words, name }, valueFor(source, name, fields)] as const;
  return [
    ...Object.values(command.arguments).map((argument, index) => at(String(index + 1), argument)),
    ...Object.entries({ ...command.flags, ...globalFlags }).flatMap(([key, flag]) =>
      [flagName(key), flag.short].flatMap((name) => (name === undefined ? [] : [at(name, flag)])),
    ),
  ];
}

interface Fields {
  readonly printed: readonly string[];
  readonly selected: readonly string[];
}

/** A command that sorts also selects from what it prints; the others, such as counts, from records of their resource. */
function fieldsOf({ words, fields, flags }: Command): Fields {
  const [group = ''] = words.split(' ');
  const known = isResource(group) ? knownFields(group) : [];
  const printed = fields?.() ?? known;
  return { printed, selected: 'sort' in flags ? printed : known };
}

function isResource(word: string): word is Resource {
  return Object.hasOwn(defaultFields, word);
}

function valueFor({ type = 'text', choices, recommended, endings }: Flag | Argument, name: string, of: Fields): Value {
  const words = choices ?? recommended;
  // Shells divide words at spaces.
  if (words !== undefined) return ['words', ...words.filter((word) => !word.includes(' '))];
  if (endings !== undefined || type === 'file') return ['file', ...(endings ?? [])];
  switch (type) {
    case 'boolean':
      return ['none'];
    case 'folder':
      return ['folder'];
    case 'setting':
      return ['words', ...settingNames, 'profile'];
    case 'fields':
      return name === '--fields' ? ['fields', ...of.printed] : ['order', ...of.selected];
    case 'condition':
      return ['condition', ...of.selected];
    case 'timezone':
    case 'profile':
    case 'run':
      return ['local', type];
    default:
      return ['text'];
  }
}

/** A row for each value. A flag's most frequent value needs no command, which keeps scripts short. */
function rowsOf(values: readonly PlacedValue[]): readonly ValueRow[] {
  const flags = values.filter(([{ name }]) => name.startsWith('-'));
  const usual = groupsOf(flags, ([{ name }]) => name).flatMap((placed) => {
    const [most = []] = groupsOf(placed, textOf).toSorted((one, other) => other.length - one.length);
    return most.slice(0, 1).map(([{ name }, value]) => [{ command: undefined, name }, value] as const);
  });
  const texts = new Map(usual.map((placed) => [placed[0].name, textOf(placed)]));
  const others = values.filter((placed) => texts.get(placed[0].name) !== textOf(placed));
  return [...joined(others), ...joined(usual.filter(([, [kind]]) => kind !== 'none'))];
}

function joined(values: readonly PlacedValue[]): readonly ValueRow[] {
  return groupsOf(values, textOf).flatMap((placed) =>
    placed.slice(0, 1).map(([, value]) => [placed.map(([place]) => place), value] as const),
  );
}

function textOf([, value]: PlacedValue): string {
  return value.join(' ');
}

function groupsOf<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly T[])[] {
  return [...grouped(items, keyOf).values()];
}

function parentOf(words: string): string {
  return words.split(' ').slice(0, -1).join(' ');
}

function lastOf(words: string): string {
  return words.split(' ').at(-1) ?? '';
}
