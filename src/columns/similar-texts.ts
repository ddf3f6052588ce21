// Finds the texts most similar to a given one, among many. Must not know fields or files.
import { lettersOf } from './fold.ts';
import { similarityOf, threshold } from './similarity.ts';

/**
 * The texts that are similar enough to a given one, at most `limit`, the most similar first. Undefined, and nothing was
 * compared, once the searches have taken too long in total.
 */
export type FindSimilar = (text: string, limit: number) => readonly string[] | undefined;

/** Finds what `similarTo` finds, but counts the letter pairs that texts have in common with an index, not text by text. */
export function createSimilarityIndex(texts: Iterable<string>, maxSteps = usualSteps): FindSimilar {
  const indexed = Array.from(texts, (text) => ({ text, pairs: numberedPairs(text).length }));
  const byPair = new Map<string, number[]>();
  indexed.forEach(({ text }, at) => {
    for (const pair of numberedPairs(text)) {
      const list = byPair.get(pair);
      if (list === undefined) byPair.set(pair, [at]);
      else list.push(at);
    }
  });
  const common = new Uint32Array(indexed.length);
  let steps = 0;
  return (text, limit) => {
    if (steps > maxSteps) return undefined;
    const lists = numberedPairs(text);
    common.fill(0);
    for (const pair of lists) {
      const list = byPair.get(pair) ?? [];
      steps += list.length;
      for (const at of list) common[at] = (common[at] ?? 0) + 1;
    }
    const similar: { readonly text: string; readonly similarity: number }[] = [];
    indexed.forEach((other, at) => {
      const similarity = similarityFrom(common[at] ?? 0, lists.length, other, text);
      if (similarity > threshold) similar.push({ text: other.text, similarity });
    });
    steps += indexed.length + similar.length * stepsPerHit;
    return similar
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, limit)
      .map((each) => each.text);
  };
}

/** `Zero lost cent` is `Zero lost cents`, but `Lightning talks 2` is not `Lightning talks 1`. */
export function isMisspelled(title: string, other: string): boolean {
  const numbers = (text: string) => (text.match(/\d+/g) ?? []).join(' ');
  return numbers(title) === numbers(other) && similarityOf(title, other) > misspelled;
}

const misspelled = 0.85;

/** A few seconds; 5000 texts among 5000 take half as much. */
const usualSteps = 500_000_000;
const stepsPerHit = 100;

function similarityFrom(
  common: number,
  pairs: number,
  other: { readonly text: string; readonly pairs: number },
  text: string,
): number {
  // All pairs of one text are in the other one if that has all of its words, which counts for more.
  if (common > 0 && common === Math.min(pairs, other.pairs)) return similarityOf(text, other.text);
  return (2 * common) / (pairs + other.pairs || 1);
}

/** The letter pairs of a text, or its only letter. The second `an` of `banana` differs from the first one, so that each counts once. */
function numberedPairs(text: string): readonly string[] {
  const word = lettersOf(text);
  if (word.length === 1) return [word];
  const seen = new Map<string, number>();
  return Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => {
    const pair = word.slice(at, at + 2);
    const before = seen.get(pair) ?? 0;
    seen.set(pair, before + 1);
    return `${pair}${before}`;
  });
}
