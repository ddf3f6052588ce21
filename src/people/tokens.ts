// Divides a cell of people into words, separators, addresses and parentheses. Must not know who is named. Pure.
import { japaneseFamilies } from './east-asian-names.ts';
import { isGeneration, isSuffix } from './name.ts';
import { conjunctions, surnameJoints } from './words.ts';

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
  return [...cell.matchAll(pattern)].map(({ 0: text, index: from, groups = {} }) => {
    const place = { from, to: from + text.length };
    if (groups.group !== undefined) {
      const inside = text.slice(1, -1).trim();
      return { kind: /^\S+@\S+$/.test(inside) ? 'address' : 'group', text: inside, ...place };
    }
    if (groups.address !== undefined) return { kind: 'address', text: text.replace(/^mailto:/i, ''), ...place };
    if (groups.word !== undefined) return { kind: 'word', text: withoutOuterQuotes(text), ...place };
    const kind = groups.end !== undefined ? 'end' : groups.comma !== undefined ? 'comma' : 'mark';
    return { kind: groups.link === undefined ? kind : 'group', text, ...place };
  });
}

const [end, comma, mark] = [';；、､\\u037e\\n\\r\\v\\u2028\\u2029|｜', ',，،', '/／&＆+＋'];
const han = '\\p{Script=Han}';

/** A pair of brackets, which may have others of its kind inside. */
const brackets = ['\\(\\)', '\\[\\]', '<>', '（）', '【】', '［］'].map((pair) => {
  const [open, close] = [pair.slice(0, pair.length / 2), pair.slice(pair.length / 2)];
  return `${open}(?:[^${pair}]|${open}[^${pair}]*${close})*${close}`;
});

/**
 * Between ideographs, `・` and `と` are signs: they are also letters inside of foreign names and of names in hiragana. `和` is one
 * in `王小明和李雷`, but not in `郑和`, `美和子` or `佐々木和歌子`.
 */
const signs = [
  `[・と](?<=${han}.)(?=${han})`,
  `[和与與](?<=${han}{2}.)(?<!(?<!${han})(?:${japaneseFamilies.join('|')}).)(?=${han}{2})`,
].join('|');

const longestLocal = 320;
const inAddress = `[^\\s<>()\\[\\]（）"${comma}${end}/／&＆`;

const pattern = new RegExp(
  [
    '(?<link>(?:https?://|www\\.)[^\\s,;|<>()]+)',
    `(?<end>[${end}])|(?<comma>[${comma}])`,
    `(?<group>${brackets.join('|')})`,
    `(?<address>${inAddress}@]{1,${longestLocal}}@${inAddress}]+)`,
    `(?<mark>[${mark}]|${signs})`,
    `(?<word>(?:(?!${brackets.join('|')}|${signs})[^\\s\\u200b\\ufeff${end}${comma}${mark}])+)`,
  ].join('|'),
  'giu',
);

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
