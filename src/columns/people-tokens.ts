// Divides a cell of people into words, separators, addresses and parentheses. Must not know who is named. Pure.
import { isJapaneseFamily } from './east-asian-names.ts';
import { conjunctions, surnameJoints } from './name-words.ts';
import { isGeneration, isSuffix } from './person-name.ts';

/**
 * - `end`: a semicolon, `、`, a line break or `|`; `mark`: `/`, `&`, `+`, or a word such as "and" between names
 * - `group`: text in parentheses, or a link
 */
type TokenKind = 'word' | 'group' | 'address' | 'end' | 'mark' | 'comma';

export interface Token {
  readonly kind: TokenKind;
  /** Without the parentheses of a group and the angle brackets of an address. */
  readonly text: string;
  /** Where it is in the cell. */
  readonly from: number;
  readonly to: number;
}

/** Takes time in proportion to the length of the cell. */
export function tokenize(cell: string): readonly Token[] {
  const tokens: Token[] = [];
  const spans = { groups: findGroups(cell), addresses: findAddresses(cell), links: findLinks(cell) };
  let at = 0;
  while (at < cell.length) {
    const token = isSpace(cell[at]) ? undefined : readToken(cell, at, spans);
    at = token?.to ?? at + 1;
    if (token !== undefined) tokens.push(token);
  }
  return tokens;
}

const signs: Readonly<Record<string, TokenKind>> = {
  ...{ ';': 'end', '；': 'end', '、': 'end', '\u037e': 'end' },
  ...{ '\n': 'end', '\r': 'end', '\v': 'end', '\u2028': 'end', '\u2029': 'end', '|': 'end', '｜': 'end' },
  ...{ '/': 'mark', '／': 'mark', '&': 'mark', '＆': 'mark', '+': 'mark', '＋': 'mark' },
  ...{ ',': 'comma', '，': 'comma', '،': 'comma', '､': 'end' },
};

/** By the start of a span, its end. */
type Spans = ReadonlyMap<number, number>;

interface AllSpans {
  readonly groups: Spans;
  readonly addresses: Spans;
  readonly links: Spans;
}

function readToken(cell: string, from: number, { groups, addresses, links }: AllSpans): Token {
  const linkEnd = links.get(from);
  if (linkEnd !== undefined) return { kind: 'group', text: cell.slice(from, linkEnd), from, to: linkEnd };
  const sign = signAt(cell, from);
  if (sign !== undefined) return { kind: sign, text: cell.charAt(from), from, to: from + 1 };
  const close = groups.get(from);
  if (close !== undefined) {
    const text = cell.slice(from + 1, close - 1).trim();
    return { kind: /^\S+@\S+$/.test(text) ? 'address' : 'group', text, from, to: close };
  }
  const addressEnd = addresses.get(from);
  if (addressEnd !== undefined) {
    const text = cell.slice(from, addressEnd).replace(/^mailto:/i, '');
    return { kind: 'address', text, from, to: addressEnd };
  }
  let to = from + 1;
  while (to < cell.length && !isSpace(cell[to]) && !groups.has(to) && signAt(cell, to) === undefined) to++;
  const text = withoutOuterQuotes(cell.slice(from, to));
  return { kind: 'word', text, from, to };
}

function signAt(cell: string, at: number): TokenKind | undefined {
  const character = cell.charAt(at);
  // `・` is inside a foreign name in katakana; `と` ("and") is also a letter of names in hiragana.
  if (character === '・') return isIdeograph(cell[at - 1]) && isIdeograph(cell[at + 1]) ? 'mark' : undefined;
  if (character === 'と') return isIdeograph(cell[at - 1]) && isIdeograph(cell[at + 1]) ? 'mark' : undefined;
  if (/[和与與]/.test(character)) return isBetweenNames(cell, at) ? 'mark' : undefined;
  return signs[character];
}

/** `王小明和李雷`, but not `郑和` or `美和子`; in `佐々木和歌子`, the letter is part of a Japanese name. */
function isBetweenNames(cell: string, at: number): boolean {
  const [before = ''] = /\p{Script=Han}*$/u.exec(cell.slice(Math.max(0, at - longestEastAsianName), at)) ?? [];
  const [after = ''] = /^\p{Script=Han}*/u.exec(cell.slice(at + 1, at + 1 + longestEastAsianName)) ?? [];
  return before.length > 1 && after.length > 1 && !isJapaneseFamily(before);
}

const longestEastAsianName = 6;

/** The outermost pairs of brackets. */
function findGroups(cell: string): Spans {
  const spans = new Map<number, number>();
  const open: { readonly at: number; readonly closing: string }[] = [];
  for (let at = 0; at < cell.length; at++) {
    const character = cell.charAt(at);
    const closing = brackets[character];
    if (closing !== undefined) open.push({ at, closing });
    else if (character === open.at(-1)?.closing) {
      const { at: from } = open.pop() ?? { at };
      if (open.length === 0) spans.set(from, at + 1);
    }
  }
  return spans;
}

const brackets: Readonly<Record<string, string>> = {
  '(': ')',
  '[': ']',
  '<': '>',
  '（': '）',
  '【': '】',
  '［': '］',
};

function findAddresses(cell: string): Spans {
  const spans = new Map<number, number>();
  if (!cell.includes('@')) return spans;
  for (const { 0: run, index } of cell.matchAll(/[^\s<>()[\]（）,，;；、|｜/／&＆"]+/gu)) {
    const at = run.indexOf('@');
    if (at > 0 && at < run.length - 1) spans.set(index, index + run.length);
  }
  return spans;
}

function findLinks(cell: string): Spans {
  return new Map(
    [...cell.matchAll(/(?:https?:\/\/|www\.)[^\s,;|<>()]+/gi)].map(({ 0: link, index }) => [
      index,
      index + link.length,
    ]),
  );
}

/** `"Muster, Ann"` has its quotes on two words; a nickname in quotes keeps them. */
function withoutOuterQuotes(text: string): string {
  const [isOpen, isClosed] = [/^["“„]./.test(text), /.["”]$/.test(text)];
  if (isOpen === isClosed) return text;
  return isOpen ? text.slice(1) : text.slice(0, -1);
}

/** Marks the words that mean "and" between the words of a segment, but not the joint of `José Ortega y Gasset`. */
export function withConjunctions(tokens: readonly Token[], hasLowerCase: boolean): readonly Token[] {
  const isConjunction = ({ text }: Token) =>
    conjunctions.has(text.toLowerCase()) && (text === text.toLowerCase() || !hasLowerCase);
  const isName = (token: Token | undefined) => token?.kind === 'word' && !isConjunction(token);
  return tokens.map((token, at) => {
    const isInside = at > 0 && at < tokens.length - 1;
    const [before2, before, next, next2] = [-2, -1, 1, 2].map((by) => tokens[at + by]);
    const isJoint = surnameJoints.has(token.text) && [before2, before, next].every(isName) && next2?.kind !== 'word';
    return token.kind === 'word' && isInside && isConjunction(token) && !isJoint ? { ...token, kind: 'mark' } : token;
  });
}

/** Degrees after a comma belong to the name before it: `Ann Muster, PhD`. */
export function mergeSuffixes(pieces: readonly (readonly Token[])[]): readonly (readonly Token[])[] {
  const merged: Token[][] = [];
  for (const piece of pieces) {
    const words = piece.flatMap(({ kind, text }) => (kind === 'word' ? [text] : []));
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

export function divide(tokens: readonly Token[], kind: TokenKind): readonly (readonly Token[])[] {
  const pieces: Token[][] = [[]];
  for (const token of tokens) {
    if (token.kind === kind) pieces.push([]);
    else pieces.at(-1)?.push(token);
  }
  return pieces.filter((piece) => piece.length > 0);
}

function isSpace(character: string | undefined): boolean {
  if (character === undefined) return false;
  return signs[character] === undefined && /[\s\u200b\ufeff]/.test(character);
}

function isIdeograph(character: string | undefined): boolean {
  return character !== undefined && /[\p{Script=Han}]/u.test(character);
}
