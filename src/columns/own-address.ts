// Finds the addresses of the people in a column of names, by their headers: `Speaker 1 email` beside `Speaker 1 name`. Pure.
import { wordsOf } from './fold.ts';
import type { Meaning } from './vocabulary/terms.ts';
import { entriesOf } from './vocabulary/word-index.ts';

const nameMeanings: ReadonlySet<Meaning> = new Set(['name', 'fullName', 'firstName', 'lastName']);
const addressMeanings: ReadonlySet<Meaning> = new Set(['email']);

/** The columns whose headers call them the addresses of the same people as a column of names, in the same words. */
export function ownAddressColumns(nameHeader: string, headers: readonly string[]): readonly number[] {
  const owner = wordsBeside(nameMeanings, nameHeader);
  if (owner === '') return [];
  return headers.flatMap((header, index) => (wordsBeside(addressMeanings, header) === owner ? [index] : []));
}

/** The words of a header beside the most words that have one of the meanings together; empty if no words have it. */
function wordsBeside(meanings: ReadonlySet<Meaning>, header: string): string {
  const words = wordsOf(header);
  for (let count = words.length - 1; count > 0; count--) {
    for (let from = 0; from + count <= words.length; from++) {
      const joined = words.slice(from, from + count).join('');
      if (entriesOf(joined).some(({ meaning }) => meanings.has(meaning))) return words.toSpliced(from, count).join(' ');
    }
  }
  return '';
}
