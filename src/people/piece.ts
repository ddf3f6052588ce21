// Reads one person from a part of a cell: addresses, parentheses, titles and degrees come off, and prose is no name. Pure.
import { hasSurnameJoint, isEastAsian, isLowerCase, isParticle, mayEndInGivenName } from './family-name.ts';
import { type Core, coreOf, isProse, type Name, pairCores, splitCore } from './name.ts';
import type { Token } from './tokens.ts';
import { conjunctions, isGroup, isPlaceholder } from './words.ts';

/** A person as a cell names them. */
export interface CellPerson extends Name {
  readonly email?: string | undefined;
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
  /** What is not part of a name: titles, degrees, companies, pronouns, placeholders such as TBA. */
  readonly dropped: readonly string[];
  readonly doubts: readonly Doubt[];
}

/** The words between two separators. */
export interface Piece {
  readonly tokens: readonly Token[];
  readonly core: Core;
  /** How many words of a name it has: `van der Berg` has one. Three ideographs are a family and a given name. */
  readonly size: number;
}

export function pieceOf(tokens: readonly Token[]): Piece {
  const core = coreOf(wordsOf(tokens));
  return { tokens, core, size: sizeOf(core.words) };
}

export function personOf({ tokens, core }: Piece, cell: string, order?: 'family_first'): People {
  const { email, dropped } = notesOf(tokens);
  const text = textOf(tokens, cell);
  if (isPlaceholder(text) || !core.words.some(hasLetter)) {
    if (email === undefined) return { people: [], dropped: [text], doubts: [] };
    return { people: [{ name: '', first: '', last: '', email, text }], dropped: [], doubts: [] };
  }
  const isWhole =
    core.words.length > longestName ||
    isProse(core.words) ||
    core.words.some(isNoName) ||
    mayEndInGivenName(core.words);
  if (isWhole) return wholeOf('extent', tokens, cell);
  const isDoubtful = hasSurnameJoint(core.words);
  const person = { ...splitCore(core, isDoubtful ? undefined : order), email, text };
  return {
    people: [person],
    dropped: [...core.dropped, ...dropped],
    doubts: isDoubtful ? [{ kind: 'extent', text: person.name }] : [],
  };
}

const longestName = 6;

/** `Last, First` */
export function pairOf(family: Piece, given: Piece, cell: string): People {
  const tokens = [...family.tokens, ...given.tokens];
  const { email, dropped } = notesOf(tokens);
  const person = { ...pairCores(family.core, given.core), email, text: textOf(tokens, cell) };
  return { people: [person], dropped: [...family.core.dropped, ...given.core.dropped, ...dropped], doubts: [] };
}

/** A text that stays whole: it is the name, without its address. */
export function wholeOf(kind: Doubt['kind'], tokens: readonly Token[], cell: string): People {
  const text = textOf(tokens, cell).replace(/\s+/g, ' ');
  const { email } = notesOf(tokens);
  const name = email === undefined ? text : withoutAddress(text, email);
  return {
    people: [{ name, first: name, last: '', email, text }],
    dropped: [],
    doubts: [{ kind, text: name }],
  };
}

function sizeOf(words: readonly string[]): number {
  const [one = ''] = words;
  if (words.length === 1 && ((isEastAsian(words) && one.length > 2) || one.includes('・'))) return 2;
  return words.filter((word) => hasLetter(word) && !(words.length > 1 && isLowerCase(word) && isParticle(word))).length;
}

export function hasWords({ tokens }: Piece): boolean {
  return tokens.some(({ kind }) => kind === 'word');
}

/** Whether it is an organization or prose rather than a person. */
export function isOtherText({ tokens, core }: Piece): boolean {
  return isGroup(wordsOf(tokens)) || isProse(core.words);
}

function withoutAddress(text: string, email: string): string {
  const bracketed = `<${email}>`;
  return text
    .replace(text.includes(bracketed) ? bracketed : email, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function wordsOf(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap(({ kind, text }) => (kind === 'word' ? [text] : []));
}

function hasLetter(word: string): boolean {
  return /\p{L}/u.test(word);
}

/** What a piece has besides words. */
function notesOf(tokens: readonly Token[]) {
  return {
    email: tokens.find(({ kind }) => kind === 'address')?.text,
    dropped: tokens.filter(({ kind }) => kind === 'group').map(({ text }) => text),
  };
}

function textOf(tokens: readonly Token[], cell: string): string {
  return cell.slice(tokens[0]?.from ?? 0, tokens.at(-1)?.to ?? 0).trim();
}

/** A word of digits and signs alone, or with half a pair of brackets; an "and" at either end. */
function isNoName(word: string, at: number, words: readonly string[]): boolean {
  const isAtEnd = at === 0 || at === words.length - 1;
  return /^[\p{N}\p{P}]+$/u.test(word) || /[()[\]<>]/.test(word) || (isAtEnd && conjunctions.has(word));
}
