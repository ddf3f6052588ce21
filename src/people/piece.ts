// Divides a cell of people into segments, sides and pieces, and takes off each piece what is no
// name. Must not know columns. Pure.
import { isEastAsian, isGeneration, isLowerParticle, isProse, withoutTitles } from './name.ts';
import {
  barsAs,
  divide,
  segmentsOf,
  type Token,
  tokenize,
  withAffiliations,
  withConjunctions,
} from './tokens.ts';
import { conjunctions, isGroup, isNobody } from './words.ts';

/** What semicolons and line breaks divide. */
export interface Segment {
  readonly text: string;
  readonly role: string | undefined;
  /** Those of its signs and conjunctions. */
  readonly sides: readonly Side[];
}

/** The pieces between commas. */
export type Side = readonly Piece[];

export interface Piece {
  /** As it is in the cell. */
  readonly text: string;
  /** Of the name, without titles and degrees. */
  readonly words: readonly string[];
  /** How many of them are names: `van der Berg` is one. Three ideographs are two. */
  readonly size: number;
  /** Whether something in it is no part of a name. */
  readonly isWhole: boolean;
  /** Whether it is an organization or prose rather than a person. */
  readonly isOther: boolean;
  readonly emails: readonly string[];
  readonly affiliation: string | undefined;
  readonly dropped: readonly string[];
}

/** A list of people is shorter; a column of abstracts that is mapped by mistake is not. */
export const longestCell = 20_000;

/** @param hasAffiliations whether a comma separates a name from an affiliation */
export function segmentsIn(cell: string, hasAffiliations: boolean): readonly Segment[] {
  const tokens = tokenize(cell);
  if (hasAffiliations) return readSegments(cell, withAffiliations(tokens));
  const segments = readSegments(cell, tokens);
  const isAlone = ({ kind }: Token) => kind === 'comma' || kind === 'role';
  const hasBars = segments.length > 1 && /[|｜]/.test(cell) && !tokens.some(isAlone);
  const isOdd = hasBars && segments.some(isFullName) && segments.some(isOtherText);
  return isOdd ? readSegments(cell, barsAs('mark', tokens)) : segments;
}

/** `Ada Lovelace`, but neither `ACME` nor `University of Oslo` */
function isFullName({ sides }: Segment): boolean {
  const [piece, other] = sides.flat();
  return piece !== undefined && other === undefined && piece.size > 1 && !piece.isOther;
}

/** What may be the affiliation of the person before it: one word, or an organization. */
function isOtherText({ sides }: Segment): boolean {
  const [piece, other] = sides.flat();
  if (piece === undefined || other !== undefined || piece.emails.length > 0) return false;
  return piece.size === 1 || piece.isOther;
}

function readSegments(cell: string, all: readonly Token[]): readonly Segment[] {
  const hasLowerCase = /\p{Ll}/u.test(cell);
  const segments: Segment[] = [];
  for (const { role, tokens } of segmentsOf(all)) {
    const isFirst = tokens[0] === all[0];
    const sides = divide(withConjunctions(tokens, { hasLowerCase, isFirst }), 'mark').map(piecesOf);
    const [first, last] = [sides[0]?.[0], sides.at(-1)?.at(-1)];
    const text = cell.slice(first?.[0]?.from ?? 0, last?.at(-1)?.to ?? 0).trim();
    const read = sides.map((side) => side.map((piece) => pieceOf(piece, cell)));
    if (text !== '') segments.push({ text, role, sides: read });
  }
  return segments;
}

/** Without titles, degrees and placeholders that a comma separates. */
export function namesIn(side: Side): Side {
  return side.filter(({ size }) => size > 0);
}

/**
 * What is no name of its own belongs to the piece before it: `Ann Muster, (ACME)`, `Lou King, Jr.`
 */
function piecesOf(side: readonly Token[]): readonly (readonly Token[])[] {
  const pieces: Token[][] = [];
  for (const piece of divide(side, 'comma')) {
    const before = pieces.at(-1);
    const isName = !textsOf(piece, 'word').every(isGeneration);
    if (before === undefined || isName) pieces.push([...piece]);
    else before.push(...piece);
  }
  return pieces;
}

function pieceOf(tokens: readonly Token[], cell: string): Piece {
  const at = tokens.findIndex(({ kind }) => kind === 'colon');
  const nameTokens = at < 0 ? tokens : tokens.slice(0, at);
  const after = at < 0 ? [] : tokens.slice(at + 1).filter(({ kind }) => kind !== 'address');
  const affiliation = after.length === 0 ? undefined : textOf(after, cell);
  const all = textsOf(nameTokens, 'word');
  const { words, dropped } = withoutTitles(all);
  const isLabeled = at >= 0 && sizeOf(words) < 2;
  // `Email: ida@example.org`
  const isNone = isNobody(all.join(' ')) || (isLabeled && affiliation === undefined);
  // Of `Opening: Ida Moen`, the name is after the colon.
  const isLabel = hasWord(after) && (isLabeled || isGroup(words));
  const isOther = isGroup(words) || isProse(words);
  const others = [...dropped, ...textsOf(nameTokens, 'group')];
  return {
    text: textOf(tokens, cell),
    words,
    size: isNone ? 0 : sizeOf(words),
    isWhole: isLabel || isProse(words) || words.some(isNoName),
    isOther,
    emails: textsOf(tokens, 'address'),
    affiliation,
    dropped: affiliation === undefined ? others : [...others, affiliation],
  };
}

function sizeOf(words: readonly string[]): number {
  const [word = ''] = words;
  if (words.length === 1 && isEastAsian(words) && word.length > 2) return 2;
  const isName = (word: string) => {
    return words.length === 1 || !(isLowerParticle(word) || isGeneration(word));
  };
  return words.filter((word) => /\p{L}/u.test(word) && isName(word)).length;
}

/** An "and" at either end; a word of digits and signs, or with half a pair. */
function isNoName(word: string, at: number, words: readonly string[]): boolean {
  const isAtEnd = at === 0 || at === words.length - 1;
  if (at > 0 && at === words.length - 1 && footnoted.test(word)) return true;
  return (isAtEnd && conjunctions.has(word)) || noName.test(word);
}

/** `Moen1` of `Ida Moen1`, but not `alice1` */
const footnoted = /^\p{L}+\d{1,2}$/u;

const noName = /^[\p{N}\p{P}\p{S}]+$|[()[\]<>@]|^["“„][^"”]*$|^[^"“„]+["”]$|^tb[acd]$/iu;

function hasWord(tokens: readonly Token[]): boolean {
  return tokens.some(({ kind }) => kind === 'word');
}

function textsOf(tokens: readonly Token[], wanted: Token['kind']): readonly string[] {
  return tokens.filter(({ kind }) => kind === wanted).map(({ text }) => text);
}

function textOf(tokens: readonly Token[], cell: string): string {
  return cell.slice(tokens[0]?.from ?? 0, tokens.at(-1)?.to ?? 0).trim();
}
