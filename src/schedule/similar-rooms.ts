// Finds names that are probably one room, written in two ways: with one letter more, less, different or swapped, or with other
// punctuation. Pure.
import { lettersOf, wordsOf } from '../columns/fold.ts';
import { foldKey } from '../contract/key.ts';

/** @returns finds the names that are similar to a given one, itself excepted */
export function createRoomIndex(names: Iterable<string>): (name: string) => readonly string[] {
  const byKey = new Map<string, Room[]>();
  for (const name of new Set(names)) {
    const room = roomOf(name);
    for (const key of keysOf(room)) {
      const alike = byKey.get(key) ?? [];
      // What hundreds of names have in common, such as numbered rooms, is no mistake.
      if (alike.length < mostAlike && alike.push(room) === 1) byKey.set(key, alike);
    }
  }
  return (name) => {
    const room = roomOf(name);
    const others = new Set(keysOf(room).flatMap((key) => byKey.get(key) ?? []));
    return [...others].filter((other) => isSimilar(room, other)).map((other) => other.name);
  };
}

const mostAlike = 100;

interface Room {
  readonly name: string;
  readonly folded: string;
  readonly letters: string;
  readonly words: readonly string[];
}

function roomOf(name: string): Room {
  return { name, folded: foldKey(name), letters: lettersOf(name), words: wordsOf(name) };
}

/** Similar names have one of these in common: their letters, all or all but one. */
function keysOf({ letters }: Room): readonly string[] {
  if (letters === '' || letters.length > longestName) return [];
  return [letters, ...Array.from(letters, (_, at) => letters.slice(0, at) + letters.slice(at + 1))];
}

const longestName = 100;

/** Whether two names with a common key differ in no more. Not in a number or a short word: `Hall 1` and `Hall 2`, `Hall A` and `Hall B`. */
function isSimilar(one: Room, other: Room): boolean {
  if (one.folded === other.folded) return false;
  if (one.letters === other.letters) return true;
  const [words = '', ...more] = one.words.flatMap((word, at) =>
    word === other.words[at] ? [] : [`${word}${other.words[at]}`],
  );
  const isOneWord = one.words.length === other.words.length && more.length === 0;
  return isOneWord && words.length > 2 * shortWord && !/\d/.test(words);
}

const shortWord = 3;
