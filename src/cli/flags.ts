// Owns the mapping between the contract's fields and command-line flags.
import { Option } from 'commander';
import { parseDuration } from '../config/settings.ts';
import type { Field } from '../contract/fields.ts';
import { UsageError } from '../errors.ts';

/** `first_name` or `pageSize` → `first-name`, `page-size`. */
export function toKebab(name: string): string {
  return name.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `first_name` or `page-size` → `firstName`, `pageSize`: the key under which commander stores a flag. */
function toCamel(name: string): string {
  return toKebab(name).replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The flag of a field, with its limits in the description. */
export function flagOf(field: Field): Option {
  const value = field.type === 'integer' ? 'n' : 'text';
  return new Option(`--${toKebab(field.name)} <${value}>`, `${field.description}${limits(field)}`);
}

/** The flag for a status that is new in an event. */
export function newValueOption(): Option {
  return new Option('--allow-new-value', 'send a status that no record of the event has yet');
}

/** The fields given on the command line, by name. Whole numbers become numbers; the contract checks the rest. */
export function givenFields(fields: readonly Field[], own: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given = fields
    .map((field) => [field, own[toCamel(field.name)]] as const)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => [field.name, field.type === 'integer' ? toInteger(value) : value] as const);
  return Object.fromEntries(given);
}

/** Parses a flag that may be given several times. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/**
 * Refuses flags that would have no effect, because their user would believe that they had one.
 * @param names as commander stores them
 * @throws {UsageError} naming those that were typed
 */
export function refuseFlags(typed: ReadonlySet<string>, names: readonly string[], why: string): void {
  const ineffective = names.filter((name) => typed.has(name)).map((name) => `--${toKebab(name)}`);
  if (ineffective.length > 0)
    throw new UsageError(`${ineffective.join(' and ')}: ${why}`, { fix: `remove ${ineffective.join(' and ')}` });
}

/** @throws {UsageError} naming the flag, if the value is not a whole number within these bounds */
export function readWholeNumber(flag: string, value: unknown, { from, to }: { from: number; to: number }): number {
  const number = /^\d{1,15}$/.test(String(value)) ? Number(value) : Number.NaN;
  if (number >= from && number <= to) return number;
  throw new UsageError(`${flag} ${value}: not a whole number from ${from} to ${to}`, {
    fix: `pass a whole number with ${flag}, e.g. ${from}`,
  });
}

/**
 * A limit as a number or a percentage: `20` or `5%`. @param noun of what is counted
 * @returns a function from how many there are to how many are allowed @throws {UsageError}
 */
export function readLimit(flag: string, value: unknown, noun: string, example: string): (total: number) => number {
  const [, digits, percent] = /^(\d{1,9}(?:\.\d+)?)(%?)$/.exec(String(value)) ?? [];
  const number = Number(digits);
  if (percent === '%' && number <= 100) return (total) => (total * number) / 100;
  if (percent === '' && Number.isInteger(number)) return () => number;
  throw new UsageError(`${flag} ${value}: not a number of ${noun} or a percentage`, { fix: `write it as ${example}` });
}

/** `45m`, `1h` or `90s` in milliseconds. A bare number is refused: it could mean minutes or seconds. @throws {UsageError} naming the flag */
export function readDurationFlag(flag: string, value: unknown, { from }: { readonly from: number }): number {
  const ms = /[a-z]$/.test(String(value)) ? parseDuration(String(value)) : undefined;
  if (ms !== undefined && ms >= from) return ms;
  if (/^\d{1,9}$/.test(String(value))) {
    throw new UsageError(`${flag} ${value}: the unit is missing`, {
      fix: `write ${flag} ${value}s for seconds, or ${flag} ${value}m for minutes`,
    });
  }
  throw new UsageError(`${flag} ${value}: not a duration`, { fix: 'write it with a unit, for example 45m or 1h' });
}

function toInteger(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}

function limits({ required, minLength = 0, maxLength }: Field): string {
  const length =
    maxLength === undefined
      ? ''
      : minLength > 0
        ? `${minLength} to ${maxLength} characters`
        : `at most ${maxLength} characters`;
  const notes = [required ? 'required' : '', length].filter(Boolean).join('; ');
  return notes === '' ? '' : ` (${notes})`;
}
