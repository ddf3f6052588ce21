// Owns how the server's language trims, measures and orders text. Must not know what a text means.

/** What Python's `str.strip` removes; JavaScript's `trim` removes another set. */
const SPACES = new Set(
  [...'\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000'].concat(
    Array.from({ length: 11 }, (_, step) => String.fromCodePoint(0x2000 + step)),
  ),
);

/** The text without the white space at its ends. */
export function strip(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && SPACES.has(text[from] ?? '')) from++;
  while (to > from && SPACES.has(text[to - 1] ?? '')) to--;
  return text.slice(from, to);
}

/** The number of code points, which is what limits count. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** Orders two texts by code points. */
export function compareText(left: string, right: string): number {
  const rest = [...right];
  for (const character of left) {
    const other = rest.shift();
    if (other === undefined) return 1;
    const difference = (character.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return rest.length === 0 ? 0 : -1;
}

/** Orders two lists of texts by their first difference. */
export function compareTexts(left: readonly string[], right: readonly string[]): number {
  for (const [index, text] of left.entries()) {
    const difference = compareText(text, right[index] ?? '');
    if (difference !== 0) return difference;
  }
  return 0;
}
