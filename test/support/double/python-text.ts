// Owns how Python trims, measures, folds and orders text. Must not know what a text means.

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

/** What has an upper case of another letter, and is its own folded form. */
const UNFOLDED = new Set(['ı']);

/** The number of code points, which is what limits count. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** The text as Python's `str.casefold` returns it, by which the server compares without case. */
export function foldCase(text: string): string {
  if (/^\p{ASCII}*$/u.test(text)) return text.toLowerCase();
  let folded = '';
  for (const character of text) {
    folded += UNFOLDED.has(character)
      ? character
      : character.toLowerCase().toUpperCase().toLowerCase();
  }
  return folded;
}

/** Orders two texts by code points. */
export function compareText(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  let at = 0;
  while (at < shared && left[at] === right[at]) at++;
  if (at === shared) return left.length - right.length;
  return (left.codePointAt(at) ?? 0) - (right.codePointAt(at) ?? 0);
}

/** The rows in the order of their keys; of equal keys, as they were. */
export function sortedBy<R>(rows: readonly R[], keyOf: (row: R) => readonly string[]): R[] {
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  keyed.sort((left, right) => compareKeys(left.key, right.key));
  return keyed.map(({ row }) => row);
}

function compareKeys(left: readonly string[], right: readonly string[]): number {
  for (const [index, text] of left.entries()) {
    const difference = compareText(text, right[index] ?? '');
    if (difference !== 0) return difference;
  }
  return 0;
}
