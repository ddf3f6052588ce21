// Owns the names of records: what messages, plans and reports call one, and whether two names can
// be those of one person. Pure.
import { maskedAddress } from '../contract/address.ts';
import { keyText, personKeys } from '../contract/key.ts';
import { fullName } from '../people/name.ts';

/**
 * The name of a person or the title of a talk; empty if it has none. Never an address, because logs
 * and reports are often public, and never the `title` of a speaker, which is a job title.
 */
export function recordName(resource: string, record: Readonly<Record<string, unknown>>): string {
  if (resource !== 'speakers') return keyText(record.title) ?? '';
  const [first = '', last = ''] = [record.first_name, record.last_name].map(keyText);
  return fullName(first, last) || (keyText(record.name) ?? '');
}

/** What messages call a person of a file: by the name, and never by the address. */
export function personLabel({ name }: { readonly name: string }): string {
  return name || maskedAddress;
}

/** The name of the person who submitted a talk; empty if the service does not show it. */
export function submitterName(record: Readonly<Record<string, unknown>>): string {
  const { submitter_first_name: first, submitter_last_name: last } = record;
  return fullName(keyText(first) ?? '', keyText(last) ?? '');
}

/**
 * Whether two names differ at most in case, accents, order, initials and left out words: `Ann
 * Muster`, `MUSTER, A.` and `Ann` may be one person; `Ann Muster` and `Bo Muster` are two.
 */
export function canBeSamePerson(one: string, other: string): boolean {
  const [shorter, longer] = [wordSpellings(one), wordSpellings(other)].sort(
    (a, b) => a.length - b.length,
  ) as [(readonly string[])[], (readonly string[])[]];
  if (isSame(joined(shorter), joined(longer))) return true;
  const left = [...longer];
  // Whole words first, so that an initial does not take the word of another.
  return shorter
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .every((word) => {
      const at = left.findIndex((candidate) => isSame(word, candidate));
      const match = at >= 0 ? at : left.findIndex((candidate) => isInitialOf(word, candidate));
      if (match >= 0) left.splice(match, 1);
      return match >= 0;
    });
}

/** The forms in which each word of a person's name is compared. */
function wordSpellings(name: string): readonly (readonly string[])[] {
  const [plain = [], expanded = plain] = personKeys(name).map((spelling) =>
    spelling.split(' ').filter(Boolean),
  );
  return plain.map((word, at) => [...new Set([word, expanded[at] ?? word])]);
}

/** Whether two words, or two names, have a spelling in common. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.some((spelling) => other.includes(spelling));
}

function joined(words: readonly (readonly string[])[]): readonly string[] {
  return [
    words.map(([plain]) => plain).join(''),
    words.map((spellings) => spellings.at(-1)).join(''),
  ];
}

function isInitialOf(one: readonly string[], other: readonly string[]): boolean {
  return (
    (lengthOf(one) === 1 || lengthOf(other) === 1) && one[0]?.charAt(0) === other[0]?.charAt(0)
  );
}

function lengthOf([plain = '']: readonly string[]): number {
  return plain.length;
}
