// Owns an index of people by their names: it finds those with a name, and those with a similar one. Pure.
import { wordSpellings } from '../columns/fold.ts';
import { canBeSamePerson, isSame } from '../columns/same-person.ts';
import { similarityOf, threshold } from '../columns/similarity.ts';
import { foldKey, personKeys } from '../contract/key.ts';

/** People by their names. */
export function createNameIndex<Person>() {
  const byName = new Map<string, Named<Person>[]>();
  const byWord = new Map<string, Named<Person>[]>();
  let comparisons = 0;

  return {
    add(name: string, person: Person): void {
      const named = { name, person };
      for (const key of personKeys(name)) append(byName, key, named);
      for (const word of wholeWords(name)) append(byWord, word, named);
    },
    /** Those with this name. How it is written decides only between several. */
    find(name: string): readonly Person[] {
      const found = [...new Set(personKeys(name).flatMap((key) => byName.get(key) ?? []))];
      const exact = found.filter((each) => foldKey(each.name) === foldKey(name));
      return (exact.length > 0 ? exact : found).map(({ person }) => person);
    },
    /** Up to `limit` people with a similar name. */
    similar(name: string, limit: number): readonly Person[] {
      const similar: Person[] = [];
      for (const word of wholeWords(name)) {
        for (const each of byWord.get(word) ?? []) {
          if (similar.length >= limit || comparisons++ >= mostComparisons) return similar;
          if (!similar.includes(each.person) && isSimilar(name, each.name)) similar.push(each.person);
        }
      }
      return similar;
    },
  };
}

interface Named<Person> {
  readonly name: string;
  readonly person: Person;
}

// If many rows of a long file match nobody, it is another event's file, and candidates do not help.
const mostComparisons = 100_000;

/** Initials are left out: too many people have them. */
function wholeWords(name: string): ReadonlySet<string> {
  return new Set(
    wordSpellings(name)
      .flat()
      .filter(({ length }) => length > 1),
  );
}

/** Whether the names can be those of one person, or differ in the spelling of words, as `Michal` and `Michael` do. */
function isSimilar(one: string, other: string): boolean {
  if (canBeSamePerson(one, other)) return true;
  const left = [...wordSpellings(other)];
  const words = wordSpellings(one).filter((word) => {
    const at = left.findIndex((candidate) => isSame(word, candidate));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return (
    words.length === left.length &&
    words.every((word) => left.some((candidate) => similarityOf(word[0] ?? '', candidate[0] ?? '') > threshold))
  );
}

function append<Value>(index: Map<string, Value[]>, key: string, value: Value): void {
  const values = index.get(key);
  if (values === undefined) index.set(key, [value]);
  else values.push(value);
}
