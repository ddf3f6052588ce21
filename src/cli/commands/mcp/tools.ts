// Owns which commands are tools, and what an agent passes to each: a schema, made of the command's
// row.
import { toKebab } from '../../../contract/fields.ts';
import type { Command } from '../../command.ts';
import type { Flag, ValueType } from '../../flag.ts';
import { readingFlags, runFlags } from '../../flag-sets.ts';
import { z } from './protocol.ts';

export interface Tool {
  /** `submissions_plan`, `submissions_import_dry_run`. */
  readonly name: string;
  readonly command: Command;
  /** A verb phrase without a full stop. */
  readonly description: string;
  /** What it saves, for a person to use. */
  readonly saves: 'plan' | 'schedule' | undefined;
  /** Of a command that writes. No property has the flag, so that an agent cannot turn it off. */
  readonly isDryRun: boolean;
  /** Values of flags that apply unless the agent passes others. */
  readonly preset: Readonly<Record<string, string | true>>;
  readonly properties: Readonly<Record<string, InputProperty>>;
  readonly input: z.ZodType<ToolInput>;
}

/** What an agent can pass under one name. */
export interface InputProperty {
  readonly source: 'argument' | 'flag' | 'fields' | 'skip';
  /** Of the argument or the flag, in its row. */
  readonly key: string;
  readonly type: ValueType;
  readonly schema: z.ZodType<ToolInput[string]>;
}

/** What an agent passed, after its check. */
export type ToolInput = Readonly<Record<string, string | number | boolean | readonly string[]>>;

interface ToolSource extends Partial<Pick<Tool, 'saves' | 'preset'>> {
  readonly words: string;
  /** That of the command unless given. */
  readonly description?: string;
  /** Flags that an agent does not need. */
  readonly without?: readonly string[];
  /** Whether it answers with records that have fields to choose. */
  readonly hasFields?: true;
  /** Whether an answer has no list that may be too long, or takes a search to find. */
  readonly isShort?: true;
}

/** How a file is read, where it is not the subject of the command. */
const reading = Object.keys(readingFlags);

/** How clashes are found: a folder has its own settings. */
const clashFlags = ['defaultDuration', 'turnaround', 'sharedRoom', 'roomsFile'];

const sources: readonly ToolSource[] = [
  { words: 'events list', hasFields: true },
  { words: 'status', isShort: true, without: clashFlags },
  // Services ignore the track of a person.
  { words: 'speakers list', without: ['track'], hasFields: true },
  { words: 'speakers show', hasFields: true, isShort: true },
  { words: 'speakers missing', hasFields: true, without: ['timezone', 'schedule'] },
  { words: 'speakers import', saves: 'plan' },
  { words: 'speakers plan', saves: 'plan' },
  { words: 'submissions list', hasFields: true },
  { words: 'submissions show', hasFields: true, isShort: true },
  { words: 'submissions import', saves: 'plan', without: ['layout'] },
  { words: 'submissions plan', saves: 'plan' },
  {
    words: 'contacts search',
    description: 'List the contacts of an event',
    without: ['status', 'track', 'input'],
    hasFields: true,
  },
  { words: 'content-items list', hasFields: true },
  { words: 'sessions list', hasFields: true },
  // Clashes are what the tool is asked for, not its failure.
  {
    words: 'sessions check',
    preset: { failOn: 'never' },
    without: [...reading, 'roomsFile'],
  },
  {
    words: 'sessions plan',
    saves: 'plan',
    without: ['allowPartial', 'base', 'overwrite', 'roomsFile'],
  },
  {
    words: 'sessions autoplace',
    saves: 'schedule',
    without: [...reading, 'every'],
    isShort: true,
  },
  { words: 'timetable show', without: [...reading, 'roomsFile', 'sharedRoom'], hasFields: true },
  // What is announced, and when, is for a person to say.
  { words: 'timetable changes', without: [...reading, 'announce'] },
  { words: 'program status' },
  // The limit is for jobs: here, a person looks at the plan before it is applied.
  {
    words: 'program plan',
    saves: 'plan',
    preset: { maxChanges: '100%' },
    without: ['allowPartial', 'overwrite', 'empty', ...clashFlags],
  },
  { words: 'runs list', hasFields: true },
  { words: 'runs show', isShort: true },
  { words: 'runs verify' },
  // The command with which a person applies it names no file that an agent chose.
  { words: 'runs undo', without: ['schedule', ...clashFlags] },
];

/**
 * Flags for sending, terminals, scripts and files that a person names; and those of pages, because
 * lists are complete. Whether a status is new or misspelled, and how long a list may be, is for the
 * person to say.
 */
const others = [
  'dryRun',
  'detailedExitcode',
  'summary',
  'out',
  'maxChanges',
  'all',
  'page',
  'pageSize',
  'query',
];
const leftOut = [...others, 'allowNewValue', 'listLimit', ...Object.keys(runFlags)];

/**
 * @param commands the table
 * @param fixed flags that the person who started the server has set, and an agent cannot change
 */
export function toolsOf(commands: readonly Command[], fixed: readonly string[]): readonly Tool[] {
  return sources.flatMap((source) => {
    const { words, saves, preset = {}, without = [] } = source;
    const command = commands.find((row) => row.words === words);
    const isDryRun = command?.sends === 'write';
    if (command === undefined || (isDryRun && command.flags.dryRun === undefined)) return [];
    const properties = Object.fromEntries([
      ...Object.entries(command.arguments).map(([key, argument]) =>
        property('argument', key, { ...argument, isRequired: argument.isOptional !== true }),
      ),
      ...Object.entries(command.flags)
        .filter(
          ([key, flag]) =>
            ![...leftOut, ...without].includes(key) &&
            !fixed.includes(key) &&
            flag.isWritten !== true,
        )
        .map(([key, flag]) =>
          property('flag', key, { ...flag, default: preset[key] ?? flag.default }),
        ),
      ...(source.hasFields ? [property('fields', 'fields', fields)] : []),
      ...(source.isShort ? [] : [property('skip', 'skip', skip)]),
    ]);
    const shape = Object.entries(properties).map(([name, { schema }]) => [name, schema] as const);
    const name = toSnake(`${words.replace(' ', '_')}${isDryRun ? '_dry_run' : ''}`);
    return [
      {
        name,
        command,
        description: source.description ?? command.description,
        saves,
        isDryRun,
        preset: isDryRun ? { dryRun: true } : preset,
        properties,
        input: z.strictObject(Object.fromEntries(shape)),
      },
    ];
  });
}

const fields: Described = { description: 'fields to return, e.g. id,title (default: all)' };

const skip: Described = {
  type: 'integer',
  description: 'how many of each list to skip, for the rest of a long answer',
};

interface Described
  extends Pick<Flag, 'description'>,
    Partial<Pick<Flag, 'type' | 'value' | 'choices' | 'isRepeatable'>> {
  readonly default?: string | true | undefined;
  readonly isRequired?: boolean;
}

/** What an agent cannot do: pipe a file in, or set a variable. */
const unneeded = /; - is standard input\b| \(or PLENARY_\w+[^)]*\)|; repeatable$/g;

function property(
  source: InputProperty['source'],
  key: string,
  described: Described,
): readonly [string, InputProperty] {
  const { type = 'text', default: usual, isRepeatable = false, isRequired = false } = described;
  const item = itemSchema(described);
  // `<column=field>` is a form that the value has.
  const [, form] = /^<([^\s=]+=\S+)>$/.exec(described.value ?? '') ?? [];
  const sentence = described.description.replace(unneeded, '');
  const description = form === undefined ? sentence : `${form}: ${sentence}`;
  const value = (isRepeatable ? z.array(item) : item).meta({
    description: usual === undefined ? description : `${description} (default: ${usual})`,
  });
  const schema = isRequired ? value : value.optional();
  return [toSnake(key), { source, key, type, schema: schema as InputProperty['schema'] }];
}

/** The schema of one value. */
function itemSchema({ type, choices }: Described) {
  if (choices !== undefined) return z.enum(choices);
  if (type === 'integer') return z.number().min(0);
  return type === 'boolean' ? z.boolean() : z.string();
}

/** `roomsFile` → `rooms_file`. */
function toSnake(name: string): string {
  return toKebab(name).replaceAll('-', '_');
}
