// Decides whether a name that nothing marks begins with its family name: by the header, the column and the address. Pure.
import { isAllCaps, isEastAsian, isInitials, isParticle, isPatronymic } from './family-name.ts';
import { wordsOf } from './fold.ts';
import { isGivenName } from './name-evidence.ts';
import { familyStartIn, givenStartIn, type Order, ordersIn } from './name-in-address.ts';
import type { CellPerson } from './people.ts';
import { type Entry, entriesOf } from './vocabulary/word-index.ts';

/** The part with which the names of a column begin: the given name, if it is undefined. */
export type NameOrder = 'family_first' | undefined;

/** The person with the name divided in this order, or as the address shows; the split is unclear if they contradict each other. */
export function inOrder(person: CellPerson, address: string, order: NameOrder): CellPerson {
  const words = unmarkedWords(person);
  const [one = '', two = '', ...others] = words;
  if (two === '' || others.length > 0)
    return familyFirstOf(person, words, address, order) ?? withSplit(person, address);
  const known = orderKnown(one, two);
  if (order === undefined && known === 'given_first') return person;
  const { initialed, whole } = ordersIn(address, one, two);
  const shown = initialed ?? (whole === known ? whole : undefined);
  if (shown !== undefined && (known ?? shown) === shown) return divided(person, words, 1, shown, true);
  const isClear =
    order === undefined
      ? known !== undefined || (initialed ?? whole) !== 'family_first'
      : known !== 'given_first' && (initialed ?? whole) !== 'given_first';
  return divided(person, words, 1, order ?? 'given_first', isClear);
}

/** Whether a header has the family name before the first name: `Nachname Vorname`, `Apellidos y nombre`, `Nom et prénom`. */
export function isFamilyFirstHeader(header: string): boolean {
  const words = wordsOf(header);
  if (familyFirstAbbreviation.test(words.join(' '))) return true;
  const parts: (readonly Entry[])[] = [];
  for (let at = 0; at < words.length; ) {
    // `Nom de famille` is one part.
    const [length = 1] = [3, 2].filter((count) => namesMeant(words.slice(at, at + count)).length > 0);
    parts.push(namesMeant(words.slice(at, at + length)));
    at += length;
  }
  const find = (isMeant: (entry: Entry) => boolean) => parts.findIndex((part) => part.some(isMeant));
  const family = find(({ meaning }) => meaning === 'lastName');
  const given = find(({ meaning }) => meaning === 'firstName');
  if (family >= 0 && given >= 0) return family < given;
  if (family >= 0) return find(({ meaning }) => meaning === 'name') > family;
  const languages = new Set(parts[given]?.map(({ language }) => language).filter((each) => familyIsName.has(each)));
  const name = find(({ meaning, language }) => meaning === 'name' && languages.has(language));
  return name >= 0 && name < given;
}

/** `Фамилия, имя, отчество`, also beside a role: `ФИО докладчика` */
const familyFirstAbbreviation = /(?<!\S)(?:ф ?и ?о|п ?і ?б)(?!\S)/u;

/** The languages whose word for a name is also that for a family name: `Name und Vorname`. */
const familyIsName: ReadonlySet<string> = new Set(['de', 'fr', 'nl']);

function namesMeant(words: readonly string[]): readonly Entry[] {
  return entriesOf(words.join('')).filter(({ meaning }) => ['name', 'firstName', 'lastName'].includes(meaning));
}

/** The words of a name without commas, capitals or particles that show its parts; none for another name. */
function unmarkedWords({ name, first, last, text }: CellPerson): readonly string[] {
  if (first === '' || last === '' || name !== `${first} ${last}` || text.includes(',')) return [];
  if (!text.replace(/\s+/g, ' ').includes(name)) return [];
  const words = name.split(' ');
  const isMarked =
    last.includes(' ') || words.some(isParticle) || isEastAsian(words) || (isAllCaps(last) && !isAllCaps(first));
  return isMarked ? [] : words;
}

/** By common given names and initials. */
function orderKnown(one: string, other: string): Order | undefined {
  const [given, otherGiven] = [isInitials([one]) || isGivenName(one), isGivenName(other)];
  return given === otherGiven ? undefined : given ? 'given_first' : 'family_first';
}

/** A name of at least three words that begins with the family name, or may do so; undefined for any other. */
function familyFirstOf(
  person: CellPerson,
  words: readonly string[],
  address: string,
  order: NameOrder,
): CellPerson | undefined {
  if (words.length < 3) return undefined;
  const known = orderKnown(words[0] ?? '', words.at(-1) ?? '');
  const shown = givenStartIn(address, words);
  if (shown === undefined || (known === 'given_first' && !shown.isInitialed)) {
    return order === 'family_first' ? withFamilyFirst(person, words) : undefined;
  }
  if (known === 'given_first') return { ...person, isSplitUnclear: true };
  const { start, isInitialed } = shown;
  // The first of two given names may be left out of an address.
  const isWholeGiven = start === 1 || !isGivenName(words[start - 1] ?? '');
  const isClear = isWholeGiven && (order === 'family_first' || known === 'family_first' || isInitialed);
  return divided(person, words, start, 'family_first', isClear);
}

/** Divided where the address shows that the family name begins. */
function withSplit(person: CellPerson, address: string): CellPerson {
  if (person.isSplitUnclear !== true) return person;
  // A particle and the word after it are one part.
  const words: string[] = [];
  for (const word of person.name.split(' ').toReversed()) {
    const next = words.length > 0 && isParticle(word) ? words.shift() : undefined;
    words.unshift(next === undefined ? word : `${word} ${next}`);
  }
  const plain = words.map((word) => word.split(' ').at(-1) ?? '');
  const start = words.length < 3 ? undefined : (familyStartIn(address, words) ?? familyStartIn(address, plain));
  return start === undefined ? person : divided(person, words, start, 'given_first', true);
}

/** `Nowak Anna Maria`, `García Márquez Gabriel` */
function withFamilyFirst(person: CellPerson, words: readonly string[]): CellPerson {
  const [start = '', second = ''] = words;
  const end = words.at(-1) ?? '';
  const isClear = (isGivenName(second) && !isGivenName(start)) || (isPatronymic(end) && !isPatronymic(second));
  if (isClear) return divided(person, words, 1, 'family_first', true);
  if (orderKnown(start, end) === 'given_first') return { ...person, isSplitUnclear: true };
  return divided(person, words, isGivenName(end) ? -1 : 1, 'family_first', false);
}

/** @param at the word with which the second part begins */
function divided(person: CellPerson, words: readonly string[], at: number, order: Order, isClear: boolean): CellPerson {
  const { isSplitUnclear, ...known } = person;
  const [one, two] = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
  const [first, last] = order === 'family_first' ? [two, one] : [one, two];
  return { ...known, name: `${first} ${last}`, first, last, ...(isClear ? {} : { isSplitUnclear: true }) };
}
