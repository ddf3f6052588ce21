// Owns the forms in which texts are compared that people write in different ways; each form has one purpose. Pure.

/** The words of a header, a title or the name of a room: letters and digits in lower case, without accents. */
export function wordsOf(text: string): readonly string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const letters = text.toLowerCase().normalize('NFKD').replace(accents, '').normalize('NFC');
  return letters.replace(undecomposed, (letter) => plainLetters[letter] ?? letter).match(words) ?? [];
}

/** The same as one word, because spaces and punctuation differ as well. */
export function lettersOf(text: string): string {
  return wordsOf(text).join('');
}

/** A date or time: without case, accents and compatibility forms, so that full-width digits and colons are plain ones. */
export function foldDateText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/ł/g, 'l').replace(/\s+/g, ' ').trim();
}

/**
 * A name in lower case, without accents and punctuation; with umlauts in both of their spellings: `Müller` is `muller` and
 * `mueller`. A name without umlauts has one spelling, because the `e` of `Michael` is a letter of its own.
 */
export function spellingsOf(name: string): readonly string[] {
  const letters = name.normalize('NFKD').toLowerCase();
  const plain = folded(letters);
  const expanded = folded(
    letters
      .replace(/([aou])\u0308/g, '$1e')
      .replace(/a\u030a/g, 'aa')
      .replace(/ø/g, 'oe'),
  );
  return plain === expanded ? [plain] : [plain, expanded];
}

/** The spellings of each word of a name. */
export function wordSpellings(name: string): readonly (readonly string[])[] {
  const [plain = [], expanded = plain] = spellingsOf(name).map((spelling) => spelling.split(' ').filter(Boolean));
  return plain.map((word, at) => [...new Set([word, expanded[at] ?? word])]);
}

function folded(letters: string): string {
  return letters
    .replace(/[\u0300-\u036f]/g, '')
    .replace(undecomposed, (letter) => plainLetters[letter] ?? letter)
    .replace(/['’`´]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}

// In other scripts a mark makes another letter: が is not か, and й is not и. Only ё and е are used alike.
const accents = /(?<=[\p{Script=Latin}\p{Script=Greek}]\p{M}*)\p{M}|(?<=е)\u0308/gu;

/** A mark is part of a word only after a letter. Elsewhere it is not text: the variation selector of an emoji, for example. */
const words = /(?:\p{L}\p{M}*|\p{N})+/gu;

const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', þ: 'th', ı: 'i' },
};

/** Letters that Unicode does not decompose. */
const undecomposed = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');
