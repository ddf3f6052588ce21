// Decides by the address of a person which words of the name are the given and the family name. Must not know columns. Pure.
import { personKeys } from '../contract/key.ts';
import { isGivenName } from './name-evidence.ts';

export type Order = 'given_first' | 'family_first';

/**
 * The order of a name of two words: by an address such as `tharms`, whose initial is that of the given name, or such as
 * `tjark.harms`, which may be either.
 */
export function ordersIn(address: string, one: string, two: string) {
  const readings = readingsOf(address, [one, two]);
  const has = (nameOf: (one: string, two: string) => string) =>
    readings.some(({ parts, names: [a = '', b = ''] }) => parts.join('') === nameOf(a, b));
  return {
    initialed: orderOf(
      has((a, b) => a.charAt(0) + b),
      has((a, b) => b.charAt(0) + a),
    ),
    whole: orderOf(
      has((a, b) => a + b),
      has((a, b) => b + a),
    ),
  };
}

/**
 * Where the address shows that the family name begins: at the last word, as `mary.smith`, or at the one before, as
 * `ggarcia`. Undefined if it shows neither or both. @param words of a name that begins with the given name, at least three
 */
export function familyStartIn(address: string, words: readonly string[]): number | undefined {
  const readings = readingsOf(address, words);
  const last = words.length - 1;
  const [atLast, before] = [last, last - 1].map((start) =>
    readings.some((reading) => formsOf(reading.names, start).some((form) => isForm(form, reading))),
  );
  const isGivenAndMiddle =
    words.length === 3 &&
    isGivenName(words[0] ?? '') &&
    readings.some(({ parts, names }) => parts.join(' ') === names.slice(0, 2).join(' '));
  if (isGivenAndMiddle) return 1;
  return atLast === before ? undefined : atLast ? last : last - 1;
}

/**
 * Where the given name begins if the address shows that it follows the family name: `gabriel.garcia` and `ggarcia` of
 * `García Márquez Gabriel`. A whole given name is the first part of most addresses, but not of all.
 * @param words of a name, at least three
 */
export function givenStartIn(address: string, words: readonly string[]) {
  const readings = readingsOf(address, words);
  const found = words.slice(1).flatMap((_, before) => {
    const start = before + 1;
    const forms = readings.flatMap((reading) => {
      const [family, given] = [reading.names.slice(0, start), reading.names.slice(start)];
      const families = [family[0] ?? '', family.at(-1) ?? '', family.join('')];
      const pairs = (ones: readonly string[]) => ones.flatMap((one) => families.map((name) => [one, name] as const));
      const [name = ''] = given;
      const isInitialed = pairs([name.charAt(0), initialsOf(given)]).some((form) => isForm(form, reading));
      const isWhole = pairs([name, given.join(''), name + initialsOf(given.slice(1))]).some(
        ([one, other]) => isFirstPart(one, reading) && isForm([one, other], reading),
      );
      return isInitialed || isWhole ? [{ start, isInitialed }] : [];
    });
    return forms.slice(0, 1);
  });
  return found.length === 1 ? found[0] : undefined;
}

function orderOf(isGivenFirst: boolean, isFamilyFirst: boolean): Order | undefined {
  return isGivenFirst === isFamilyFirst ? undefined : isGivenFirst ? 'given_first' : 'family_first';
}

/** The usual local parts for a name, in two parts each. */
function formsOf(names: readonly string[], start: number): readonly (readonly [string, string])[] {
  const [given, family] = [names.slice(0, start), names.slice(start)];
  const [one = '', ...others] = given;
  const [surname = '', second = ''] = family;
  const short = [one.charAt(0), initialsOf(given)];
  const whole = [...short, one, given.join(''), one + initialsOf(others)];
  if (second === '') return whole.map((each) => [each, surname]);
  return [
    ...(others.length > 0 ? whole : short).map((each): [string, string] => [each, surname]),
    ...short.map((each): [string, string] => [each, surname + second.charAt(0)]),
    ...whole.map((each): [string, string] => [each, surname + second]),
    [surname, second],
  ];
}

function initialsOf(names: readonly string[]): string {
  return names.map((name) => name.charAt(0)).join('');
}

/** An address and a name in comparable spellings. */
interface Reading {
  /** Of the address, before the `@`. */
  readonly parts: readonly string[];
  /** The words of the name. */
  readonly names: readonly string[];
}

function readingsOf(address: string, words: readonly string[]): readonly Reading[] {
  const local = address.slice(0, Math.max(0, address.lastIndexOf('@'))).replace(/\+.*$/, '');
  const pieces = local.split(/[._]+/);
  const parts = pieces.map((piece) => withoutSigns(personKeys(piece)[0] ?? '')).filter(Boolean);
  const spelled = words.map((word) => personKeys(word).map(withoutSigns));
  const namesOf = (which: number) => spelled.map((spellings) => spellings.at(which) ?? '');
  return [0, -1].map((which) => ({ parts, names: namesOf(which) }));
}

/** Whether the parts of an address are those of a form, in any order; or one part, or several that are joined. */
function isForm([one, other]: readonly [string, string], { parts }: Reading): boolean {
  const [first, second] = parts;
  if (parts.length === 2) return (first === one && second === other) || (first === other && second === one);
  return [one + other, other + one].includes(parts.join(''));
}

function isFirstPart(name: string, { parts }: Reading): boolean {
  return parts[0] === name || (parts.length === 1 && (parts[0] ?? '').startsWith(name));
}

/** Without spaces and digits. */
function withoutSigns(text: string): string {
  return text.replace(/[\s\d]/g, '');
}
