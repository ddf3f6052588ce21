// Owns how headers are compared: what of a header carries meaning. Must not know fields or files.
import { lettersOf, wordsOf } from './fold.ts';

/** The words that may be left out of a header, normalized. */
export interface LesserWords {
  /** Articles, prepositions and possessives: `of`, `the`, `your`. */
  readonly fillers: ReadonlySet<string>;
  /** The same in scripts without spaces. */
  readonly particles: readonly string[];
  /** What forms add in parentheses or at the end: `optional`, `required`. */
  readonly remarks: ReadonlySet<string>;
  /** The codes of languages, which are remarks as well: `Abstract (EN)`. */
  readonly languages: ReadonlySet<string>;
  /** Beginnings of questions: `what is`. */
  readonly questions: readonly string[];
  /** What comes before the number of a question: `Q`, `question`. */
  readonly numbered: ReadonlySet<string>;
  /** Words for people: a remark that has one says whose data a column holds. */
  readonly isPerson: (word: string) => boolean;
}

/** The readings of a header, normalized: as it is, without what forms add to it, and without its lesser words. */
export function readingsOf(header: string, lesser: LesserWords): readonly string[] {
  const words = wordsOf(plainHeader(header, lesser));
  const question = lesser.questions.find((start) => words.join(' ').startsWith(`${start} `));
  const asked = question === undefined ? words : words.slice(question.split(' ').length);
  // The last letter of `Room A` is its name, and no article.
  const isName = (word: string, at: number) => word.length === 1 && at > 0 && at === asked.length - 1;
  const kept = asked.filter((word, at) => isName(word, at) || !lesser.fillers.has(word)).join('');
  const tight = lesser.particles.reduce((text, particle) => text.replaceAll(particle, ''), kept);
  return [...new Set([lettersOf(header), words.join(''), kept, tight])].filter(Boolean);
}

/** A header without its number and its remarks. */
export function plainHeader(header: string, lesser: LesserWords): string {
  return withoutRemarks(withoutNumber(header, lesser), lesser);
}

/** `3. Name`, `12) Name`, `Q3: Name` and `#3 Name` are `Name`; `Speaker 1: Name` is not. */
function withoutNumber(header: string, { numbered }: LesserWords): string {
  const [number = '', noun = ''] =
    /^\s*[(#]?\s*(\p{L}*)\.?\s?\d+(?:\.\d+)*\s*[.):、．）：–-]?\s*(?=\D)/u.exec(header) ?? [];
  const isNumber = noun === '' ? /[(#.):、．）：–-]/.test(number) : numbered.has(lettersOf(noun));
  return isNumber ? header.slice(number.length) : header;
}

/** Without remarks in parentheses or at the end: known ones, long ones, and those on the length of an answer. */
function withoutRemarks(header: string, { remarks, languages, isPerson }: LesserWords): string {
  const isRemark = (text: string) => {
    const words = wordsOf(text);
    if (words.some(isPerson)) return false;
    return (
      remarks.has(words.join('')) ||
      languages.has(words.join('')) ||
      /\d.*\p{L}|\p{L}.*\d/su.test(text) ||
      words.length > 3
    );
  };
  const inside = header.replace(/[([（［【][^()（）[\]［］【】]*[)\]）］】]/gu, (part) =>
    isRemark(part) ? ' ' : part,
  );
  const [, before = inside, after = ''] = /^(.+?)\s*(?:\s[-–—]\s|[:：,?\n])\s*(.+)$/su.exec(inside) ?? [];
  return isRemark(after) ? before : inside;
}
