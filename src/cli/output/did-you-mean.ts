// Finds the word that a mistyped one probably means. Must not word messages.
import { mostSimilar } from '../../columns/similarity.ts';

/** The candidate that has the most letters in common with a word, or else the one with the fewest slips of the keyboard. */
export function meantBy(word: string, candidates: Iterable<string>): string | undefined {
  const all = [...candidates];
  const similar = mostSimilar(word, all);
  if (similar !== undefined) return similar;
  const most = Math.min(2, Math.floor(word.length / 2.5));
  const close = all.map((candidate) => ({ candidate, slips: slipsBetween(word, candidate) }));
  return close.filter(({ slips }) => slips <= most).sort((a, b) => a.slips - b.slips)[0]?.candidate;
}

/** How many letters are missing, added, wrong or swapped with their neighbor (optimal string alignment distance). */
function slipsBetween(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= a.length; row++) {
    rows[row] = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const steps = [at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + (isSame ? 0 : 1)];
      rows[row]?.push(Math.min(...steps, ...(isSwapped ? [at(row - 2, column - 2) + 1] : [])));
    }
  }
  return at(a.length, b.length);
}
