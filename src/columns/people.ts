// Reads a cell of people: who is named, with which address, and what cannot be known. Must not know rows or files. Pure.
import { elementsCell, elementsIn } from './elements.ts';
import { hasSurnameJoint, mayEndInGivenName } from './family-name.ts';
import { conjunctions, isGroup, isPronoun, isSpecialWord, placeholders } from './name-words.ts';
import type { Comma } from './people-comma.ts';
import { coreOfPiece, hasLetter, type PeopleReading, type Piece, readTokens } from './people-list.ts';
import { tokenize } from './people-tokens.ts';
import { isProse, type Name, pairCores, splitCore } from './person-name.ts';

/** A person as a cell names them. */
export interface CellPerson extends Name {
  readonly email?: string | undefined;
  readonly pronouns?: string | undefined;
  /** The part of the cell that names the person, as it is. */
  readonly text: string;
}

/** A part of a cell that can be read in several ways, and stays whole. */
export interface Doubt {
  /** `count`: one person or several; `extent`: one person, and text that may not belong to the name */
  readonly kind: 'count' | 'extent';
  /** As it is among the names. */
  readonly text: string;
}

export interface People {
  readonly people: readonly CellPerson[];
  /** What is not part of a name: titles, degrees, companies, call signs, placeholders such as TBA. */
  readonly dropped: readonly string[];
  readonly doubts: readonly Doubt[];
}

/**
 * Reads who is named in a cell. Never throws; takes time in proportion to the length of the cell.
 * @param comma `parts` if a comma in the column separates the last name from the first
 *
 * Semicolons and line breaks separate people. Commas, `/`, `&`, `+` and words such as "and" do if both sides are names.
 * `Last, First` is one person. An element of a structured file is one person, whatever it contains.
 */
export function readPeople(cell: string, comma?: Comma): People {
  // An import reads each cell several times in a row.
  if (cell !== latest.cell || comma !== latest.comma) latest = { cell, comma, people: readCell(cell, comma) };
  return latest.people;
}

/** Writes names so that they are read back. */
export function joinPeople(names: readonly string[]): string {
  return names.join('; ');
}

let latest: { readonly cell: string; readonly comma?: Comma | undefined; readonly people: People } = {
  cell: '',
  people: { people: [], dropped: [], doubts: [] },
};

function readCell(cell: string, comma?: Comma): People {
  const elements = elementsIn(cell);
  if (elements !== undefined) return { people: elements.map(readElement), dropped: [], doubts: [] };
  const plain = readPlainName(cell);
  if (plain !== undefined) return { people: [plain], dropped: [], doubts: [] };
  const text = cell.trim();
  if (isPlaceholder(text)) return { people: [], dropped: text === '' ? [] : [text], doubts: [] };
  if (text.length > longestCell) return wholeOf('extent', text);
  return joined(readTokens(tokenize(cell), comma === 'parts').map((reading) => peopleOf(reading, cell)));
}

/** `Sasha (they/them)` and `The girl with the kite` are names as a whole; one is divided only if that changes nothing. */
function readElement(element: string): CellPerson {
  const [, name = element, email] = /^(.*?)\s*<([^<>\s]+@[^<>\s]+)>$/.exec(element) ?? [];
  const text = elementsCell([element]);
  if (email === undefined && /^[^\s@]+@[^\s@]+$/.test(name))
    return { name: '', first: '', last: '', email: name, text };
  const { people, dropped, doubts } = readCell(name);
  const [one, another] = people;
  const isSame = another === undefined && one?.name === name && dropped.length + doubts.length === 0;
  return isSame ? { ...one, email, text } : { name, first: name, last: '', email, text };
}

// A list of people is shorter; a column of abstracts that is mapped by mistake is not.
const longestCell = 20_000;

/** Two or three words that can only be one name, as in most cells: much faster than reading the cell. */
function readPlainName(cell: string): CellPerson | undefined {
  const words = cell.length > longestPlainName ? [] : cell.split(' ');
  if (words.length < 2 || words.length > 3 || !words.every(isPlainWord)) return undefined;
  const [first = '', last = ''] = words;
  const name = words.length === 2 ? { name: cell, first, last } : splitCore({ words, generation: '', dropped: [] });
  return { ...name, text: cell };
}

const longestPlainName = 60;

function isPlainWord(word: string): boolean {
  return /^\p{Lu}[\p{L}\p{M}'’-]*\p{Ll}$/u.test(word) && !isSpecialWord(word);
}

function isPlaceholder(text: string): boolean {
  if (hasOtherCharacter.test(text)) return false;
  const key = text.toLowerCase();
  return key === '' || placeholders.has(key) || (key.endsWith('.') && placeholders.has(key.slice(0, -1)));
}

/** A character that is in no placeholder, as in almost all names. */
const hasOtherCharacter = new RegExp(`[^${[...placeholders].join('').replaceAll('-', '')}-]`, 'i');

/**
 * The fields of a name, in columns of their own, that hold placeholders: both of `N.` and `N.`, and `TBA` beside `Ann`. `X`
 * is the family name of `Malcolm X`.
 */
export function placeholdersIn(fields: readonly string[], values: Readonly<Record<string, string>>): readonly string[] {
  const textOf = (field: string) => values[field] ?? '';
  if (fields.every((field) => hasOtherCharacter.test(textOf(field)))) return none;
  const filled = fields.filter(textOf);
  const texts = filled.map(textOf);
  if (isPlaceholder(texts.join('')) || texts.every(isPlaceholder)) return filled;
  return filled.filter((field) => isPlaceholder(textOf(field)) && !/^(x+|nn)$/i.test(textOf(field)));
}

const none: readonly never[] = [];

function joined(all: readonly People[]): People {
  return {
    people: all.flatMap(({ people }) => people),
    dropped: all.flatMap(({ dropped }) => dropped),
    doubts: all.flatMap(({ doubts }) => doubts),
  };
}

function peopleOf(reading: PeopleReading, cell: string): People {
  switch (reading.kind) {
    case 'person':
      return personOf(reading.piece, cell);
    case 'pair':
      return pairOf(reading.family, reading.given, cell);
    case 'doubt':
      return wholeOf('count', textOf(reading.whole, cell), notesOf(reading.whole).email);
  }
}

/** A text that stays whole: it is the name, without its address. */
function wholeOf(kind: Doubt['kind'], cell: string, email?: string): People {
  const text = cell.replace(/\s+/g, ' ');
  const name = email === undefined ? text : withoutAddress(text, email);
  return {
    people: [{ name, first: name, last: '', email, text }],
    dropped: [],
    doubts: [{ kind, text: name }],
  };
}

function withoutAddress(text: string, email: string): string {
  const bracketed = `<${email}>`;
  return text
    .replace(text.includes(bracketed) ? bracketed : email, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function personOf(piece: Piece, cell: string): People {
  const core = coreOfPiece(piece);
  const { email, pronouns, dropped } = notesOf(piece);
  const text = textOf(piece, cell);
  if (isPlaceholder(text) || !core.words.some(hasLetter)) {
    if (email === undefined) return { people: [], dropped: [text], doubts: [] };
    return { people: [{ name: '', first: '', last: '', email, pronouns, text }], dropped: [], doubts: [] };
  }
  const isWhole =
    core.words.length > longestName ||
    isProse(core.words) ||
    core.words.some(isNoName) ||
    mayEndInGivenName(core.words) ||
    hasDash(piece);
  if (isWhole) return wholeOf('extent', text, email);
  const person = { ...splitCore(core), email, pronouns, text };
  const isDoubtful = hasSurnameJoint(core.words) || isGroup(core.words);
  return {
    people: [person],
    dropped: [...core.dropped, ...dropped],
    doubts: isDoubtful ? [{ kind: 'extent', text: person.name }] : [],
  };
}

const longestName = 6;

function pairOf(family: Piece, given: Piece, cell: string): People {
  const pieces = [...family, ...given];
  const [last, first] = [coreOfPiece(family), coreOfPiece(given)];
  const { email, pronouns, dropped } = notesOf(pieces);
  const person = { ...pairCores(last, first), email, pronouns, text: textOf(pieces, cell) };
  return { people: [person], dropped: [...last.dropped, ...first.dropped, ...dropped], doubts: [] };
}

/** What a piece has besides words. */
function notesOf(piece: Piece) {
  const groups = piece.filter(({ kind }) => kind === 'group').map(({ text }) => text);
  const isPronouns = (text: string) => text.split(/[\s/,|]+/).every((word) => isPronoun(word));
  return {
    email: piece.find(({ kind }) => kind === 'address')?.text,
    pronouns: piece.find(({ kind }) => kind === 'pronouns')?.text ?? groups.find(isPronouns),
    dropped: groups.filter((text) => !isPronouns(text)),
  };
}

function textOf(piece: Piece, cell: string): string {
  return cell.slice(piece[0]?.from ?? 0, piece.at(-1)?.to ?? 0).trim();
}

/** A dash between two words, as in `Ann Muster - ACME`. */
function hasDash(piece: Piece): boolean {
  const kinds = piece.map(({ kind }) => kind).filter((kind) => kind === 'word' || kind === 'dash');
  return kinds.slice(kinds.indexOf('word'), kinds.lastIndexOf('word')).includes('dash');
}

/** A word of digits and signs alone, or with half a pair of brackets; an "and" at either end. */
function isNoName(word: string, at: number, words: readonly string[]): boolean {
  const isAtEnd = at === 0 || at === words.length - 1;
  return /^[\p{N}\p{P}]+$/u.test(word) || /[()[\]<>]/.test(word) || (isAtEnd && conjunctions.has(word));
}
