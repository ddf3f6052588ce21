// Decides whether two names can be those of one person. Must not know addresses. Pure.

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

function folded(letters: string): string {
  return letters
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßøłđæœþı]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/['’`´]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}

const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', þ: 'th', ı: 'i' },
};

/** The spellings of each word of a name. */
export function wordSpellings(name: string): readonly (readonly string[])[] {
  const [plain = [], expanded = plain] = spellingsOf(name).map((spelling) => spelling.split(' ').filter(Boolean));
  return plain.map((word, at) => [...new Set([word, expanded[at] ?? word])]);
}

/**
 * Whether two names differ at most in case, accents, order, initials and left out words: `Ann Muster`, `MUSTER, A.` and
 * `Ann` may be one person; `Ann Muster` and `Bo Muster` are two.
 */
export function canBeSamePerson(one: string, other: string): boolean {
  const [shorter, longer] = [wordSpellings(one), wordSpellings(other)].sort((a, b) => a.length - b.length) as [
    (readonly string[])[],
    (readonly string[])[],
  ];
  if (isSame(joined(shorter), joined(longer))) return true;
  const left = [...longer];
  // Whole words first, so that an initial does not take the word of another.
  return shorter
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .every((word) => {
      const at = left.findIndex((candidate) => isSame(word, candidate));
      const found = at >= 0 ? at : left.findIndex((candidate) => isInitialOf(word, candidate));
      if (found >= 0) left.splice(found, 1);
      return found >= 0;
    });
}

/** Whether two words, or two names, have a spelling in common. */
export function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.some((spelling) => other.includes(spelling));
}

function joined(words: readonly (readonly string[])[]): readonly string[] {
  return [words.map(([plain]) => plain).join(''), words.map((spellings) => spellings.at(-1)).join('')];
}

function isInitialOf(one: readonly string[], other: readonly string[]): boolean {
  return (lengthOf(one) === 1 || lengthOf(other) === 1) && one[0]?.charAt(0) === other[0]?.charAt(0);
}

function lengthOf([plain = '']: readonly string[]): number {
  return plain.length;
}
