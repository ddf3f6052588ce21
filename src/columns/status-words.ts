// Reads the words of a column of decisions or replies as statuses. Must not know files.
import { type RecordStatus, statuses } from '../contract/statuses.ts';
import { lettersOf } from './fold.ts';
import { calledOff } from './vocabulary/breaks.ts';
import { decisionWords } from './vocabulary/decision-words.ts';
import { replyWords } from './vocabulary/reply-words.ts';

/** What committees decide about, and who replies. */
export type DecidedResource = 'submissions' | 'speakers';

/**
 * @param own words of the user and their statuses; they come before the vocabulary
 * @returns a function that returns the status that a word means; undefined for an unknown word
 */
export function statusReader(
  resource: DecidedResource,
  own: Readonly<Record<string, string>> = {},
): (word: string) => string | undefined {
  const given = new Map(Object.entries(own).map(([word, status]) => [statusKey(word), status]));
  const ownStatuses = new Set(Object.values(own));
  return (word) => {
    const key = statusKey(word);
    return given.get(key) ?? (ownStatuses.has(word) ? word : vocabularies[resource].get(key));
  };
}

/** Whether the status of a row says that its session does not take place. */
export function isCalledOffStatus(word: string): boolean {
  const status = vocabularies.submissions.get(statusKey(word)) ?? '';
  return ['declined', 'withdrawn'].includes(status) || calledOffKeys.has(statusKey(word));
}

/**
 * The form in which words of statuses are compared: without case, accents, spaces and punctuation,
 * but a question mark, which makes a decision a question; a sign without the selector of its
 * presentation.
 */
export function statusKey(word: string): string {
  const sign = () => word.trim().replace(/[\uFE0E\uFE0F]|[\u{1F3FB}-\u{1F3FF}]/gu, '');
  const key = lettersOf(word) || sign();
  return /[?？؟]/.test(word) ? `${key}?` : key;
}

/** Words or signs by the statuses that they mean. */
type Meanings = Readonly<Record<string, string>>;

/** Signs, which have no letters to compare. */
const signs = {
  yes: '✓✔☑✅👍',
  no: '✗✘☒❌❎👎',
} as const;

const vocabularies: Readonly<Record<DecidedResource, ReadonlyMap<string, string>>> = {
  submissions: vocabularyOf(statuses.submissions, decisionWords, {
    accepted: signs.yes,
    declined: signs.no,
  }),
  speakers: vocabularyOf(statuses.speakers, replyWords, {
    confirmed: signs.yes,
    declined: signs.no,
  }),
};

const calledOffKeys = new Set(calledOff.split(/[|\n]/).map(statusKey));

/** Statuses by the words that mean them. @param words by language */
function vocabularyOf(
  { recommended }: RecordStatus,
  words: Readonly<Record<string, Meanings>>,
  signsOf: Meanings,
): ReadonlyMap<string, string> {
  const found = new Map(recommended.map((status) => [statusKey(status), status]));
  for (const language of Object.values(words)) {
    for (const [status, list] of Object.entries(language)) {
      for (const word of list.split(/[|\n]/)) found.set(statusKey(word), status);
    }
  }
  for (const [status, list] of Object.entries(signsOf)) {
    for (const sign of list) found.set(statusKey(sign), status);
  }
  return found;
}
