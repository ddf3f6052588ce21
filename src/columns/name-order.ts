// Decides whether a name that nothing marks begins with its family name: by the header, the column and the address. Pure.
import { isAllCaps, isEastAsian, isInitials, isParticle, isPatronymic } from './family-name.ts';
import { lettersOf, spellingsOf, wordsOf } from './fold.ts';
import { isGivenName } from './name-evidence.ts';
import type { CellPerson } from './people.ts';
import { type Entry, entriesOf } from './vocabulary/word-index.ts';

type Order = 'given_first' | 'family_first';

/** The part with which the names of a column begin: the given name, if it is undefined. */
export type NameOrder = 'family_first' | 'unclear' | undefined;

/** A person of a column, with the address in the same row. */
interface Owner {
  readonly person: CellPerson;
  readonly address: string;
}

/**
 * The order of the names of a column. A header such as `Příjmení a jméno` decides it, unless more cells show the other
 * order; without such a header, cells alone only raise a doubt.
 */
export function nameOrderOf(header: string, owners: readonly Owner[]): NameOrder {
  const orders = owners.flatMap((owner) => orderShown(owner) ?? []);
  const familyFirst = orders.filter((order) => order === 'family_first').length;
  const givenFirst = orders.length - familyFirst;
  if (isFamilyFirstHeader(header)) return givenFirst > familyFirst ? 'unclear' : 'family_first';
  return familyFirst > 0 && familyFirst >= givenFirst ? 'unclear' : undefined;
}

/** The person with the name divided in this order, or as the address shows; the split is unclear if they contradict each other. */
export function inOrder(person: CellPerson, address: string, order: NameOrder): CellPerson {
  const words = unmarkedWords(person);
  const [one = '', two = '', ...others] = words;
  if (two === '') return person;
  if (others.length > 0) return order === 'family_first' ? withFamilyFirst(person, words) : person;
  const known = orderKnown(one, two);
  if (order === undefined && known === 'given_first') return person;
  const { initialed, whole } = ordersIn(address, one, two);
  const shown = initialed ?? (whole === known ? whole : undefined);
  if (shown !== undefined && (known ?? shown) === shown) return divided(person, one, two, shown, true);
  const isClear = {
    family_first: known !== 'given_first' && (initialed ?? whole) !== 'given_first',
    unclear: known === 'given_first',
    given_first: known !== undefined || (initialed ?? whole) !== 'family_first',
  }[order ?? 'given_first'];
  return divided(person, one, two, order === 'family_first' ? order : 'given_first', isClear);
}

/** Whether a header has the family name before the first name: `Nachname Vorname`, `Apellidos y nombre`, `Nom et prénom`. */
export function isFamilyFirstHeader(header: string): boolean {
  const words = wordsOf(header);
  if (abbreviations.has(words.join(''))) return true;
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

/** `Фамилия, имя, отчество` */
const abbreviations: ReadonlySet<string> = new Set(['фио', 'піб']);

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

/** What the name of one person shows of the order of its column. */
function orderShown({ person, address }: Owner): Order | undefined {
  const { first, last, text } = person;
  if (first === '' || last === '' || isEastAsian([first, last])) return undefined;
  const words = unmarkedWords(person);
  const [one = '', ...others] = words;
  const [two = ''] = others;
  if (words.length === 2) return orderKnown(one, two) ?? ordersIn(address, one, two).initialed;
  if (words.length > 2) return orderKnown(one, others.at(-1) ?? '');
  // `DUPONT Jean`, `Смирнова Анна Петровна`, but not `Dupont, Jean`
  const [from, to] = [text.indexOf(last), text.indexOf(first)];
  return text.includes(',') ? undefined : from < to ? 'family_first' : 'given_first';
}

/** By common given names and initials. */
function orderKnown(one: string, other: string): Order | undefined {
  const [isGiven, isOtherGiven] = [isGivenName(one) || isInitials([one]), isGivenName(other)];
  return isGiven === isOtherGiven ? undefined : isGiven ? 'given_first' : 'family_first';
}

/** By an address such as `tharms`, whose initial is that of the given name, or such as `tjark.harms`, which may be either. */
function ordersIn(address: string, one: string, two: string) {
  const local = address.slice(0, Math.max(0, address.lastIndexOf('@'))).replace(/\+.*$/, '');
  const locals = new Set(spellingsOf(local).map((text) => lettersOf(text).replace(/\d/g, '')));
  const [ones = [], twos = []] = [one, two].map((word) => spellingsOf(word).map(lettersOf));
  const has = (starts: readonly string[], ends: readonly string[]) =>
    starts.some((start) => ends.some((end) => locals.has(start + end)));
  const initials = (names: readonly string[]) => names.map((name) => name.charAt(0));
  return {
    initialed: orderOf(has(initials(ones), twos), has(initials(twos), ones)),
    whole: orderOf(has(ones, twos), has(twos, ones)),
  };
}

function orderOf(isGivenFirst: boolean, isFamilyFirst: boolean): Order | undefined {
  return isGivenFirst === isFamilyFirst ? undefined : isGivenFirst ? 'given_first' : 'family_first';
}

/** `Nowak Anna Maria`, `García Márquez Gabriel` */
function withFamilyFirst(person: CellPerson, words: readonly string[]): CellPerson {
  const [start = '', second = ''] = words;
  const end = words.at(-1) ?? '';
  const isClear = (isGivenName(second) && !isGivenName(start)) || (isPatronymic(end) && !isPatronymic(second));
  if (isClear) return divided(person, start, words.slice(1).join(' '), 'family_first', true);
  if (orderKnown(start, end) === 'given_first') return { ...person, isSplitUnclear: true };
  const at = isGivenName(end) ? -1 : 1;
  return divided(person, words.slice(0, at).join(' '), words.slice(at).join(' '), 'family_first', false);
}

function divided(person: CellPerson, one: string, two: string, order: Order, isClear: boolean): CellPerson {
  const { isSplitUnclear, ...known } = person;
  const [first, last] = order === 'family_first' ? [two, one] : [one, two];
  return { ...known, name: `${first} ${last}`, first, last, ...(isClear ? {} : { isSplitUnclear: true }) };
}
