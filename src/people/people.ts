// Reads a cell of people by six rules: who is named, with which address, and what cannot be known. Must not know rows or files. Pure.
import { elementsCell, elementsIn } from './elements.ts';
import { isEastAsian } from './family-name.ts';
import {
  type CellPerson,
  hasWords,
  isOtherText,
  type People,
  type Piece,
  pairOf,
  personOf,
  pieceOf,
  wholeOf,
} from './piece.ts';
import { divide, mergeSuffixes, type Token, tokenize, withConjunctions } from './tokens.ts';
import { isPlaceholder } from './words.ts';

export type { Doubt, People } from './piece.ts';

/** `people`: `Ann Muster, Bo Beispiel`; `parts`: `Muster, Ann`; `unclear`: the cells of the column do not agree */
export type Comma = 'people' | 'parts' | 'unclear';

/** How the names of a column are written. */
export interface NameForm {
  /** Decided by the cell alone, if undefined. */
  readonly comma?: Comma | undefined;
  /** Of names without a comma; they begin with the given name, if undefined. */
  readonly order?: 'family_first' | undefined;
}

/**
 * Reads who is named in a cell. Never throws; takes time in proportion to the length of the cell.
 *
 * 1. List elements, semicolons, line breaks and `|` separate people.
 * 2. A comma is decided for the column: it separates people if all pieces have two or more words, and the last name from
 *    the first if one piece is a single word. Otherwise it is unclear.
 * 3. `&`, `/`, `+` and "and" separate people if every side has two words. Otherwise it is unclear.
 * 4. Addresses, parentheses, titles, degrees and suffixes come off. Prose is no name.
 * 5. Two words are the given and the family name, unless the column has another order. East Asian names begin with the family name.
 * 6. Of three or more words, particles belong to the family name; else the last word is the family name.
 */
export function readPeople(cell: string, form: NameForm = {}): People {
  const elements = elementsIn(cell);
  if (elements !== undefined) return { people: elements.map(readElement), dropped: [], doubts: [] };
  const text = cell.trim();
  if (isPlaceholder(text)) return { people: [], dropped: text === '' ? [] : [text], doubts: [] };
  if (text.length > longestCell) return wholeOf('extent', [{ kind: 'word', text, from: 0, to: cell.length }], cell);
  const segments = sidesIn(cell);
  const comma = form.comma ?? commaOf(segments.flat());
  const read = segments.map((sides) => readSegment(sides, cell, { ...form, comma }));
  return {
    people: read.flatMap(({ people }) => people),
    dropped: read.flatMap(({ dropped }) => dropped),
    doubts: read.flatMap(({ doubts }) => doubts),
  };
}

/** What commas mean in the cells of a column; undefined if nothing has two words or a comma. */
export function commaIn(cells: readonly string[]): Comma | undefined {
  return commaOf(cells.flatMap((cell) => (elementsIn(cell) === undefined ? sidesIn(cell).flat() : [])));
}

/** Writes names so that they are read back. */
export function joinPeople(names: readonly string[]): string {
  return names.join('; ');
}

// A list of people is shorter; a column of abstracts that is mapped by mistake is not.
const longestCell = 20_000;

/** `Sasha (they/them)` and `The girl with the kite` are names as a whole; one is divided only if that changes nothing. */
function readElement(element: string): CellPerson {
  const [, name = element, email] = /^(.*?)\s*<([^<>\s]+@[^<>\s]+)>$/.exec(element) ?? [];
  const text = elementsCell([element]);
  if (email === undefined && /^[^\s@]+@[^\s@]+$/.test(name))
    return { name: '', first: '', last: '', email: name, text };
  const { people, dropped, doubts } = readPeople(name);
  const [one, another] = people;
  const isSame = another === undefined && one?.name === name && dropped.length + doubts.length === 0;
  return isSame ? { ...one, email, text } : { name, first: name, last: '', email, text };
}

/** The pieces between commas, each with the degrees after it. */
type Side = readonly Piece[];

/** By segment, the sides of its signs and conjunctions. */
function sidesIn(cell: string): readonly (readonly Side[])[] {
  const hasLowerCase = /\p{Ll}/u.test(cell);
  return segmentsOf(tokenize(cell)).map((segment) =>
    divide(withConjunctions(segment, hasLowerCase), 'mark').map((side) =>
      mergeSuffixes(divide(side, 'comma')).map(pieceOf),
    ),
  );
}

/** Rule 1: one person ends at a semicolon, at a line break and after an address, whatever the words are. */
function segmentsOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const segments: Token[][] = [];
  let segment: Token[] = [];
  let hasName = false;
  let hasAddress = false;
  for (const token of tokens) {
    const isDivider = ['end', 'mark', 'comma'].includes(token.kind);
    const endsPerson = isDivider || token.kind === 'address' || (hasName && token.kind === 'word');
    if (token.kind === 'end' || (hasAddress && endsPerson)) {
      segments.push(segment);
      segment = [];
      hasName = false;
      hasAddress = false;
    }
    hasName ||= token.kind === 'word';
    hasAddress ||= token.kind === 'address';
    if (!isDivider || segment.length > 0) segment.push(token);
  }
  return [...segments, segment].filter((each) => each.length > 0);
}

/** Rule 2 */
function commaOf(sides: readonly Side[]): Comma | undefined {
  const shown = new Set(sides.map(commaShown));
  const areParts = ['parts', 'first', 'second'].some((each) => shown.has(each));
  const isUnclear =
    shown.has('unclear') || (areParts && shown.has('people')) || (shown.has('second') && !shown.has('parts'));
  if (isUnclear) return 'unclear';
  return areParts ? 'parts' : shown.has('people') ? 'people' : undefined;
}

/**
 * What the comma of one side shows: `first` and `second` if only that piece is a single word. `Felix, Gia Lund` may be
 * `Last, First`; `Ann Muster, Bo` only beside `Muster, Ann`.
 */
function commaShown(side: Side): string | undefined {
  const named = side.filter(({ size }) => size > 0);
  const [one, two] = named;
  if (one === undefined || (named.length > 1 && named.some(isOtherText))) return undefined;
  if (named.every(({ size }) => size > 1)) return 'people';
  if (two === undefined) return undefined;
  if (named.length > 2) return 'unclear';
  const [word = ''] = one.core.words;
  if (isEastAsian([word])) return word.length === 1 ? 'parts' : 'unclear';
  if (one.size > 1) return 'second';
  return two.size > 1 ? 'first' : 'parts';
}

function readSegment(sides: readonly Side[], cell: string, { comma, order }: NameForm): People {
  const read: People[] = [];
  const areSeveral = sides.filter((side) => side.some(hasWords)).length > 1;
  for (const side of sides) {
    const named = side.filter(({ size }) => size > 0);
    const [family, given] = comma === 'parts' && named.length === 2 ? named : [];
    const isPair = family !== undefined && given !== undefined;
    const isUnclear =
      (named.length > 1 && (named.some(isOtherText) || (!isPair && comma !== 'people'))) ||
      // Rule 3
      (areSeveral && !isPair && side.some((piece) => hasWords(piece) && (piece.size < 2 || isOtherText(piece))));
    if (isUnclear)
      return wholeOf(
        'count',
        sides.flat().flatMap(({ tokens }) => tokens),
        cell,
      );
    if (isPair) read.push(pairOf(family, given, cell));
    for (const piece of side) if (!isPair || !named.includes(piece)) read.push(personOf(piece, cell, order));
  }
  return {
    people: read.flatMap(({ people }) => people),
    dropped: read.flatMap(({ dropped }) => dropped),
    doubts: read.flatMap(({ doubts }) => doubts),
  };
}
