// Owns which commands are tools, and what an agent passes to each: a JSON Schema, made of the command's row. Pure.
import { toKebab } from '../../../contract/fields.ts';
import type { Command } from '../../command.ts';
import type { Flag, RawValue, ValueType } from '../../flag.ts';

/** What a command saves, for a person to use. */
export type Saved = 'plan' | 'schedule';

export interface Tool {
  /** `submissions_plan`. */
  readonly name: string;
  readonly command: Command;
  readonly saves: Saved | undefined;
  /** Values of flags that apply unless the agent passes others. */
  readonly preset: Readonly<Record<string, string>>;
  readonly properties: Readonly<Record<string, InputProperty>>;
}

/** What an agent can pass under one name. */
export interface InputProperty {
  readonly source: 'argument' | 'flag' | 'fields';
  /** Of the argument or the flag, in its row. */
  readonly key: string;
  readonly type: ValueType;
  readonly isRequired: boolean;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** What an agent passed, after its check. */
export type ToolInput = Readonly<Record<string, Exclude<RawValue, undefined> | number>>;

interface ToolSource extends Partial<Pick<Tool, 'saves' | 'preset'>> {
  readonly words: string;
  /** Whether the agent can choose the fields of its records. */
  readonly hasFields?: true;
}

const sources: readonly ToolSource[] = [
  { words: 'speakers list', hasFields: true },
  { words: 'speakers show', hasFields: true },
  { words: 'speakers missing', hasFields: true },
  { words: 'speakers plan', saves: 'plan' },
  { words: 'submissions list', hasFields: true },
  { words: 'submissions search', hasFields: true },
  { words: 'submissions show', hasFields: true },
  { words: 'submissions stats' },
  { words: 'submissions plan', saves: 'plan' },
  { words: 'sessions list', hasFields: true },
  // Clashes are what the tool is asked for, not its failure.
  { words: 'sessions check', preset: { failOn: 'never' } },
  { words: 'sessions plan', saves: 'plan' },
  { words: 'sessions autoplace', saves: 'schedule' },
  { words: 'contacts search', hasFields: true },
  { words: 'content-items list', hasFields: true },
  { words: 'timetable show' },
  { words: 'program status' },
  { words: 'program plan', saves: 'plan' },
];

/** Flags for terminals, scripts and files that a person names. */
const leftOut = ['detailedExitcode', 'summary', 'out'];

/**
 * @param commands the table
 * @param fixed flags that the person who started the server has set, and an agent cannot change
 */
export function toolsOf(commands: readonly Command[], fixed: readonly string[]): readonly Tool[] {
  return sources.flatMap(({ words, saves, preset = {}, hasFields = false }) => {
    const command = commands.find((each) => each.words === words);
    if (command === undefined || command.sends === 'write') return [];
    const properties = [
      ...Object.entries(command.arguments).map(([key, argument]) =>
        property('argument', key, { isRepeatable: false, ...argument, isRequired: argument.isOptional !== true }),
      ),
      ...Object.entries(command.flags)
        .filter(([key, flag]) => !leftOut.includes(key) && !fixed.includes(key) && flag.isWritten !== true)
        .map(([key, flag]) => property('flag', key, withPreset(flag, preset[key]))),
      ...(hasFields ? [property('fields', 'fields', fields)] : []),
    ];
    const name = toSnake(words.replace(' ', '_'));
    return [{ name, command, saves, preset, properties: Object.fromEntries(properties) }];
  });
}

const fields = { description: 'fields to return, e.g. id,email (default: all)', type: 'fields' } as const;

type Described = Pick<Flag, 'description'> &
  Partial<Pick<Flag, 'type' | 'choices' | 'default' | 'isRepeatable'>> & { readonly isRequired?: boolean };

function withPreset(flag: Flag, preset: string | undefined): Described {
  return preset === undefined ? flag : { ...flag, default: preset };
}

function property(
  source: InputProperty['source'],
  key: string,
  described: Described,
): readonly [string, InputProperty] {
  const { description, type = 'text', choices, default: usual, isRepeatable = false, isRequired = false } = described;
  const one = {
    type: type === 'integer' || type === 'boolean' ? type : 'string',
    ...(choices !== undefined && { enum: choices }),
  };
  const schema = {
    description: description.replace(/; - is standard input\b/, ''),
    ...(isRepeatable ? { type: 'array', items: one } : one),
    ...(usual !== undefined && { default: one.type === 'integer' ? Number(usual) : usual }),
  };
  return [toSnake(key), { source, key, type, isRequired, schema }];
}

/** `roomsFile` → `rooms_file`. */
function toSnake(name: string): string {
  return toKebab(name).replaceAll('-', '_');
}

/** What an agent can pass to a tool. */
export function inputSchema({ properties }: Tool): Readonly<Record<string, unknown>> {
  const entries = Object.entries(properties);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    required: entries.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
    additionalProperties: false,
  };
}

type Checked = { readonly value: ToolInput } | { readonly issues: readonly { readonly message: string }[] };

/** The values that an agent passed, or what is wrong with them. */
export function checkInput({ properties }: Tool, input: unknown): Checked {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { issues: [{ message: 'not an object' }] };
  const given = Object.entries(input);
  const unknown = given
    .filter(([name]) => !Object.hasOwn(properties, name))
    .map(([name]) => `unknown property ${name}`);
  const missing = Object.keys(properties)
    .filter((name) => properties[name]?.isRequired && !Object.hasOwn(input, name))
    .map((name) => `${name} is missing`);
  const wrong = given.flatMap(([name, value]) => {
    const found = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return found === undefined ? [] : faultOf(name, value, found.schema);
  });
  const faults = [...unknown, ...missing, ...wrong];
  return faults.length > 0
    ? { issues: faults.map((message) => ({ message })) }
    : { value: Object.fromEntries(given) as ToolInput };
}

function faultOf(
  name: string,
  value: unknown,
  { type, items, enum: choices }: InputProperty['schema'],
): readonly string[] {
  if (type === 'array') {
    const item = typeof items === 'object' && items !== null ? { ...items } : {};
    return Array.isArray(value) ? value.flatMap((each) => faultOf(name, each, item)) : [`${name} is not a list`];
  }
  const fits = type === 'integer' ? Number.isSafeInteger(value) : typeof value === type;
  if (!fits) return [`${name} is not ${type === 'integer' ? 'a whole number' : `a ${type}`}`];
  const isKnown = !Array.isArray(choices) || choices.includes(value);
  return isKnown ? [] : [`${name} is not one of ${choices.join(', ')}`];
}
