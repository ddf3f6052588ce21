// Decides whether a name that nothing marks begins with its family name: by the header. Pure.
import { isEastAsian, isParticle } from './family-name.ts';
import { wordsOf } from './fold.ts';
import type { CellPerson } from './people.ts';
import { type Entry, entriesOf } from './vocabulary/word-index.ts';

/** The part with which the names of a column begin: the given name, if it is undefined. */
export type NameOrder = 'family_first' | undefined;

/** The person with the name divided in this order, unless its parts are marked. */
export function inOrder(person: CellPerson, order: NameOrder): CellPerson {
  const words = unmarkedWords(person);
  if (order === undefined || words.length < 2) return person;
  const { isSplitUnclear, ...known } = person;
  const [last = '', ...given] = words;
  const first = given.join(' ');
  // `García Márquez Gabriel`
  return { ...known, name: `${first} ${last}`, first, last, ...(given.length > 1 && { isSplitUnclear: true }) };
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

/** The words of a name without commas or particles that show its parts; none for another name. */
function unmarkedWords({ name, first, last, text }: CellPerson): readonly string[] {
  if (first === '' || last === '' || name !== `${first} ${last}` || text.includes(',')) return [];
  if (!text.replace(/\s+/g, ' ').includes(name)) return [];
  const words = name.split(' ');
  return last.includes(' ') || words.some(isParticle) || isEastAsian(words) ? [] : words;
}
