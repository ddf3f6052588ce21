// Recognizes UTF-8 text that was decoded as Windows-1252 or ISO 8859-1 (`SofÃ­a`). It never changes
// a text. Pure.

/** What explains a text. */
export interface Misdecoded {
  /** The first word that shows it, and what it is in UTF-8. */
  readonly word: string;
  readonly meant: string;
  /** The encoding as which the text was decoded. */
  readonly encoding: 'windows-1252' | 'iso-8859-1';
}

/**
 * Undefined for any other text. The whole text must be UTF-8 once it is encoded again, and one of
 * its words must have a letter or a sign that people write: `CAFÉ’S` and `KESÄ…` also are UTF-8, of
 * letters that no word has.
 */
export function findMisdecoded(text: string): Misdecoded | undefined {
  const pieces = isSuspicious(text) ? decode(text) : undefined;
  const at = pieces?.findIndex((_, index) => isEvidence(pieces, index)) ?? -1;
  if (pieces === undefined || at < 0) return undefined;
  const isSpace = ({ meant }: Piece) => /^[\t-\r ]$/.test(meant);
  const first = pieces.slice(0, at).findLastIndex(isSpace) + 1;
  const length = pieces.slice(at).findIndex(isSpace);
  const word = pieces.slice(first, length < 0 ? undefined : at + length);
  return {
    word: word.map(({ given }) => given).join(''),
    meant: word.map(({ meant }) => meant).join(''),
    // Only this encoding has no letters and signs between 80 and 9F.
    encoding: /[\u0080\u0082-\u008c\u008e\u0091-\u009c\u009e\u009f]/.test(text)
      ? 'iso-8859-1'
      : 'windows-1252',
  };
}

/**
 * The characters of Windows-1252 from 80 on; those that it lacks are controls, as browsers decode
 * them.
 */
const upper = Array.from(
  '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ',
  (character, index): [string, number] => [character, 0x80 + index],
);
const bytes = new Map(upper);

/** A first byte of a character in UTF-8, and one that follows it. */
const suspicious = new RegExp(
  `[Â-ô][\\u0080-\\u00bf${upper.map(([character]) => character).join('')}]`,
);

/** Whether a text needs a closer look, which most texts do not. */
export function isSuspicious(text: string): boolean {
  return suspicious.test(text);
}

function byteOf(character: string): number {
  return bytes.get(character) ?? character.charCodeAt(0);
}

/** A character as it is in the text, and what it is in UTF-8. */
interface Piece {
  readonly given: string;
  readonly meant: string;
}

/** Undefined if the text cannot be encoded, or is no UTF-8 then. */
function decode(text: string): readonly Piece[] | undefined {
  const characters = Array.from(text);
  const pieces: Piece[] = [];
  for (let at = 0; at < characters.length; at += pieces.at(-1)?.given.length ?? 1) {
    const written = characters.slice(at, at + lengthOf(byteOf(characters[at] ?? '')));
    const encoded = written.map(byteOf);
    if (encoded.some((byte) => byte > 0xff)) return undefined;
    const meant = Buffer.from(encoded).toString('utf8');
    if (meant.includes('\ufffd')) return undefined;
    pieces.push({ given: written.join(''), meant });
  }
  return pieces;
}

/** Of a character in UTF-8, by its first byte. */
function lengthOf(first: number): number {
  if (first < 0xc2) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

function isEvidence(pieces: readonly Piece[], at: number): boolean {
  const { given = '', meant = '' } = pieces[at] ?? {};
  if (given.length === 1) return false;
  if (given.length === 4 || usualSigns.test(meant)) return true;
  if (latin.test(meant)) return given.length === 3 || isInWord(pieces, at);
  // Letters of another script, next to each other.
  return isForeign(pieces[at]) && isForeign(pieces[at + 1]);
}

/** Quotation marks, dashes, an ellipsis, and the signs of the euro and of trademarks. */
const usualSigns = /[\u2010-\u2026\u20ac\u2122]/;

/**
 * Those of living alphabets, without phonetic ones: Western and Central European, Romanian and
 * Vietnamese.
 */
const latin = /[À-ÖØ-öø-ž\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u1e00-\u1eff]/;

function isForeign(piece: Piece | undefined): boolean {
  if (piece === undefined || piece.given.length === 1) return false;
  return /^[\p{L}\p{M}]$/u.test(piece.meant) && !/\p{Script=Latin}/u.test(piece.meant);
}

/**
 * Whether a letter of two bytes cannot be what it is in the text: a capital letter and a sign. Only
 * capital letters and the beginning of a word precede a capital one, and a sign that ends words may
 * follow it.
 */
function isInWord(pieces: readonly Piece[], at: number): boolean {
  const [capital = '', sign = ''] = pieces[at]?.given ?? '';
  const before = pieces[at - 1]?.meant ?? '';
  if (/\p{Ll}/u.test(before) || /[\u0080-\u009f]/.test(sign)) return true;
  const endsWord = /[\u00a0\u00ad’“”»›–—…™®©°²³¹·•†‡€]/.test(sign);
  // No alphabet has both Ã and another letter of Windows-1252 that is a sign here.
  if (capital === 'Ã' && !endsWord) return true;
  const beginsWord = !/\p{L}/u.test(before) && /^\p{Ll}/u.test(pieces[at + 1]?.meant ?? '');
  return beginsWord && !/[\u00a0’]/.test(sign) && (capital === 'Ã' || !endsWord);
}
