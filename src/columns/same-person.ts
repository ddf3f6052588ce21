// Decides whether two names can be those of one person. Must not know addresses. Pure.

/** Words of a name in lower case, without accents and punctuation: `Müller` and `Mueller` are equal. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßøłđæœþı]/g, (letter) => letters[letter] ?? letter)
    .replace(/(?<=[aou])e/g, '')
    .replace(/['’`´]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}

const letters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'a', œ: 'o', þ: 'th', ı: 'i' },
};

/**
 * Whether two names differ at most in case, accents, order, initials and left out words: `Ann Muster`, `MUSTER, A.` and
 * `Ann` may be one person; `Ann Muster` and `Bo Muster` are two.
 */
export function canBeSamePerson(one: string, other: string): boolean {
  const [shorter, longer] = [one, other]
    .map((name) => foldName(name).split(' ').filter(Boolean))
    .sort((a, b) => a.length - b.length) as [string[], string[]];
  if (shorter.join('') === longer.join('')) return true;
  const left = [...longer];
  // Whole words first, so that an initial does not take the word of another.
  return shorter
    .toSorted((a, b) => b.length - a.length)
    .every((word) => {
      const at = left.indexOf(word);
      const found = at >= 0 ? at : left.findIndex((candidate) => isInitialOf(word, candidate));
      if (found >= 0) left.splice(found, 1);
      return found >= 0;
    });
}

function isInitialOf(one: string, other: string): boolean {
  return (one.length === 1 || other.length === 1) && one.charAt(0) === other.charAt(0);
}
