// Recognizes UTF-8 text that was decoded in another encoding (`SofÃ­a`, `Sof√≠a`). It never changes
// a text. Pure.
import { upperCharacters } from './text.ts';

/** What explains a text. */
export interface Misdecoded {
  /** The first characters that show it, and what they are in UTF-8. */
  readonly given: string;
  readonly meant: string;
  /** The encoding as which the text was decoded. */
  readonly encoding: string;
}

/**
 * Undefined for any other text. The whole text must be UTF-8 once it is encoded again, and one of
 * its words must have a letter or a sign that people write: `CAFÉ’S` and `KESÄ…` also are UTF-8, of
 * letters that no word has.
 */
export function findMisdecoded(text: string): Misdecoded | undefined {
  for (const encoding of encodingsFor(text)) {
    const isPossible = encoding.suspicious.test(text);
    const misdecoded = isPossible ? misdecodedAs(encoding, text) : undefined;
    if (misdecoded !== undefined) return misdecoded;
  }
  return undefined;
}

/** Whether a text needs a closer look, which most texts do not. */
export function isSuspicious(text: string): boolean {
  return encodingsFor(text).some(({ suspicious }) => suspicious.test(text));
}

function misdecodedAs(encoding: Encoding, text: string): Misdecoded | undefined {
  const pieces = decode(text, encoding);
  const at = pieces?.findIndex((_, index) => isEvidence(pieces, index, encoding)) ?? -1;
  const evidence = pieces?.[at];
  if (evidence === undefined) return undefined;
  // Only ISO 8859-1 has no letters and signs between 80 and 9F.
  const isLatin1 = /[\u0080\u0082-\u008c\u008e\u0091-\u009c\u009e\u009f]/.test(text);
  return {
    ...evidence,
    encoding: encoding.name === western && isLatin1 ? 'iso-8859-1' : encoding.name,
  };
}

interface Encoding {
  readonly name: string;
  readonly bytes: ReadonlyMap<string, number>;
  /** A first byte of a character in UTF-8, and one that follows it. */
  readonly suspicious: RegExp;
}

const western = 'windows-1252';

/** The most common first: some texts are the same in two. */
const names = [western, 'windows-1250', 'macintosh', 'cp850', 'cp437', 'windows-1251'];

/** Created when a text first has a character beyond ASCII. */
let encodings: readonly Encoding[] | undefined;

function encodingsFor(text: string): readonly Encoding[] {
  if (!/[\u0080-\uffff]/.test(text)) return [];
  encodings ??= names.map(encodingOf);
  return encodings;
}

/** Windows-1252 also has the controls of ISO 8859-1. */
function encodingOf(name: string): Encoding {
  const same = Array.from({ length: name === western ? 0xa0 : 0x80 }, (_, code) => code);
  const bytes = new Map([
    ...same.map((code): [string, number] => [String.fromCharCode(code), code]),
    ...upperCharacters(name).map((character, at): [string, number] => [character, 0x80 + at]),
  ]);
  const between = (from: number, to: number) =>
    [...bytes].flatMap(([character, byte]) => (byte >= from && byte <= to ? character : []));
  const [first, next] = [between(0xc2, 0xf4), between(0x80, 0xbf)];
  return { name, bytes, suspicious: new RegExp(`[${first.join('')}][${next.join('')}]`) };
}

/** A character as it is in the text, and what it is in UTF-8. */
interface Piece {
  readonly given: string;
  readonly meant: string;
}

/** Undefined if the text cannot be encoded, or is no UTF-8 then. */
function decode(text: string, { bytes }: Encoding): readonly Piece[] | undefined {
  const characters = Array.from(text);
  const pieces: Piece[] = [];
  for (let at = 0; at < characters.length; at += pieces.at(-1)?.given.length ?? 1) {
    const length = lengthOf(bytes.get(characters[at] ?? '') ?? 0);
    const written = characters.slice(at, at + length);
    const encoded = written.flatMap((character) => bytes.get(character) ?? []);
    if (encoded.length < written.length) return undefined;
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

function isEvidence(pieces: readonly Piece[], at: number, { name }: Encoding): boolean {
  const { given = '', meant = '' } = pieces[at] ?? {};
  if (given.length === 1) return false;
  if (usualSigns.test(meant)) return true;
  if (given.length === 4) return /\P{Cn}/u.test(meant);
  const isOdd = name === western ? isInWord : isOddInWord;
  if (latin.test(meant)) return given.length === 3 || isOdd(pieces, at);
  // Letters of another script, next to each other.
  const next = pieces[at + 1];
  const isSameScript = given.length === 3 || blockOf(meant) === blockOf(next?.meant ?? '');
  return isForeign(pieces[at]) && isForeign(next) && isSameScript;
}

/** Alike for the letters of a script that have two bytes. */
function blockOf(letter: string): number {
  return Math.floor((letter.codePointAt(0) ?? 0) / 0x80);
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
  return /^[\p{L}\p{M}]$/u.test(piece.meant) && !unusual.test(piece.meant);
}

/** A sign that may be after a word. */
const wordEnd = /[\u00a0\u00ad’“”»›–—…™®©°²³¹·•†‡€]/;

/** Ukrainian words in capitals, as `СІРІ`, are historic letters and marks in UTF-8. */
const unusual =
  /[\p{Script=Latin}\p{Script=Inherited}\u0370-\u0385\u03cf-\u03ff\u0460-\u048f\u0492-\u052f]/u;

/**
 * Whether two characters that are a Latin letter in UTF-8 are none of a word: beside letters of
 * ASCII, they are no letters or in the wrong case, as in `Sof√≠a`, `M√ºller` and `MĂĽller`. A word
 * may begin with a capital letter and another one.
 */
function isOddInWord(pieces: readonly Piece[], at: number): boolean {
  const [first = '', second = ''] = pieces[at]?.given ?? '';
  if (/[à-ÿ]/.test(first)) return false;
  const [before, after] = [pieces[at - 1]?.meant ?? '', pieces[at + 1]?.meant ?? ''];
  if (/[a-z]/.test(before)) return true;
  const isCapital = /\p{Lu}/u.test(first);
  if (/[A-Z]/.test(before) && !isCapital) return true;
  if (!/^[a-z]/.test(after) || (isCapital && wordEnd.test(second))) return false;
  if (/[A-Z]/.test(before)) return true;
  const isLatin = isCapital && /\p{Script=Latin}/u.test(first);
  return !/\p{L}/u.test(before) && !(isLatin && /\p{L}/u.test(second));
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
  const endsWord = wordEnd.test(sign);
  // No alphabet has both Ã and another letter of Windows-1252 that is a sign here.
  if (capital === 'Ã' && !endsWord) return true;
  const beginsWord = !/\p{L}/u.test(before) && /^\p{Ll}/u.test(pieces[at + 1]?.meant ?? '');
  return beginsWord && !/[\u00a0’]/.test(sign) && (capital === 'Ã' || !endsWord);
}
