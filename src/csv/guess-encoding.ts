// Guesses the encoding of a text by the words that it then has. Must not know CSV.
import { dosDecoder, type TextDecoderLike } from './dos-encodings.ts';

/** The encoding in which the bytes make the most words; Windows-1252 if there is none. */
export function guessEncoding(bytes: Uint8Array): string {
  const scored = encodings.map((encoding) => ({ encoding, score: scoreOf(bytes, encoding) }));
  // The sort is stable: of equal scores, the more common encoding is first.
  const [best] = scored.sort((a, b) => b.score - a.score);
  return best === undefined || best.score <= 0 ? 'windows-1252' : best.encoding;
}

/** A decoder that throws for bytes that are invalid in the encoding. @throws {RangeError} for an unknown encoding */
export function openDecoderOf(label: string): TextDecoderLike {
  return dosDecoder(label) ?? new TextDecoder(label, { fatal: true });
}

/** The most common first. */
const encodings = [
  ...['windows-1252', 'macintosh', 'windows-1250', 'iso-8859-2', 'windows-1251', 'koi8-r', 'ibm866'],
  ...['windows-1254', 'windows-1253', 'cp850', 'cp437', 'cp852'],
  ...['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr'],
];

/** The letters that languages have besides those of ASCII. One text is in one language, as a rule. */
const alphabets = [
  ...['äöüß', 'àâæçéèêëîïôœùûüÿ', 'áéíñóúü', 'àáâãçéêíóôõú', 'àèéìíòóùú', 'éèëïöüó', 'åäöéü', 'æøåéö', 'áðéíóúýþæö'],
  ...['óąćęłńśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'ăâîșțşţ', 'čćđšž', 'çğıöşüâ', 'ąčęėįšųūž'],
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґ',
  'αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋ',
].map((letters) => new Set(letters));

/** The most common characters of Chinese texts, and those of the names of columns, simplified and traditional. */
const commonHan = new Set(
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经姓名邮箱公司职位标题摘要演讲者简介单位房间开始结束电话王李张刘陈这為個國時來們對會發動過說產種後學經這於職標題講簡單間開結電話張劉陳',
);

function scoreOf(bytes: Uint8Array, encoding: string): number {
  try {
    // Outside a stream, Node reads 80 to 9F of Windows-1252 as control characters (nodejs/node#56542).
    const text = openDecoderOf(encoding).decode(bytes, { stream: true });
    const words = text.split(/[\0-,./:-@[-`{-\x7f]+/).filter((word) => /[^\0-\x7f]/.test(word));
    const letters = words.flatMap((word) => [...word.toLowerCase()].filter((letter) => letter > '\x7f'));
    const inLanguage = (alphabet: ReadonlySet<string>) => letters.filter((letter) => alphabet.has(letter)).length;
    return Math.max(...alphabets.map(inLanguage)) + words.map(shapeOf).reduce((sum, score) => sum + score, 0);
  } catch {
    return Number.NEGATIVE_INFINITY;
  }
}

/** How much a word looks like one, whatever its language. */
function shapeOf(word: string): number {
  const characters = [...word].filter((character) => character > '\x7f');
  const sum = (score: (character: string) => number) => characters.reduce((total, each) => total + score(each), 0);
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word)) {
    // A single letter of a Latin word, read together with the letter after it.
    return /[A-Za-z]/.test(word) ? -2 * characters.length : sum(asianScore);
  }
  if (
    new Set(
      characters
        .filter(isLetter)
        .map(scriptOf)
        .concat(/[A-Za-z]/.test(word) ? ['Latin'] : []),
    ).size > 1
  ) {
    return -2 * characters.length;
  }
  const quotes = (word.match(/(?<=\p{L})’(?=\p{L})|^[“„«‘]|[”“»’…]$|^[–—]$/gu) ?? []).length;
  const symbols = (word.match(/[^\0-\x7f\p{L}\p{M}’“”„«»‘…–—\u00a0€]/gu) ?? []).length;
  const misplaced = (word.match(/(?<=\p{Ll})[^\0-\x7f\P{Lu}]/gu) ?? []).length;
  return 1.5 * quotes - 2 * symbols - 2 * misplaced;
}

function asianScore(character: string): number {
  if (/[\u3041-\u30ff\p{Script=Hangul}]/u.test(character)) return 1.2;
  if (/[\uff61-\uff9f]/.test(character)) return -0.5;
  if (/\p{Script=Han}/u.test(character)) return commonHan.has(character) ? 1.3 : 0.3;
  return 0;
}

function isLetter(character: string): boolean {
  return /\p{L}/u.test(character);
}

function scriptOf(letter: string): string {
  return /\p{Script=Latin}/u.test(letter) ? 'Latin' : /\p{Script=Greek}/u.test(letter) ? 'Greek' : 'Cyrillic';
}
