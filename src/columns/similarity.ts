// Computes how similar two texts are, for "did you mean". Must not know fields or files.
import { wordsOf } from './fold.ts';

/** The candidate most similar to a word, if any is similar enough. */
export function mostSimilar(word: string, candidates: Iterable<string>): string | undefined {
  return nearestOf(candidates)(word);
}

/**
 * Finds the text most similar to another one, if any is similar enough. The texts are prepared
 * once, for several searches.
 */
export function nearestOf(texts: Iterable<string>): (text: string) => string | undefined {
  let prepared: readonly Comparable[] | undefined;
  return (text) => {
    prepared ??= Array.from(texts, comparable);
    return ranked(comparable(text), prepared)[0];
  };
}

/** Up to `limit` candidates that are similar enough to a word, the most similar first. */
export function similarTo(
  word: string,
  candidates: Iterable<string>,
  limit: number,
): readonly string[] {
  return ranked(comparable(word), Array.from(candidates, comparable)).slice(0, limit);
}

function ranked(wanted: Comparable, candidates: readonly Comparable[]): readonly string[] {
  return candidates
    .filter((candidate) => isSimilar(wanted, candidate))
    .map((candidate) => ({
      text: candidate.text,
      similarity: similarityBetween(wanted, candidate),
    }))
    .sort((a, b) => b.similarity - a.similarity)
    .map(({ text }) => text);
}

/** Whether the only difference is the order of two adjacent letters: `paino` and `piano`. */
function hasExchanged(a: string, b: string): boolean {
  const at = a.split('').findIndex((letter, index) => letter !== b[index]);
  if (a.length < 5 || a.length !== b.length || at < 0) return false;
  return a.slice(0, at) + (a[at + 1] ?? '') + (a[at] ?? '') + a.slice(at + 2) === b;
}

/** Whether one of two words is likely to be meant by the other. */
function isSimilar(a: Comparable, b: Comparable): boolean {
  // In a short word, two letters that are exchanged leave few pairs.
  return similarityBetween(a, b) > threshold || hasExchanged(a.letters, b.letters);
}

/** From this similarity on, a word is likely to be meant. */
const threshold = 0.65;

/** A text that is prepared for many comparisons. */
export interface Comparable {
  readonly text: string;
  readonly words: readonly string[];
  readonly letters: string;
  /** Its pairs of letters, as numbers in order. */
  readonly pairs: Float64Array;
}

function comparable(text: string): Comparable {
  const words = wordsOf(text);
  const letters = words.join('');
  const pairs = Float64Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => {
    return letters.charCodeAt(at) * 0x10000 + letters.charCodeAt(at + 1);
  });
  return { text, words, letters, pairs: pairs.sort() };
}

/** From 0 to 1, by the words or the pairs of letters that two texts share. */
function similarityBetween(a: Comparable, b: Comparable): number {
  const [short, long] = a.letters.length <= b.letters.length ? [a, b] : [b, a];
  if (short.letters === '') return 0;
  if (short.letters === long.letters) return 1;
  const length = long.letters.length;
  if (hasWords(long, short.letters))
    return threshold + ((1 - threshold) * short.letters.length) / length;
  return (2 * commonPairs(short.pairs, long.pairs)) / (short.letters.length + length - 2 || 1);
}

/**
 * Whether some words of a text in a row are the other text; `Owner confirmed` does not have the
 * word `firm`.
 */
function hasWords({ words, letters }: Comparable, shorter: string): boolean {
  if (shorter.length < 4 || !letters.includes(shorter)) return false;
  let end = 0;
  const edges = new Set([0, ...words.map((word) => (end += word.length))]);
  for (let at = letters.indexOf(shorter); at >= 0; at = letters.indexOf(shorter, at + 1)) {
    if (edges.has(at) && edges.has(at + shorter.length)) return true;
  }
  return false;
}

/** The number of pairs that both have, each as often as in both. */
function commonPairs(one: Float64Array, other: Float64Array): number {
  let [common, at, otherAt] = [0, 0, 0];
  while (at < one.length && otherAt < other.length) {
    const difference = (one[at] ?? 0) - (other[otherAt] ?? 0);
    if (difference === 0) common += 1;
    if (difference <= 0) at += 1;
    if (difference >= 0) otherAt += 1;
  }
  return common;
}
