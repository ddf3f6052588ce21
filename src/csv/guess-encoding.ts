// Guesses the encoding of a text by the words that it then has. Must not know CSV.
import { openDecoderOf } from './decoders.ts';

/**
 * The encoding in which the bytes make the most words; Windows-1252 if there is none. After it, those in which they make
 * almost as many in another script: few words of Hebrew are words of Cyrillic letters as well.
 */
export function guessEncodings(bytes: Uint8Array): readonly [best: string, ...others: string[]] {
  const scored = encodings.map((encoding) => ({ encoding, score: scoreOf(bytes, encoding) }));
  // The sort is stable: of equal scores, the more common encoding is first.
  const [best, ...others] = scored.sort((a, b) => b.score - a.score);
  if (best === undefined || best.score <= 0) return ['windows-1252'];
  const scriptIn = (encoding: string) => scriptsOf(openDecoderOf(encoding).decode(bytes, { stream: true }))[0];
  const found = new Map([[scriptIn(best.encoding), best.encoding]]);
  for (const { encoding } of others.filter(({ score }) => score >= Math.max(best.score * 0.95, fewest))) {
    const script = scriptIn(encoding);
    if (!found.has(script)) found.set(script, encoding);
  }
  return [best.encoding, ...[...found.values()].slice(1)];
}

/** One or two letters are letters in any script. */
const fewest = 3;

/** The most common first. */
const encodings = [
  ...['windows-1252', 'macintosh', 'windows-1250', 'iso-8859-2', 'windows-1251', 'koi8-r', 'koi8-u', 'ibm866'],
  ...['windows-1254', 'windows-1253', 'windows-1257', 'windows-1255', 'windows-1256'],
  ...['cp850', 'cp437', 'cp852', 'cp857', 'iso-8859-5'],
  ...['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr'],
];

/** The letters that languages have besides those of ASCII. One text is in one language, as a rule. */
const alphabets = [
  ...['äöüß', 'àâæçéèêëîïôœùûüÿ', 'áéíñóúü', 'àáâãçéêíóôõú', 'àèéìíòóùú', 'éèëïöüó', 'åäöéü', 'æøåéö', 'áðéíóúýþæö'],
  ...[
    'óąćęłńśźż',
    'áčďéěíňóřšťúůýž',
    'áäčďéíĺľňóôŕšťúýž',
    'áéíóöőúüű',
    'ăâîșțşţ',
    'čćđšž',
    'çğıöşüâ',
    'ąčęėįšųūž',
    'āčēģīķļņšūž',
    'äõöüšž',
  ],
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґ',
  'αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋ',
  'אבגדהוזחטיךכלםמןנסעףפץצקרשת',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءآأإؤئپچژگ',
].map((letters) => new Set(letters));

/** The most common characters of Chinese texts, and those of the names of columns, simplified and traditional. */
const commonHan = new Set(
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经姓名邮箱公司职位标题摘要演讲者简介单位房间开始结束电话王李张刘陈研究向是数据库和编译器论文大学院清华北京海浙江计算机软件网络系统技术开源社区运营长期从事架构师负责云平台教授程序设计管理服务应用分析智能新老高明小这為個國時來們對會發動過說產種後學經這於職標題講簡單間開結電話張劉陳',
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
    const isMixed = /[A-Za-z]/.test(word) || (/\p{Script=Hangul}/u.test(word) && /\p{Script=Han}/u.test(word));
    return isMixed ? -2 * characters.length : sum(asianScore);
  }
  if (scriptsOf(word).length > (/[A-Za-z]/.test(word) ? 0 : 1) && !isLatin(word)) return -2 * characters.length;
  const quotes = (word.match(/(?<=\p{L})’(?=\p{L})|^[“„«‘]|[”“»’…]$|^[–—]$/gu) ?? []).length;
  const symbols = (word.match(/[^\0-\x7f\p{L}\p{M}’“”„«»‘…–—\u00a0€]/gu) ?? []).length;
  // `РХГы`, `aÉe`
  const isCased = /\p{Ll}/u.test(word);
  const misplaced = isCased ? (word.match(/(?<=\p{L})[^\0-\x7f\P{Lu}]/gu) ?? []).length : 0;
  return 1.5 * quotes - 2 * symbols - 2 * misplaced;
}

function asianScore(character: string): number {
  if (/[\u3041-\u30ff\p{Script=Hangul}]/u.test(character)) return 1.2;
  if (/[\uff61-\uff9f]/.test(character)) return -0.5;
  if (/\p{Script=Han}/u.test(character)) return commonHan.has(character) ? 1.3 : 0.3;
  return 0;
}

/** Whether all letters are Latin. */
function isLatin(word: string): boolean {
  return !/[^\P{L}\p{Script=Latin}]/u.test(word);
}

/** The scripts of the letters beyond ASCII. */
function scriptsOf(text: string): readonly string[] {
  const letters = text.replace(/[\0-\x7f]/g, '');
  return scripts.filter(([, form]) => form.test(letters)).map(([script]) => script);
}

const scripts = ['Latin', 'Cyrillic', 'Greek', 'Hebrew', 'Arabic'].map(
  (script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const,
);
