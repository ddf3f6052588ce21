// Divides a cell of people into segments, sides and pieces, and reads one person from a piece. Must
// not know columns. Pure.
import {
  isEastAsian,
  isLowerParticle,
  isProse,
  type Name,
  type NameOrder,
  pairNames,
  readName,
  withoutTitles,
} from './name.ts';
import {
  divide,
  segmentsOf,
  type Token,
  tokenize,
  withAffiliations,
  withConjunctions,
} from './tokens.ts';
import { conjunctions, isGroup, isNobody, isPlaceholder } from './words.ts';

/** A person as a cell names them. */
export interface CellPerson extends Name {
  readonly email?: string | undefined;
  /** The label before the name, such as `Chair`. */
  readonly role?: string | undefined;
  /** What follows the name after a colon, or after a comma if `--names` says so. */
  readonly affiliation?: string | undefined;
  /** The part of the cell that names the person, as it is. */
  readonly text: string;
}

/** A part of a cell that can be read in several ways, or in none. */
export interface Doubt {
  /**
   * - `count`: one person or several; the text stays whole
   * - `extent`: one person, whose name may be another one; or text that may not belong to it
   * - `nobody`: text that is no name, and is left out
   */
  readonly kind: 'count' | 'extent' | 'nobody';
  /** As it is among the names; of nobody, as it is in the cell. */
  readonly text: string;
}

export interface People {
  readonly people: readonly CellPerson[];
  /** What is no name: titles, degrees, companies, pronouns, placeholders such as TBA. */
  readonly dropped: readonly string[];
  readonly doubts: readonly Doubt[];
}

/** A part of a cell, with the address in it. */
interface Part {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly role: string | undefined;
}

/** What semicolons and line breaks divide. */
export interface Segment extends Part {
  /** Those of its signs and conjunctions. */
  readonly sides: readonly Side[];
}

/** What commas divide. */
export type Side = readonly Piece[];

export interface Piece extends Part {
  /** Of the name, without titles and degrees. */
  readonly words: readonly string[];
  /** What is no part of the name. */
  readonly dropped: readonly string[];
  readonly affiliation: string | undefined;
  /** How many words of a name it has: `van der Berg` has one. Three ideographs are two names. */
  readonly size: number;
}

/** @param hasAffiliations whether a comma separates a name from an affiliation */
export function segmentsIn(cell: string, hasAffiliations = false): readonly Segment[] {
  const hasLowerCase = /\p{Ll}/u.test(cell);
  const tokens = tokenize(cell);
  return segmentsOf(hasAffiliations ? withAffiliations(tokens) : tokens).flatMap((segment) => {
    const { role } = segment;
    const sides = divide(withConjunctions(segment.tokens, hasLowerCase), 'mark').map((side) =>
      wordedPieces(side).map((piece) => pieceOf(piece, role, cell)),
    );
    const own = sides.flat().flatMap((piece) => piece.tokens);
    return own.length === 0 ? [] : [{ role, tokens: own, text: textOf(own, cell), sides }];
  });
}

export function personOf(piece: Piece, order: NameOrder | undefined): People {
  const { text, tokens, role, words, dropped, affiliation, size } = piece;
  const [email] = addressesIn(tokens);
  if (size === 0) {
    if (email === undefined) return { people: [], dropped: [text], doubts: [] };
    const nameless = { name: '', first: '', last: '', email, role, text };
    return { people: [nameless], dropped: [], doubts: [] };
  }
  // Of `Opening: Ida Moen`, the name is after the colon.
  const isColon = affiliation !== undefined && !tokens.some(({ kind }) => kind === 'note');
  const isOther = isColon && (size < 2 || isGroup(words));
  if (isOther || isProse(words) || words.some(isNoName)) return wholeOf('extent', piece);
  const person = { ...readName(words, order), email, role, affiliation, text };
  return { people: [person], dropped, doubts: [] };
}

/** `Last, First` */
export function pairOf(family: Piece, given: Piece, cell: string): People {
  const tokens = [...family.tokens, ...given.tokens];
  const { role } = family;
  const { affiliation } = given;
  const text = textOf(tokens, cell);
  if ([...family.words, ...given.words].some(isNoName))
    return wholeOf('extent', { text, tokens, role });
  const [email] = addressesIn(tokens);
  const person = { ...pairNames(family.words, given.words), email, role, affiliation, text };
  return { people: [person], dropped: [...family.dropped, ...given.dropped], doubts: [] };
}

/** A text that stays whole: it is the name, without its address. */
export function wholeOf(kind: Doubt['kind'], { text, tokens, role }: Part): People {
  const [email] = addressesIn(tokens);
  const name = (email === undefined ? text : text.replace(`<${email}>`, '').replace(email, ''))
    .replace(/\s+/g, ' ')
    .trim();
  const person = { name, first: name, last: '', email, role, text };
  return { people: [person], dropped: [], doubts: [{ kind, text: name }] };
}

export function addressesIn(tokens: readonly Token[]): readonly string[] {
  return textsOf(tokens, 'address');
}

/** Without titles, degrees and placeholders that a comma separates. */
export function namesIn(side: Side): Side {
  return side.filter(({ size }) => size > 0);
}

/** Whether it is an organization or prose rather than a person. */
export function isOtherText({ words }: Piece): boolean {
  return isGroup(words) || isProse(words);
}

/** The pieces between commas; one without words belongs to the piece before it: `Ann Muster, (ACME)` */
function wordedPieces(side: readonly Token[]): readonly (readonly Token[])[] {
  const pieces: Token[][] = [];
  for (const piece of divide(side, 'comma')) {
    const before = pieces.at(-1);
    if (before === undefined || piece.some(({ kind }) => kind === 'word')) pieces.push([...piece]);
    else before.push(...piece);
  }
  return pieces;
}

function pieceOf(tokens: readonly Token[], role: string | undefined, cell: string): Piece {
  const at = tokens.findIndex(({ kind }) => kind === 'colon');
  const [before, after] = at < 0 ? [tokens, []] : [tokens.slice(0, at), tokens.slice(at + 1)];
  const all = textsOf(before, 'word');
  const { words, dropped } = withoutTitles(all);
  const others = after.filter(({ kind }) => kind !== 'address');
  const affiliation = others.length === 0 ? undefined : textOf(others, cell);
  const notes = [...textsOf(before, 'group'), affiliation].filter((note) => note !== undefined);
  return {
    text: textOf(tokens, cell),
    tokens,
    role,
    words,
    dropped: [...dropped, ...notes],
    affiliation,
    size: isNobody(all.join(' ')) ? 0 : sizeOf(words),
  };
}

function sizeOf(words: readonly string[]): number {
  const [one = ''] = words;
  if (words.length === 1 && isEastAsian(words) && one.length > 2) return 2;
  return words.filter((word) => hasLetter(word) && !(words.length > 1 && isLowerParticle(word)))
    .length;
}

function hasLetter(word: string): boolean {
  return /\p{L}/u.test(word);
}

function textsOf(tokens: readonly Token[], wanted: Token['kind']): readonly string[] {
  return tokens.flatMap(({ kind, text }) => (kind === wanted ? [text] : []));
}

function textOf(tokens: readonly Token[], cell: string): string {
  return cell.slice(tokens[0]?.from ?? 0, tokens.at(-1)?.to ?? 0).trim();
}

/** A word of digits and signs alone, half a pair, an address of the web; an "and" at either end. */
function isNoName(word: string, at: number, words: readonly string[]): boolean {
  const isAtEnd = at === 0 || at === words.length - 1;
  if (isAtEnd && conjunctions.has(word)) return true;
  if (words.length > 1 && isPlaceholder(word) && word.length > 2) return true;
  return (
    /^[\p{N}\p{P}\p{S}]+$/u.test(word) || /[()[\]<>@]|^www\./i.test(word) || isHalfQuoted(word)
  );
}

/** `"Muster, Ann"` has its quotes on two words. */
function isHalfQuoted(word: string): boolean {
  return /^["“„][^"”]*$|^[^"“„]+["”]$/.test(word);
}
