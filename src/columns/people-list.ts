// Decides which parts of a cell are people, and which part can be read in several ways. Must not know names' parts. Pure.
import { isEastAsian, isFamilyAlone, isInitials } from './family-name.ts';
import { isGroup } from './name-words.ts';
import { isSeparator, type Token, type TokenKind } from './people-tokens.ts';
import { type Core, coreOf, isGeneration, isProse, isSuffix } from './person-name.ts';

export type Piece = readonly Token[];

export type PeopleReading =
  | { readonly kind: 'person'; readonly piece: Piece }
  /** `Last, First` */
  | { readonly kind: 'pair'; readonly family: Piece; readonly given: Piece }
  /** It stays whole: one person, or several. */
  | { readonly kind: 'doubt'; readonly whole: Piece };

/** @param areParts a comma separates the last name from the first */
export function readTokens(tokens: readonly Token[], areParts: boolean): readonly PeopleReading[] {
  const segments = segmentsOf(tokens);
  const readings = segments.map(readLines);
  const pairs = segments.map(pairIn);
  const isPairList =
    areParts || (segments.length > 1 && pairs.every(Boolean) && readings.some(([one]) => one?.kind === 'pair'));
  return readings.flatMap((reading, at) => (isPairList ? (pairs[at] ?? reading) : reading));
}

/** `Last, First` if a segment has one comma: `Núñez de Balboa, Inés` in a list with `García, Ana`. */
function pairIn(segment: Piece): readonly PeopleReading[] | undefined {
  const [family = [], given = [], ...others] = divide(segment, 'comma');
  const isTwo = others.length === 0 && [family, given].every((piece) => sizeOf(piece) > 0 && !isOtherText(piece));
  if (!isTwo || sizeOf(given) > 3 || segment.some(({ kind }) => kind === 'and' || kind === 'mark' || kind === 'line')) {
    return undefined;
  }
  return [{ kind: 'pair', family, given }];
}

export function coreOfPiece(piece: Piece): Core {
  const core = cores.get(piece) ?? coreOf(textsOf(piece));
  cores.set(piece, core);
  return core;
}

// Each piece is looked at several times.
const cores = new WeakMap<Piece, Core>();

export function hasLetter(word: string): boolean {
  return /\p{L}/u.test(word);
}

/** Divides at semicolons and after addresses: one person ends there, whatever the words are. */
export function segmentsOf(tokens: readonly Token[]): readonly Piece[] {
  const segments: Token[][] = [];
  let segment: Token[] = [];
  let hasName = false;
  let hasAddress = false;
  for (const token of tokens) {
    const isDivider = isSeparator(token);
    if (
      token.kind === 'end' ||
      (hasAddress && (isDivider || token.kind === 'address' || (hasName && token.kind === 'word')))
    ) {
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

/** Line breaks and `|`: people, unless one line may be the company or the position of the other. */
function readLines(segment: Piece): readonly PeopleReading[] {
  const lines = divide(segment, 'line');
  const sizes = lines.map(sizeOf);
  const isMixed = lines.length === 2 && sizes.includes(1) && sizes.some((size) => size > 1);
  if (lines.length > 1 && (isMixed || lines.some(isOtherText))) return doubt(segment);
  return lines.flatMap(readList);
}

/** Commas, `/`, `&`, `+` and "and". */
function readList(list: Piece): readonly PeopleReading[] {
  const parts = divide(list, 'mark', 'and').map((part) => mergeSuffixes(divide(part, 'comma')));
  const [only = []] = parts;
  if (parts.length <= 1) return readCommas(only, list);
  // `Muster, Ann and Beispiel, Bo`
  if (parts.every((each) => each.length === 2)) return parts.flatMap((each) => readCommas(each, each.flat()));
  return readAnd(parts.flat(), list);
}

/** Pieces around "and" or `/`: people, if each of them has two words. */
function readAnd(pieces: readonly Piece[], list: Piece): readonly PeopleReading[] {
  const named = pieces.filter((piece) => sizeOf(piece) > 0);
  if (named.length < 2 && !pieces.some(isBareTitle)) return people(pieces);
  return named.length > 1 && named.every((piece) => sizeOf(piece) > 1 && !isOtherText(piece))
    ? people(pieces)
    : doubt(list);
}

/** Pieces between commas: a list of people, or `Last, First`. */
function readCommas(pieces: readonly Piece[], list: Piece): readonly PeopleReading[] {
  const named = pieces.filter((piece) => sizeOf(piece) > 0);
  if (named.length < 2) return people(pieces);
  if (named.some(isOtherText)) return doubt(list);
  if (named.length === 2) return readTwo(pieces, named, list);
  // `Muster, A., Beispiel, B.`
  const pairs = pairsOf(named);
  if (pairs.length > 0 && pairs.every(([family, given]) => isPair(family, given))) {
    return pairs.map(([family, given]) => ({ kind: 'pair', family, given }));
  }
  const sizes = named.map(sizeOf);
  const singles = sizes.filter((size) => size === 1).length;
  const isList = singles === 0 || ((sizes[0] ?? 0) > 1 && singles * 2 < named.length);
  return isList ? people(pieces) : doubt(list);
}

function readTwo(pieces: readonly Piece[], named: readonly Piece[], list: Piece): readonly PeopleReading[] {
  const [family = [], given = []] = named;
  const others = pieces.filter((piece) => !named.includes(piece));
  const asPair: readonly PeopleReading[] = [{ kind: 'pair', family, given }, ...people(others)];
  if (named.every((piece) => isEastAsian(coreOfPiece(piece).words))) {
    const lengths = named.map((piece) => coreOfPiece(piece).words.join('').length);
    if (lengths[0] === 1) return asPair;
    return lengths.every((length) => length > 2) ? people(pieces) : doubt(list);
  }
  const [size, otherSize] = [sizeOf(family), sizeOf(given)];
  if (isPair(family, given) || (size === 1 && otherSize < 4)) return asPair;
  return size > 1 && otherSize > 1 ? people(pieces) : doubt(list);
}

function pairsOf(named: readonly Piece[]): readonly (readonly [Piece, Piece])[] {
  if (named.length % 2 !== 0) return [];
  return Array.from({ length: named.length / 2 }, (_, at) => [named[2 * at] ?? [], named[2 * at + 1] ?? []] as const);
}

/** Whether two pieces can only be `Last, First`. */
export function isPair(family: Piece, given: Piece): boolean {
  const [before, after] = [coreOfPiece(family).words, coreOfPiece(given).words];
  if (isEastAsian(before) && before.join('').length === 1) return true;
  return (isInitials(after) && before.length < 4) || (after.length < 4 && isFamilyAlone(before));
}

function people(pieces: readonly Piece[]): readonly PeopleReading[] {
  return pieces.map((piece) => ({ kind: 'person', piece }));
}

function doubt(whole: Piece): readonly PeopleReading[] {
  return [{ kind: 'doubt', whole }];
}

/** Degrees after a comma belong to the name before it: `Ann Muster, PhD`. */
export function mergeSuffixes(pieces: readonly Piece[]): readonly Piece[] {
  const merged: Token[][] = [];
  for (const piece of pieces) {
    const words = textsOf(piece);
    const before = merged.at(-1);
    if (before !== undefined && (words.length === 0 || isSuffix(words))) before.push(...piece.map(withoutDegree));
    else merged.push([...piece]);
  }
  return merged;
}

/** After a comma, `MA` is a degree and not a name. */
function withoutDegree(token: Token): Token {
  return token.kind === 'word' && !isGeneration(token.text) ? { ...token, kind: 'group' } : token;
}

export function divide(tokens: Piece, ...kinds: readonly TokenKind[]): readonly Piece[] {
  const pieces: Token[][] = [[]];
  for (const token of tokens) {
    if (kinds.includes(token.kind)) pieces.push([]);
    else pieces.at(-1)?.push(token);
  }
  return pieces.filter((piece) => piece.length > 0);
}

/** How many words of a name a piece has. Three ideographs are a family and a given name. */
export function sizeOf(piece: Piece): number {
  const { words } = coreOfPiece(piece);
  const [one = ''] = words;
  if (words.length === 1 && ((isEastAsian(words) && one.length > 2) || one.includes('・'))) return 2;
  return words.filter(hasLetter).length;
}

function textsOf(piece: Piece): readonly string[] {
  return piece.flatMap(({ kind, text }) => (kind === 'word' ? [text] : []));
}

/** Whether it is an organization or prose rather than a person. */
export function isOtherText(piece: Piece): boolean {
  return isGroup(textsOf(piece)) || isProse(coreOfPiece(piece).words);
}

/** The first half of `Mr. and Mrs. Muster`. */
function isBareTitle(piece: Piece): boolean {
  const words = textsOf(piece);
  return words.length > 0 && sizeOf(piece) === 0 && !isSuffix(words);
}
