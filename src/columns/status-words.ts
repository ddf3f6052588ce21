// Reads the words of a column of decisions as statuses. Must not know files.
import { recommendedStatuses } from '../contract/text.ts';
import { lettersOf } from './fold.ts';
import { decisionSigns, decisionWords } from './vocabulary/decisions.ts';

/**
 * @param own words of the user and their statuses; they come before the vocabulary
 * @returns a function that returns the status that a word means; undefined for an unknown word
 */
export function statusReader(own: Readonly<Record<string, string>> = {}): (word: string) => string | undefined {
  const words = vocabulary();
  const given = new Map(Object.entries(own).map(([word, status]) => [statusKey(word), status]));
  const statuses = new Set(Object.values(own));
  return (word) => {
    const text = statusKey(word);
    return given.get(text) ?? (statuses.has(word) ? word : words.get(text));
  };
}

/** Whether a word means a status without any help of the user. */
export function isDecisionWord(word: string): boolean {
  return vocabulary().has(statusKey(word));
}

/** By the form in which words are compared; prepared when it is first needed. */
let known: ReadonlyMap<string, string> | undefined;

function vocabulary(): ReadonlyMap<string, string> {
  known ??= new Map(Array.from(allWords(), ([word, status]) => [statusKey(word), status]));
  return known;
}

function* allWords(): IterableIterator<readonly [word: string, status: string]> {
  for (const status of recommendedStatuses) yield [status, status];
  for (const language of Object.values(decisionWords)) {
    for (const [status, list] of Object.entries(language)) {
      for (const word of list.split('|')) yield [word.trim(), status];
    }
  }
  for (const [status, signs] of Object.entries(decisionSigns)) for (const word of signs) yield [word, status];
}

/**
 * The form in which words of statuses are compared: without case, accents, spaces and punctuation, but a question mark, which
 * makes a decision a question; a sign without the selector of its presentation.
 */
export function statusKey(word: string): string {
  const key = lettersOf(word) || word.trim().replace(/[\uFE0E\uFE0F]|[\u{1F3FB}-\u{1F3FF}]/gu, '');
  return /[?？]/.test(word) ? `${key}?` : key;
}
