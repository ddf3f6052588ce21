// Computes how similar two headers are, for "did you mean". Must not know fields or files.
import { normalizeHeader, wordsOf } from './header.ts';

/** The candidate most similar to a word, if any is similar enough. */
export function mostSimilar(word: string, candidates: Iterable<string>): string | undefined {
  return similarTo(word, candidates, 1)[0];
}

/** Up to `limit` candidates that are similar enough to a word, the most similar first. */
export function similarTo(word: string, candidates: Iterable<string>, limit: number): readonly string[] {
  return Array.from(candidates, (candidate) => ({ candidate, similarity: similarityOf(word, candidate) }))
    .filter(({ similarity }) => similarity > threshold)
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

/** From this similarity on, a word is likely to be meant. */
export const threshold = 0.65;

/** From 0 to 1: the share of common letter pairs (Dice coefficient), or more if one text has all words of the other. */
export function similarityOf(a: string, b: string): number {
  const [short, long] = normalizeHeader(a).length <= normalizeHeader(b).length ? [a, b] : [b, a];
  const [shorter, longer] = [normalizeHeader(short), normalizeHeader(long)];
  if (shorter === '') return 0;
  if (shorter === longer) return 1;
  if (hasWords(long, longer, shorter)) return threshold + ((1 - threshold) * shorter.length) / longer.length;
  const pairs = pairsOf(longer);
  const common = pairsOf(shorter).filter((pair) => {
    const at = pairs.indexOf(pair);
    if (at >= 0) pairs.splice(at, 1);
    return at >= 0;
  });
  return (2 * common.length) / (shorter.length + longer.length - 2 || 1);
}

/** Whether some words of a text in a row are the other text; `Owner confirmed` does not have the word `firm`. */
function hasWords(long: string, longer: string, shorter: string): boolean {
  if (shorter.length < 4 || !longer.includes(shorter)) return false;
  const words = wordsOf(long);
  return words.some((_, from) => words.some((_, to) => words.slice(from, to + 1).join('') === shorter));
}

function pairsOf(word: string): string[] {
  return Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => word.slice(at, at + 2));
}
