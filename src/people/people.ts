// Reads a cell of people by six rules: who is named, with which address and role, and what cannot
// be known. Must not know rows or files. Pure.
import { unescapeHtml } from '../contract/escape.ts';
import { foldKey } from '../contract/key.ts';
import { type Comma, commaIn, isOddCell } from './comma.ts';
import { elementsCell, elementsIn } from './elements.ts';
import type { NameOrder } from './name.ts';
import {
  addressesIn,
  type CellPerson,
  isOtherText,
  namesIn,
  type People,
  type Piece,
  pairOf,
  personOf,
  type Segment,
  type Side,
  segmentsIn,
  wholeOf,
} from './piece.ts';
import { isNobody } from './words.ts';

export type { CellPerson, Doubt, People } from './piece.ts';

/** How the names of a column are written. */
export interface NameForm {
  /** Decided by the cell alone, if undefined. */
  readonly comma?: Comma | undefined;
  /** The column is decided by most of its cells: one that shows another meaning is a doubt. */
  readonly hasOddCells?: boolean | undefined;
  /** Of names without a comma; they begin with the given name, if undefined. */
  readonly order?: NameOrder | undefined;
}

/**
 * Reads who is named in a cell. Never throws; takes time in proportion to the length of the cell.
 *
 * 1. List elements, semicolons, line breaks and `|` separate people.
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
  if (text.length > longestCell) return wholeOf('extent', { text, tokens: [], role: undefined });
  if (form.hasOddCells !== true || !isOddCell(text, form.comma)) return readText(text, form);
  const own = form.comma === 'parts' ? form.comma : commaIn([text]).comma;
  const odd = readText(text, { ...form, comma: own });
  return { ...odd, doubts: odd.people.map(({ name }) => ({ kind: 'extent', text: name })) };
}

/** Writes names so that they are read back. */
export function joinPeople(names: readonly string[]): string {
  return names.join('; ');
}

// A list of people is shorter; a column of abstracts that is mapped by mistake is not.
const longestCell = 20_000;

function readText(text: string, { comma = commaIn([text]).comma, order }: NameForm): People {
  const segments = segmentsIn(text, comma === 'affiliation');
  const read = together(segments.map((segment) => readSegment(segment, text, { comma, order })));
  return { ...read, people: distinct(read.people) };
}

/**
 * `Sasha (they/them)` and `The girl with the kite` are names as a whole; one is divided only if that
 * changes nothing. An address alone is also what its person is called.
 */
function readElement(element: string): CellPerson {
  const plain = unescapeHtml(element);
  const text = elementsCell([element]);
  const [, name = plain, email] = /^(.*?)\s*<([^<>\s]+@[^<>\s]+)>$/.exec(plain) ?? [];
  const { people, dropped, doubts } = readPeople(name);
  const [one, another] = people;
  const isSame =
    another === undefined && one?.name === name && dropped.length + doubts.length === 0;
  if (isSame) return { ...one, email, text };
  const first = one?.name === '' ? '' : name;
  return { name, first, last: '', email: email ?? one?.email, text };
}

function readSegment(segment: Segment, cell: string, { comma, order }: NameForm): People {
  const { text, sides } = segment;
  if (isNobody(text)) return { people: [], dropped: [text], doubts: [] };
  if (isUnclear(segment, comma)) return wholeOf('count', segment);
  const read = together(sides.map((side) => readSide(side, cell, { comma, order })));
  // What stands for nobody is no doubt.
  const isNone = read.people.length === 0 && !sides.flat().every((piece) => isNobody(piece.text));
  return isNone ? { ...read, doubts: [{ kind: 'nobody', text }] } : read;
}

function readSide(side: Side, cell: string, { comma, order }: NameForm): People {
  const [family, given, other] = namesIn(side);
  const isPair = comma === 'parts' && given !== undefined && other === undefined;
  if (!isPair || family === undefined) {
    return together(side.map((piece) => personOf(piece, order)));
  }
  const others = side.filter((piece) => piece !== family && piece !== given);
  return together([pairOf(family, given, cell), ...others.map((piece) => personOf(piece, order))]);
}

/** Whether a segment may name one person or several. */
function isUnclear({ sides }: Segment, comma: Comma | undefined): boolean {
  const namedSides = sides.map(namesIn).filter(({ length }) => length > 0);
  const areUnclear = namedSides.some((named) => {
    if (named.length === 2 && comma === 'parts') return named.some(isOtherText);
    const isOne = ({ size }: Piece) => size < 2;
    const isDivided = named.length > 1 || namedSides.length > 1;
    if (named.length > 1 && comma !== 'people') return true;
    return (isDivided && named.some(isOtherText)) || (namedSides.length > 1 && named.some(isOne));
  });
  const named = namedSides.flat();
  // Of `Ida Moen: Uni North, Oslo`, the comma may belong to the affiliation.
  const at = named.findIndex(({ affiliation }) => affiliation !== undefined);
  const isMixed = at >= 0 && named.slice(at).some(({ affiliation }) => affiliation === undefined);
  // `Mr. and Mrs. Muster`
  const isTitle = ([piece]: Side) => piece?.size === 0 && hasWord(piece) && !isNobody(piece.text);
  const isOdd = areUnclear || isMixed || (sides.length > 1 && sides.some(isTitle));
  return isOdd || named.some(({ tokens }) => addressesIn(tokens).length > 1);
}

function hasWord({ tokens }: Piece): boolean {
  return tokens.some(({ kind }) => kind === 'word');
}

function together(all: readonly People[]): People {
  return {
    people: all.flatMap(({ people }) => people),
    dropped: all.flatMap(({ dropped }) => dropped),
    doubts: all.flatMap(({ doubts }) => doubts),
  };
}

/** One person who is listed twice is one; two of the same name have different addresses. */
function distinct(all: readonly CellPerson[]): readonly CellPerson[] {
  const emails = new Map(
    all.map(({ name, email }) => [email === undefined ? '' : foldKey(name), email]),
  );
  const people = new Map<string, CellPerson>();
  for (const person of all) {
    const name = foldKey(person.name);
    const email = person.email ?? (name === '' ? undefined : emails.get(name));
    const key = JSON.stringify([name, email?.toLowerCase()]);
    if (!people.has(key)) people.set(key, { ...person, email });
  }
  return [...people.values()];
}
