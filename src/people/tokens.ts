// Divides a cell of people into words, separators, labels, addresses and parentheses. Must not know
// who is named. Pure.
import { isAddress, withoutStar } from './address.ts';
import { japaneseFamilies } from './east-asian-names.ts';
import { isEastAsian, isLowerParticle } from './name.ts';
import { conjunctions, furtherPeople, roles } from './words.ts';

export interface Token {
  /**
   * - `role`: the label of a known role, without its colon
   * - `end`: a semicolon, `、`, a line break or `|`
   * - `mark`: `/`, `&`, `+`, or a word such as "and" between names
   * - `group`: text in parentheses, a link, an emoji, or "et al."
   * - `colon`: it separates a name from an affiliation, as does a dash or `@` between spaces
   * - `note`: a part of an affiliation
   */
  readonly kind:
    | 'word'
    | 'role'
    | 'group'
    | 'address'
    | 'end'
    | 'mark'
    | 'comma'
    | 'colon'
    | 'note';
  /** Without the parentheses of a group, the angle brackets of an address, and outer stars. */
  readonly text: string;
  /** Where it is in the cell. */
  readonly from: number;
  readonly to: number;
}

/** Takes time in proportion to the length of the cell. */
export function tokenize(cell: string): readonly Token[] {
  const tokens: Token[] = [];
  /** The words of the name before a token. */
  let named = 0;
  for (const { 0: text, index: from, groups = {} } of cell.matchAll(pattern)) {
    const place: Place = { from, to: from + text.length };
    const kind = kinds.find((name) => groups[name] !== undefined) ?? 'group';
    if (kind === 'word') {
      const word = withoutMarks(text);
      const isColon = named > 1 && affiliationSign.test(word);
      if (word !== '') tokens.push({ kind: isColon ? 'colon' : kind, text: word, ...place });
      if (isColon) named = 0;
      // `山田太郎` has both names.
      else if (isEastAsian([word]) && word.length > 2) named += 2;
      else if (/\p{L}/u.test(word)) named++;
      continue;
    }
    if (kind !== 'group' && kind !== 'address') named = 0;
    if (kind === 'group' && groups.brackets !== undefined) {
      tokens.push(...bracketed(text.slice(1, -1).trim(), place));
    } else if (kind === 'address') tokens.push(addressToken(text, place));
    else if (kind === 'role') {
      tokens.push({ kind, text: text.replace(/(?<!\s)\s*[:：]$/, ''), ...place });
    } else tokens.push({ kind, text: text.trim(), ...place });
  }
  return tokens;
}

/**
 * Without the star of CMT, and the superscript digits and daggers of footnotes: `Moen¹`, `Moen†`.
 */
export function withoutMarks(word: string): string {
  return withoutOuterMarks.exec(word)?.[0] ?? '';
}

const footnotes = '*†‡§¶\\u00b9\\u00b2\\u00b3\\u2070\\u2074-\\u2079';

/** Greedy, so that it takes time in proportion to the length. */
const withoutOuterMarks = new RegExp(`[^${footnotes}](?:.*[^${footnotes}])?`, 's');

type Place = Pick<Token, 'from' | 'to'>;

/** A dash or `@` that is a word, after a name of two or more words. */
const affiliationSign = /^(?:\p{Pd}+|[@＠])$/u;

/** `(Uni North, ida@example.org)` is an affiliation and an address. */
function bracketed(inside: string, place: Place): readonly Token[] {
  if (/^[^\s@]+@\S+$/.test(inside)) return [addressToken(inside, place)];
  const parts = inside.includes('@') ? inside.split(/[\s,;]+/) : [];
  const [address, another] = parts.filter((part) => isAddress(withoutScheme(part)));
  if (address === undefined || another !== undefined) {
    return [{ kind: 'group', text: inside, ...place }];
  }
  const [text = ''] = withoutOuterSigns.exec(inside.replace(address, '')) ?? [];
  return [{ kind: 'group', text, ...place }, addressToken(address, place)];
}

const withoutOuterSigns = /[^\s,;/](?:.*[^\s,;/])?/s;

function addressToken(text: string, place: Place): Token {
  return { kind: 'address', text: withoutStar(withoutScheme(text)), ...place };
}

function withoutScheme(address: string): string {
  return address.replace(/^mailto:/i, '');
}

/** The kinds that the pattern names; any other part of it is a `group`. */
const kinds = ['role', 'end', 'comma', 'address', 'colon', 'mark', 'word'] as const;

const [end, comma, mark] = [';；、､\\u037e\\n\\r\\v\\u2028\\u2029|｜', ',，،', '/／&＆+＋'];
const han = '\\p{Script=Han}';

/** A pair of brackets, which may have others of its kind inside. */
const brackets = ['\\(\\)', '\\[\\]', '<>', '（）', '【】', '［］'].map((pair) => {
  const [open, close] = [pair.slice(0, pair.length / 2), pair.slice(pair.length / 2)];
  return `${open}(?:[^${pair}]|${open}[^${pair}]*${close})*${close}`;
});

/**
 * Between ideographs, `・` and `と` are signs: they are also letters inside of foreign names and of
 * names in hiragana. `和` is one in `王小明和李雷`, but not in `郑和`, `美和子` or `佐々木和歌子`.
 */
const signs = [
  `[・と](?<=${han}.)(?=${han})`,
  `[和与與](?<=${han}{2}.)(?<!(?<!${han})(?:${japaneseFamilies.join('|')}).)(?=${han}{2})`,
].join('|');

const emoji = '[\\p{Extended_Pictographic}\\p{Regional_Indicator}]';

/** What joins and changes them. */
const emojiMark = '[\\p{Emoji_Modifier}\\u200d\\ufe0f\\u20e3\\u{e0020}-\\u{e007f}]';

/** Between digits, as in `10:30`, it is a part of a word. */
const colon = ':(?!\\d)|：';

/** One of the texts, as whole words. */
const oneOf = (texts: readonly string[]) => {
  const escaped = texts.map((text) => text.replaceAll('.', '\\.').replaceAll(' ', '\\s+'));
  return `(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`;
};

const longestLocal = 320;
const inAddress = `[^\\s<>()\\[\\]（）"${comma}${end}/／&＆`;

const notInWord = [...brackets, signs, colon, emoji].join('|');

const pattern = new RegExp(
  [
    `(?<role>${oneOf(roles)}(?:\\(s\\))?(?:\\s?\\d{1,2})?\\s?(?:${colon}))`,
    `(?<further>${oneOf(furtherPeople)}(?=\\s*(?:[${end}${comma}]|$)))`,
    '(?<link>(?:https?://|www\\.)[^\\s,;|<>()]+)',
    `(?<emoji>${emoji}(?:${emoji}|${emojiMark})*)`,
    `(?<end>[${end}])|(?<comma>[${comma}])|(?<brackets>${brackets.join('|')})`,
    `(?<address>${inAddress}@]{1,${longestLocal}}@${inAddress}]+)`,
    `(?<colon>${colon})|(?<mark>[${mark}]|${signs})`,
    `(?<word>(?:(?!${notInWord})[^\\s\\u200b\\ufeff${end}${comma}${mark}])+)`,
  ].join('|'),
  'giu',
);

/**
 * Makes what is after the first comma of each person an affiliation, signs and commas included. In
 * a cell without commas, it is after `|`.
 */
export function withAffiliations(tokens: readonly Token[]): readonly Token[] {
  const hasCommas = tokens.some(({ kind }) => kind === 'comma');
  const all = hasCommas ? tokens : barsAs('comma', tokens);
  let isAfter = false;
  return all.map((token) => {
    const { kind } = token;
    if (kind === 'end') isAfter = false;
    if (kind === 'end' || kind === 'address') return token;
    if (isAfter) return { ...token, kind: 'note' };
    isAfter = kind === 'comma';
    return isAfter ? { ...token, kind: 'colon' } : token;
  });
}

/** With another kind for each `|`, which otherwise ends a person. */
export function barsAs(kind: Token['kind'], tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token) => (/^[|｜]$/.test(token.text) ? { ...token, kind } : token));
}

/**
 * The tokens of one person each, or of several whom signs and commas divide. One person ends at a
 * semicolon, at a line break and after an address, whatever the words are.
 */
export function segmentsOf(tokens: readonly Token[]) {
  const segments: { readonly role: string | undefined; readonly tokens: readonly Token[] }[] = [];
  let role: string | undefined;
  let segment: Token[] = [];
  const kindsIn = new Set<Token['kind']>();
  for (const token of tokens) {
    const { kind } = token;
    const isDivider = kind === 'mark' || kind === 'comma';
    const endsPerson = isDivider || kind === 'address' || (kind === 'word' && kindsIn.has('word'));
    const isEnd = kind === 'end' || kind === 'role';
    if (isEnd || (endsPerson && kindsIn.has('address') && !kindsIn.has('colon'))) {
      segments.push({ role, tokens: segment });
      segment = [];
      kindsIn.clear();
    }
    if (isEnd) {
      role = kind === 'role' ? token.text : undefined;
    } else if (!isDivider || segment.length > 0) {
      segment.push(token);
      kindsIn.add(kind);
    }
  }
  segments.push({ role, tokens: segment });
  return segments.filter((segment) => segment.tokens.length > 0);
}

/**
 * Marks the words that mean "and" between the words of a segment, and before those of a further
 * one. Of `Karl von und zu Berg`, it is a part of the name.
 * @param place whether the cell of the segment has letters in lower case, and begins with it
 */
export function withConjunctions(
  tokens: readonly Token[],
  { hasLowerCase, isFirst }: { readonly hasLowerCase: boolean; readonly isFirst: boolean },
): readonly Token[] {
  return tokens.map((token, at) => {
    const { kind, text } = token;
    if (kind !== 'word' || at === tokens.length - 1) return token;
    const isLower = text === text.toLowerCase();
    const isWritten = at > 0 ? isLower || !hasLowerCase : isLower && !isFirst;
    if (!isWritten || !conjunctions.has(text.toLowerCase())) return token;
    const isInName = [tokens[at - 1], tokens[at + 1]].every((beside) => {
      return beside?.kind === 'word' && isLowerParticle(beside.text);
    });
    return isInName ? token : { ...token, kind: 'mark' };
  });
}

export function divide(
  tokens: readonly Token[],
  kind: Token['kind'],
): readonly (readonly Token[])[] {
  const pieces: Token[][] = [[]];
  for (const token of tokens) {
    if (token.kind === kind) pieces.push([]);
    else pieces.at(-1)?.push(token);
  }
  return pieces.filter((piece) => piece.length > 0);
}
