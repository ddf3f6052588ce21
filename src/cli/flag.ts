// Owns what a flag is as data, and the kinds of flags. Must not know commander or any single flag.
import { parseDuration } from '../config/settings.ts';
import { UsageError } from '../errors.ts';

/**
 * What the command line has for a flag: its text, its presence, or the texts of one that is
 * repeated.
 */
export type RawValue = string | boolean | readonly string[] | undefined;

/**
 * What a value is, for completion and for programs that read the table of commands. A flag of
 * choices is a text.
 */
export type ValueType =
  | 'boolean'
  | 'text'
  | 'integer'
  | 'duration'
  | 'file'
  | 'folder'
  | 'timezone'
  | 'profile'
  | 'run'
  | 'schema'
  | 'setting'
  | 'fields'
  | 'condition';

/** A flag as data. Its name is its key in a set of flags: `dryRun` is `--dry-run`. */
export interface Flag<Value = unknown> extends Rules {
  readonly type: ValueType;
  /** For help. */
  readonly description: string;
  /** The heading under which help lists it. */
  readonly group?: string;
  /** The placeholder of its value in help; a switch has none. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly isRepeatable?: boolean;
  /** For help: what the form with `--no-` does, if a switch has one. */
  readonly opposite?: string;
  /**
   * @param flag with its dashes, for messages
   * @throws {UsageError}
   */
  readonly read: (raw: RawValue, flag: string) => Value;
}

interface Rules {
  /** Its short form. */
  readonly short?: string;
  /** The text that applies without the flag. */
  readonly default?: string;
  /** Whether the command is refused without it. */
  readonly isRequired?: true;
  /** Flags that cannot be combined with it, global ones included. */
  readonly excludes?: readonly string[];
  /** The flag without which it has no effect. */
  readonly needs?: string;
  /** Of a value that is not any text. */
  readonly type?: ValueType;
  /** Whether the command writes the file that the value names. */
  readonly isWritten?: true;
  /** Usual values, for completion. Unlike `choices`, others are accepted. */
  readonly recommended?: readonly string[];
}

type NoRules = Readonly<Record<never, never>>;

/** The value is undefined without the flag, unless it has a default or is required. */
type ValueBy<R, Value> = R extends { readonly default: string } | { readonly isRequired: true }
  ? Value
  : Value | undefined;

type Read<Value> = (text: string, flag: string) => Value;

function parsed<Value, R extends Rules = NoRules>(
  value: string,
  description: string,
  read: Read<Value>,
  rules?: R,
): Flag<ValueBy<R, Value>> {
  const flag: Flag<Value | undefined> = {
    type: 'text',
    ...rules,
    value,
    description,
    read: (raw, name) => (raw === undefined ? undefined : read(String(raw), name)),
  };
  // Commander provides the default, and refuses a command without a required flag.
  return flag as Flag<ValueBy<R, Value>>;
}

function parsedList<Value>(
  value: string,
  description: string,
  read: (texts: readonly string[], flag: string) => Value,
  rules?: Rules,
): Flag<Value> {
  return {
    type: 'text',
    ...rules,
    value,
    description,
    isRepeatable: true,
    read: (raw, name) => read(Array.isArray(raw) ? raw : [], name),
  };
}

interface Bounds {
  readonly from: number;
  readonly to: number;
}

/** The kinds of flags. Each takes what help shows. */
export const flag = {
  /** One without a value. */
  boolean: (description: string, rules?: Rules): Flag<boolean> => ({
    type: 'boolean',
    ...rules,
    description,
    read: (raw) => raw === true,
  }),

  /** One without a value, and with an opposite; undefined if neither is typed. */
  onOff: (description: string, opposite: string): Flag<boolean | undefined> => ({
    type: 'boolean',
    description,
    opposite,
    read: (raw) => (typeof raw === 'boolean' ? raw : undefined),
  }),

  text: <R extends Rules = NoRules>(value: string, description: string, rules?: R) =>
    parsed(value, description, (text) => text, rules),

  file: <R extends Rules = NoRules>(description: string, rules?: R) =>
    parsed('<file>', description, (text) => text, { type: 'file', ...rules } as R),

  timezone: <R extends Rules = NoRules>(description: string, rules?: R) =>
    parsed('<zone>', description, (text) => text, { type: 'timezone', ...rules } as R),

  /** A text that `read` turns into a value. */
  parsed,

  choice: <const Choice extends string, R extends Rules = NoRules>(
    value: string,
    choices: readonly Choice[],
    description: string,
    rules?: R,
  ) => ({
    ...parsed(value, description, (text, name) => readChoice(name, text, choices), rules),
    choices,
  }),

  wholeNumber: <R extends Rules = NoRules>(
    value: string,
    bounds: Bounds,
    description: string,
    rules?: R,
  ) =>
    parsed(value, description, (text, name) => readWholeNumber(name, text, bounds), {
      type: 'integer',
      ...rules,
    } as R),

  /** In milliseconds. @param from the shortest */
  duration: <R extends Rules = NoRules>(from: number, description: string, rules?: R) =>
    parsed('<duration>', description, (text, name) => readDuration(name, text, from), {
      type: 'duration',
      ...rules,
    } as R),

  /**
   * A number or a percentage, as a function from how many there are to how many are allowed.
   * @param noun of what is counted
   */
  limit: (noun: string, example: string, description: string) =>
    parsed('<n>', description, (text, name) => readLimit(name, text, noun, example)),

  /** One that may be repeated. */
  list: (value: string, description: string, rules?: Rules) =>
    parsedList(value, description, (texts) => texts, rules),

  /** One that may be repeated, whose texts `read` turns into one value. */
  parsedList,
};

/** Commander refuses other texts before, in its own words. */
function readChoice<Choice extends string>(
  flag: string,
  text: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((each) => each === text);
  if (choice !== undefined) return choice;
  throw new UsageError(`${flag} ${text}: not one of ${choices.join(', ')}`);
}

/** @throws {UsageError} naming the flag, if the value is not a whole number within these bounds */
function readWholeNumber(flag: string, text: string, { from, to }: Bounds): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= from && number <= to) return number;
  throw new UsageError(`${flag} ${text}: not a whole number from ${from} to ${to}`, {
    fix: `pass a whole number with ${flag}, e.g. ${from}`,
  });
}

/** `20` or `5%`. */
function readLimit(
  flag: string,
  text: string,
  noun: string,
  example: string,
): (total: number) => number {
  const [, digits, percent] = /^(\d{1,9}(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  const number = Number(digits);
  if (percent === '%' && number <= 100) return (total) => (total * number) / 100;
  if (percent === '' && Number.isInteger(number)) return () => number;
  throw new UsageError(`${flag} ${text}: not a number of ${noun} or a percentage`, {
    fix: `write it as ${example}`,
  });
}

/** `45m`, `1h` or `90s`. A bare number is refused: it could mean minutes or seconds. */
function readDuration(flag: string, text: string, from: number): number {
  const ms = /[a-z]$/.test(text) ? parseDuration(text) : undefined;
  if (ms !== undefined && ms >= from) return ms;
  if (/^\d{1,9}$/.test(text)) {
    throw new UsageError(`${flag} ${text}: the unit is missing`, {
      fix: `write ${flag} ${text}s for seconds, or ${flag} ${text}m for minutes`,
    });
  }
  throw new UsageError(`${flag} ${text}: not a duration`, {
    fix: 'write it with a unit, for example 45m or 1h',
  });
}
