// Reads a cell of people by six rules: who is named, with which address and role, and what cannot
// be known. Must not know rows or files. Pure.
import { unescapeHtml } from '../contract/escape.ts';
import { foldKey } from '../contract/key.ts';
import { type Comma, isOddCell, type NameForm, ownComma } from './comma.ts';
import { elementsCell, elementsIn } from './elements.ts';
import { type Name, pairNames, readName } from './name.ts';
import { longestCell, namesIn, type Piece, type Segment, type Side, segmentsIn } from './piece.ts';
import { isGroup, isNobody } from './words.ts';

/** A person as a cell names them. */
export interface CellPerson extends Name {
  readonly email?: string | undefined;
  /** The label before the name, such as `Chair`. */
  readonly role?: string | undefined;
  /** What follows the name after a colon, or after a comma if `--names` says so. */
  readonly affiliation?: string | undefined;
  /** The part of the cell that names the person. */
  readonly text: string;
}

/** A part of a cell that can be read in several ways, or in none. */
export interface NameDoubt {
  /**
   * - `count`: one person or several; the text stays whole
   * - `extent`: one person, but another name may be meant, or the text may have more than a name
   * - `comma`: one person, divided as the cell shows, and not as its column does
   * - `nobody`: text that is no name, and is left out
   * - `beside`: text beside a name that may be another one, and is left out
   */
  readonly kind: 'count' | 'extent' | 'comma' | 'nobody' | 'beside';
  /** As it is among the names; of nobody, as it is in the cell. */
  readonly text: string;
}

export interface People {
  readonly people: readonly CellPerson[];
  /** What is no name: titles, degrees, companies, pronouns, placeholders such as TBA. */
  readonly dropped: readonly string[];
  readonly doubts: readonly NameDoubt[];
}

/**
 * Reads who is named in a cell. Never throws; takes time in proportion to the length of the cell.
 *
 * 1. List elements, semicolons, line breaks and `|` separate people; beside a whole name, one word
 *    or an organization after `|` is unclear.
 * 2. A comma is decided for the column: it separates people if all pieces have two or more words,
 *    and the last name from the first if one piece is a single word. Otherwise it is unclear.
 * 3. `&`, `/`, `+` and "and" separate people if every side has two words. Otherwise it is unclear.
 * 4. Roles, addresses, parentheses, titles, degrees and affiliations come off. Prose is no name.
 * 5. Two words are the given and the family name, unless the column has another order. East Asian
 *    names begin with the family name.
 * 6. Of three or more words, particles belong to the family name; else the last word is it.
 */
export function readPeople(cell: string, form: NameForm = {}): People {
  const elements = elementsIn(cell);
  if (elements !== undefined) {
    return { people: distinct(elements.map(readElement)), dropped: [], doubts: [] };
  }
  const text = unescapeHtml(cell).trim();
  if (text.length > longestCell) return wholeOf('extent', text, []);
  const segments = segmentsIn(text, form.comma === 'affiliation');
  const isOdd = form.hasOddCells === true && isOddCell(segments, form.comma);
  const isOwn = form.comma === undefined || (isOdd && form.comma !== 'parts');
  const comma = isOwn ? ownComma(segments) : form.comma;
  const read = readSegments(segments, { comma, order: form.order });
  if (!isOdd || read.doubts.some(({ kind }) => kind !== 'nobody')) return read;
  const odd = read.people.map(({ name }): NameDoubt => ({ kind: 'comma', text: name }));
  return { ...read, doubts: [...odd, ...read.doubts] };
}

/** What is left out beside the names, and may name somebody: two words with capital letters. */
export function namesBeside({ people, dropped }: People): readonly NameDoubt[] {
  if (people.length === 0) return [];
  const maybe = dropped.filter((text) => mayBeName.test(text) && !isGroup(text.split(/\s+/)));
  return maybe.map((text) => ({ kind: 'beside', text }));
}

/** Each word is looked at once, however many signs it has. */
const mayBeName = new RegExp(
  [
    String.raw`(?<![\p{L}\p{M}'’-])(?=[\p{L}\p{M}'’-]+\s+\p{Lu}[\p{L}\p{M}])`,
    String.raw`[\p{L}\p{M}'’-]*?(?<!\p{L})\p{Lu}\p{M}*\p{Ll}`,
  ].join(''),
  'u',
);

/** Writes names so that they are read back. */
export function joinPeople(names: readonly string[]): string {
  return names.join('; ');
}

function readSegments(segments: readonly Segment[], form: NameForm): People {
  const people: CellPerson[] = [];
  const read = segments.map((segment) => {
    const ofSegment = readSegment(segment, form);
    const { role } = segment;
    for (const person of ofSegment.people)
      people.push(role === undefined ? person : { ...person, role });
    return ofSegment;
  });
  return { ...together(read), people: distinct(people) };
}

/**
 * `Sasha (they/them)` and `The girl with the kite` are names as a whole; one is divided only if
 * that changes nothing. An address alone is also what its person is called.
 */
function readElement(element: string): CellPerson {
  const plain = unescapeHtml(element);
  const text = elementsCell([element]);
  const [, name = plain, email] = /^(.*?)(?<!\s)\s*<([^<>\s@]+@[^<>\s]+)>$/.exec(plain) ?? [];
  const { people, dropped, doubts } = readPeople(name);
  const [person, another] = people;
  const isSame =
    another === undefined && person?.name === name && dropped.length + doubts.length === 0;
  if (isSame) return { ...person, email, text };
  const first = person?.name === '' ? '' : name;
  return { name, first, last: '', email: email ?? person?.email, text };
}

function readSegment({ text, sides }: Segment, { comma, order }: NameForm): People {
  if (isNobody(text)) return { people: [], dropped: [text], doubts: [] };
  if (isUnclear(sides, comma)) {
    const emails = sides.flat().flatMap((piece) => piece.emails);
    return wholeOf('count', text, emails);
  }
  const read = together(sides.map((side) => readSide(side, { comma, order })));
  const isRead = read.people.length > 0 || sides.flat().every((piece) => isNobody(piece.text));
  return isRead ? read : { ...read, doubts: [{ kind: 'nobody', text }] };
}

/** Whether the sides may name one person or several. */
function isUnclear(sides: readonly Side[], comma: Comma | undefined): boolean {
  const named = sides.map(namesIn).filter(({ length }) => length > 0);
  const areUnclear = named.some((side) => {
    const isPair = side.length === 2 && comma === 'parts';
    if (isPair) return side.some(({ isOther, isWhole }) => isOther || isWhole);
    if (side.length > 1 && comma !== 'people') return true;
    const isDivided = side.length > 1 || named.length > 1;
    return side.some(
      ({ size, isOther }) => (isDivided && isOther) || (named.length > 1 && size < 2),
    );
  });
  const all = named.flat();
  // Of `Ida Moen: Uni North, Oslo`, the comma may belong to the affiliation.
  const after = all.slice(all.findIndex(hasAffiliation));
  const isMixed = after.some(hasAffiliation) && !after.every(hasAffiliation);
  // `Mr. and Mrs. Muster`
  const isTitle = ([piece]: Side) => piece?.size === 0 && !isNobody(piece.text);
  // By `--names "first last, affiliation"`, `Byron, Ada, Uni A` would be the name `Byron`.
  const isLastName = ({ size, isWhole, affiliation = '' }: Piece) => {
    return size === 1 && !isWhole && /[,，،]/.test(affiliation);
  };
  const areOdd = named.length > 0 && sides.length > 1 && sides.some(isTitle);
  const isOdd = isMixed || areOdd || all.some(isLastName);
  return areUnclear || isOdd || all.some(({ emails }) => emails.length > 1);
}

function hasAffiliation({ affiliation }: Piece): boolean {
  return affiliation !== undefined;
}

function readSide(side: Side, { comma, order }: NameForm): People {
  const [family, given, other] = namesIn(side);
  const isPair = comma === 'parts' && given !== undefined && other === undefined;
  if (!isPair || family === undefined) return together(side.map((piece) => personOf(piece, order)));
  const text = `${family.text},${given.text}`;
  const { affiliation } = given;
  const [email] = [...family.emails, ...given.emails];
  const pair = { ...pairNames(family.words, given.words), email, affiliation, text };
  const others = side.filter((piece) => piece !== family && piece !== given);
  return together([
    { people: [pair], dropped: [...family.dropped, ...given.dropped], doubts: [] },
    ...others.map((piece) => personOf(piece, order)),
  ]);
}

function personOf(piece: Piece, order: NameForm['order']): People {
  const { text, words, size, emails, affiliation, dropped } = piece;
  const [email] = emails;
  if (size === 0 && email === undefined) return { people: [], dropped: [text], doubts: [] };
  if (size > 0 && piece.isWhole) return wholeOf('extent', text, emails);
  const { name, first, last, isSplitUnclear } = readName(size === 0 ? [] : words, order);
  const person = { name, first, last, isSplitUnclear, email, affiliation, text };
  return { people: [person], dropped, doubts: [] };
}

/** A text that stays whole: it is the name, without its addresses. */
function wholeOf(kind: NameDoubt['kind'], text: string, emails: readonly string[]): People {
  const [email] = emails;
  const name = emails
    .reduce((rest, address) => {
      return rest.replaceAll(`<${address}>`, ' ').replaceAll(address, ' ');
    }, text)
    .replace(/\s+/g, ' ')
    .trim();
  const person = { name, first: name, last: '', email, text };
  return { people: [person], dropped: [], doubts: [{ kind, text: name }] };
}

function together(all: readonly People[]): People {
  const [first, another] = all;
  if (first !== undefined && another === undefined) return first;
  return {
    people: all.flatMap(({ people }) => people),
    dropped: all.flatMap(({ dropped }) => dropped),
    doubts: all.flatMap(({ doubts }) => doubts),
  };
}

/** One person who is listed twice is one; two of the same name have different addresses. */
function distinct(all: readonly CellPerson[]): readonly CellPerson[] {
  const emails = new Map(
    all.flatMap(({ name, email }) =>
      email === undefined ? [] : [[foldKey(name), email] as const],
    ),
  );
  const people = new Map<string, CellPerson>();
  for (const person of all) {
    const name = foldKey(person.name);
    const email = person.email ?? (name === '' ? undefined : emails.get(name));
    const key = `${email?.toLowerCase() ?? ''} ${name}`;
    if (!people.has(key)) people.set(key, email === person.email ? person : { ...person, email });
  }
  return [...people.values()];
}
