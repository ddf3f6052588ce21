// Reads one person from a part of a cell: addresses, parentheses, titles and degrees come off, and prose is no name. Pure.
import { hasSurnameJoint, isEastAsian, isLowerCase, isParticle, mayEndInGivenName } from './family-name.ts';
import { conjunctions, isGroup, isPlaceholder, isPronoun } from './name-words.ts';
import type { Token } from './people-tokens.ts';
import { coreOf, isProse, type Name, pairCores, splitCore } from './person-name.ts';

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

export type Piece = readonly Token[];

export function personOf(piece: Piece, cell: string, order?: 'family_first'): People {
  const core = coreOf(wordsOf(piece));
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
  if (isWhole) return wholeOf('extent', piece, cell);
  const isDoubtful = hasSurnameJoint(core.words);
  const person = { ...splitCore(core, isDoubtful ? undefined : order), email, pronouns, text };
  return {
    people: [person],
    dropped: [...core.dropped, ...dropped],
    doubts: isDoubtful ? [{ kind: 'extent', text: person.name }] : [],
  };
}

const longestName = 6;

/** `Last, First` */
export function pairOf(family: Piece, given: Piece, cell: string): People {
  const pieces = [...family, ...given];
  const [last, first] = [coreOf(wordsOf(family)), coreOf(wordsOf(given))];
  const { email, pronouns, dropped } = notesOf(pieces);
  const person = { ...pairCores(last, first), email, pronouns, text: textOf(pieces, cell) };
  return { people: [person], dropped: [...last.dropped, ...first.dropped, ...dropped], doubts: [] };
}

/** A text that stays whole: it is the name, without its address. */
export function wholeOf(kind: Doubt['kind'], piece: Piece, cell: string): People {
  const text = textOf(piece, cell).replace(/\s+/g, ' ');
  const { email } = notesOf(piece);
  const name = email === undefined ? text : withoutAddress(text, email);
  return {
    people: [{ name, first: name, last: '', email, text }],
    dropped: [],
    doubts: [{ kind, text: name }],
  };
}

/** How many words of a name a piece has: `van der Berg` has one. Three ideographs are a family and a given name. */
export function sizeOf(piece: Piece): number {
  const words = nameWords(piece);
  const [one = ''] = words;
  if (words.length === 1 && ((isEastAsian(words) && one.length > 2) || one.includes('・'))) return 2;
  return words.filter((word) => hasLetter(word) && !(words.length > 1 && isLowerCase(word) && isParticle(word))).length;
}

export function nameWords(piece: Piece): readonly string[] {
  return coreOf(wordsOf(piece)).words;
}

export function hasWords(piece: Piece): boolean {
  return wordsOf(piece).length > 0;
}

/** Whether it is an organization or prose rather than a person. */
export function isOtherText(piece: Piece): boolean {
  return isGroup(wordsOf(piece)) || isProse(nameWords(piece));
}

function withoutAddress(text: string, email: string): string {
  const bracketed = `<${email}>`;
  return text
    .replace(text.includes(bracketed) ? bracketed : email, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function wordsOf(piece: Piece): readonly string[] {
  return piece.flatMap(({ kind, text }) => (kind === 'word' ? [text] : []));
}

function hasLetter(word: string): boolean {
  return /\p{L}/u.test(word);
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
