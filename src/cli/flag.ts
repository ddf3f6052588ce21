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

/** The value is undefined without the flag, unless it has a default or is required. */
type ValueBy<R, Value> = R extends { readonly default: string } | { readonly isRequired: true }
  ? Value
  : Value | undefined;

/** What a kind of flag needs beside the rules: how its text becomes a value. */
interface Reading<Value> {
  /**
   * @param flag with its dashes, for messages
   * @throws {UsageError}
   */
  readonly read: (text: string, flag: string) => Value;
}

/**
 * Commander provides the default, and refuses a command without a required flag. So each kind
 * narrows the result by its rules, to `ValueBy`.
 */
function oneText<Value>(
  value: string,
  description: string,
  { read, ...rules }: Rules & Reading<Value>,
): Flag<Value | undefined> {
  return {
    type: 'text',
    ...rules,
    value,
    description,
    read: (raw, name) => (raw === undefined ? undefined : read(String(raw), name)),
  };
}

/** The same for a flag that is repeated. */
function parsedList<Value>(
  value: string,
  description: string,
  { read, ...rules }: Rules & { readonly read: (texts: readonly string[], flag: string) => Value },
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

/** A kind of texts that are not checked. */
function uncheckedText(type: ValueType, value: string) {
  return <R extends Rules>(description: string, rules?: R) =>
    oneText(value, description, { type, ...rules, read: asTyped }) as Flag<ValueBy<R, string>>;
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

  text: <R extends Rules>(value: string, description: string, rules?: R) =>
    uncheckedText('text', value)(description, rules),

  file: uncheckedText('file', '<file>'),

  timezone: uncheckedText('timezone', '<zone>'),

  /** A text that `read` turns into a value. */
  parsed: <Value, R extends Rules>(value: string, description: string, rules: R & Reading<Value>) =>
    oneText<Value>(value, description, rules) as Flag<ValueBy<R, Value>>,

  choice: <const Choice extends string, R extends Rules>(
    value: string,
    description: string,
    rules: R & { readonly choices: readonly Choice[] },
  ) => ({
    ...(oneText(value, description, {
      ...rules,
      read: (text, name) => readChoice(name, text, rules.choices),
    }) as Flag<ValueBy<R, Choice>>),
    choices: rules.choices,
  }),

  wholeNumber: <R extends Rules>(
    value: string,
    description: string,
    { from, to, ...rules }: R & { readonly from: number; readonly to: number },
  ) =>
    oneText(value, description, {
      type: 'integer',
      ...(rules as Rules),
      read: (text, name) => readWholeNumber(name, text, from, to),
    }) as Flag<ValueBy<R, number>>,

  /** In milliseconds. @param from the shortest */
  duration: <R extends Rules>(from: number, description: string, rules?: R) =>
    oneText('<duration>', description, {
      type: 'duration',
      ...rules,
      read: (text, name) => readDuration(name, text, from),
    }) as Flag<ValueBy<R, number>>,

  /**
   * A number or a percentage, as a function from how many there are to how many are allowed.
   * @param words of the error about another text: what is counted, and what to write
   */
  limit: (
    description: string,
    { noun, example }: { readonly noun: string; readonly example: string },
  ) =>
    oneText('<n>', description, {
      read(text, name) {
        const limit = readLimit(text);
        if (limit !== undefined) return limit;
        throw new UsageError(`${name} ${text}: not a number of ${noun} or a percentage`, {
          fix: `write it as ${example}`,
        });
      },
    }),

  /** One that may be repeated. */
  list: (value: string, description: string, rules?: Rules) =>
    parsedList(value, description, { ...rules, read: (texts) => texts }),

  /** One that may be repeated, whose texts `read` turns into one value. */
  parsedList,
};

function asTyped(text: string): string {
  return text;
}

/** Commander refuses other texts before, in its own words. */
function readChoice<Choice extends string>(
  flag: string,
  text: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((name) => name === text);
  if (choice !== undefined) return choice;
  throw new UsageError(`${flag} ${text}: not one of ${choices.join(', ')}`);
}

/** @throws {UsageError} naming the flag, if the value is not a whole number within these bounds */
function readWholeNumber(flag: string, text: string, from: number, to: number): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= from && number <= to) return number;
  throw new UsageError(`${flag} ${text}: not a whole number from ${from} to ${to}`, {
    fix: `pass a whole number with ${flag}, e.g. ${from}`,
  });
}

/** `20` or `5%`; undefined for another text. */
function readLimit(text: string): ((total: number) => number) | undefined {
  const [, digits, percent] = /^(\d{1,9}(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  const number = Number(digits);
  if (percent === '%' && number <= 100) return (total) => (total * number) / 100;
  return percent === '' && Number.isInteger(number) ? () => number : undefined;
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
