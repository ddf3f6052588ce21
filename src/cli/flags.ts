// Owns sets of flags: their names, their values on a command line, and their relation to the
// contract's fields.
import { type Field, toKebab } from '../contract/fields.ts';
import { UsageError } from '../errors.ts';
import { type Flag, flag, type RawValue } from './flag.ts';

/** A set of flags, by name: `dryRun` is `--dry-run`. Help lists them in this order. */
export type Flags = Readonly<Record<string, Flag>>;

/** What a handler receives for a set of flags. */
export type FlagValues<F extends Flags> = {
  readonly [Name in keyof F]: F[Name] extends Flag<infer Value> ? Value : never;
};

/**
 * These values, as far as a command has the flags; `object` accepts a command that has none of
 * them.
 */
export type Some<Values> = Partial<Values> & object;

/** Something that knows which flags were typed, as opposed to set by default. */
type Typed = Pick<ReadonlySet<string>, 'has'>;

/** The same flags, under a heading of their own in help. */
export function grouped<F extends Flags>(group: string, flags: F): F {
  return Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [name, { group, ...flag }]),
  ) as F;
}

/** The same flags, each with no effect unless another one is given. */
export function needing<F extends Flags>(needs: string, flags: F): F {
  return Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [name, { ...flag, needs }]),
  ) as F;
}

/**
 * @param raw without the flags that are not typed and have no default
 * @throws {UsageError} for a text that cannot be read, and for flags that exclude or need others
 */
export function readFlags<F extends Flags>(
  flags: F,
  raw: Readonly<Record<string, RawValue>>,
  typed: Typed,
): FlagValues<F> {
  for (const [name, { excludes }] of Object.entries(flags)) {
    const other = excludes?.find((excluded) => typed.has(excluded));
    if (typed.has(name) && other !== undefined) throw notCombined(other, name);
  }
  for (const needed of new Set(Object.values(flags).flatMap(({ needs = [] }) => needs))) {
    if (typed.has(needed)) continue;
    const names = Object.keys(flags).filter((name) => flags[name]?.needs === needed);
    const value = flags[needed]?.value?.replace(/[<>]/g, '').toUpperCase();
    const missing = [flagName(needed), value].filter((part) => part !== undefined).join(' ');
    refuseFlags(typed, names, {
      why: `used only with ${missing}`,
      instead: `add ${missing}, or `,
    });
  }
  return Object.fromEntries(
    Object.entries(flags).map(([name, { read }]) => [name, read(raw[name], flagName(name))]),
  ) as FlagValues<F>;
}

/** @param names of the flags */
function notCombined(...names: readonly string[]): UsageError {
  return new UsageError(`${names.map(flagName).join(' and ')} cannot be combined`, {
    fix: 'remove one of them',
  });
}

/**
 * Refuses flags that would have no effect, because their user would believe that they had one.
 * @param names of the flags
 * @param words why, and what else to do than to remove them, as the beginning of a sentence
 * @throws {UsageError} naming those that were typed
 */
export function refuseFlags(
  typed: Typed,
  names: readonly string[],
  { why, instead = '' }: { readonly why: string; readonly instead?: string },
): void {
  const ineffective = names.filter((name) => typed.has(name)).map(flagName);
  if (ineffective.length > 0)
    throw new UsageError(`${ineffective.join(' and ')}: ${why}`, {
      fix: `${instead}remove ${ineffective.join(' and ')}`,
    });
}

/** `dryRun` → `--dry-run`. */
export function flagName(name: string): string {
  return `--${toKebab(name)}`;
}

/** The flags of fields, with their limits in the descriptions. The contract checks their values. */
export function flagsOf(fields: readonly Field[]): Flags {
  return Object.fromEntries(
    fields.map((field) => {
      const isNumber = field.type === 'integer';
      const description = `${field.description}${limits(field)}`;
      return [
        toCamel(field.name),
        flag.text(isNumber ? '<n>' : '<text>', description, {
          type: isNumber ? 'integer' : 'text',
          ...(field.recommended === undefined ? {} : { recommended: field.recommended }),
        }),
      ];
    }),
  );
}

/**
 * The fields given on the command line, by name. Whole numbers become numbers; the contract checks
 * the rest.
 */
export function givenFields(
  fields: readonly Field[],
  typed: Pick<ReadonlyMap<string, RawValue>, 'get'>,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ name, type }) => {
      const value = typed.get(toCamel(name));
      if (value === undefined) return [];
      return [[name, type === 'integer' ? toInteger(value) : value]];
    }),
  );
}

/**
 * Splits `name=value` pairs; the values of a repeated name form a list.
 * @throws {UsageError} naming the flag
 */
export function readPairs(
  pairs: readonly string[],
  flag: string,
): Readonly<Record<string, string | readonly string[]>> {
  const read: Record<string, string | string[]> = {};
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1)
      throw new UsageError(`${flag} ${pair}: expected name=value`, {
        fix: `write ${flag} name=value`,
      });
    const name = pair.slice(0, at);
    const value = pair.slice(at + 1);
    const before = read[name];
    read[name] = before === undefined ? value : [before, value].flat();
  }
  return read;
}

/** `first_name` or `page-size` → `firstName`, `pageSize`. */
function toCamel(name: string): string {
  return toKebab(name).replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function toInteger(value: RawValue): RawValue | number {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}

function limits({ required, minLength = 0, maxLength }: Field): string {
  const notes: string[] = [];
  if (required) notes.push('required');
  if (maxLength !== undefined) {
    const least = minLength > 0 ? `${minLength} to` : 'at most';
    notes.push(`${least} ${maxLength} characters`);
  }
  return notes.length === 0 ? '' : ` (${notes.join('; ')})`;
}
