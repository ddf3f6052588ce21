// Finds names that are probably one room, written in two ways: with one letter more, less, different or swapped, or with other
// punctuation. Pure.
import { lettersOf, wordsOf } from '../columns/fold.ts';
import { foldKey } from '../contract/key.ts';

/** @returns finds the names that are similar to a given one, itself excepted */
export function createRoomIndex(names: Iterable<string>): (name: string) => readonly string[] {
  const byKey = new Map<string, Set<string>>();
  for (const name of names) {
    for (const key of keysOf(name)) byKey.set(key, (byKey.get(key) ?? new Set()).add(name));
  }
  return (name) => {
    // What hundreds of names have in common, such as numbered rooms, is no mistake.
    const others = new Set(keysOf(name).flatMap((key) => [...(byKey.get(key) ?? [])].slice(0, mostAlike)));
    return [...others].filter((other) => foldKey(other) !== foldKey(name) && isSimilar(name, other));
  };
}

const mostAlike = 100;

/** Similar names have one of these in common: their letters, all or all but one. */
function keysOf(name: string): readonly string[] {
  const all = lettersOf(name);
  if (all === '' || all.length > longestName) return [];
  return [all, ...Array.from(all, (_, at) => all.slice(0, at) + all.slice(at + 1))];
}

const longestName = 100;

/** Whether two names with a common key differ in no more. Not in a number or a short word: `Hall 1` and `Hall 2`, `Hall A` and `Hall B`. */
function isSimilar(a: string, b: string): boolean {
  if (lettersOf(a) === lettersOf(b)) return true;
  const [one, other] = [wordsOf(a), wordsOf(b)];
  const [words = '', ...more] = one.flatMap((word, at) => (word === other[at] ? [] : [`${word}${other[at]}`]));
  return one.length === other.length && more.length === 0 && words.length > 2 * shortWord && !/\d/.test(words);
}

const shortWord = 3;
