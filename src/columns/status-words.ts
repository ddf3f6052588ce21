// Reads the words of a column of decisions or replies as statuses. Must not know files.
import { quoted } from '../contract/amount.ts';
import { withoutAccents } from '../contract/key.ts';
import { normalForm } from '../contract/normal-form.ts';
import { type RecordStatus, statuses } from '../contract/statuses.ts';
import { UsageError } from '../errors.ts';
import { lettersOf } from './fold.ts';
import { isNo } from './marks.ts';
import { calledOff, deleted, takingPlace } from './vocabulary/breaks.ts';
import { decisionWords, openDecisions } from './vocabulary/decision-words.ts';
import { replyWords } from './vocabulary/reply-words.ts';
import { textsIn } from './vocabulary/text-list.ts';

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
  const ownWords = new Map(Object.entries(own).map(([word, status]) => [statusKey(word), status]));
  const ownStatuses = new Set(Object.values(own));
  return (word) => {
    const key = statusKey(word);
    return ownWords.get(key) ?? (ownStatuses.has(word) ? word : vocabularies[resource].get(key));
  };
}

/**
 * Whether the status of a row says that its session does not take place, also with a remark:
 * `Cancelled by speaker`, `Withdrawn - 3 May`. A question does not.
 */
export function isCalledOffStatus(word: string): boolean {
  const key = statusKey(word);
  const status = vocabularies.submissions.get(key);
  if (status === 'declined' || status === 'withdrawn') return true;
  const words = word.match(/[\p{L}\p{M}]+/gu)?.slice(0, mostWords) ?? [];
  return (
    !key.endsWith('?') && words.some((_, at) => isCalledOffWord(words.slice(0, at + 1).join(' ')))
  );
}

/** Whether a header means that speakers do not come: `Declined?`, `Absage`. */
export function isDeclinedHeader(header: string): boolean {
  const word = header.replace(/(?<![\s?？؟*:：])[\s?？؟*:：]+$/u, '');
  return !isNo(word) && vocabularies.speakers.get(statusKey(word)) === 'declined';
}

/** Whether a word says that a decision or a reply is still open: `Waitlisted`, `Maybe`. */
export function isOpenDecision(word: string): boolean {
  return openKeys.has(statusKey(word));
}

/** Whether a status is a decision, a reply, or says that a session is called off. */
export function isStatusWord(text: string): boolean {
  const key = statusKey(text);
  return isCalledOffStatus(text) || Object.values(vocabularies).some((words) => words.has(key));
}

/** Whether a text is a word for sessions that do not take place: `Cancelled`, `abgesagt`. */
export function isCalledOffWord(text: string): boolean {
  return calledOffKeys.has(statusKey(text));
}

/**
 * What the cells of a column say of its rows: `Withdrawn?`, `Cancelled` and `deleted_at` that talks
 * do not take place, `Active` and `Is published` that they do. Undefined for any other header.
 */
export function takingPlaceHeader(header: string): 'called_off' | 'active' | undefined {
  const key = lettersOf(header);
  const forms = [key, key.replace(/^is(?=.)/, '')];
  if (forms.some((form) => takingPlaceHeaders.has(form))) return 'active';
  const undated = forms.map((form) => form.replace(/(?:at|on)$/, ''));
  const isOff = [...forms, ...undated].some((form) => calledOffHeaders.has(form));
  const isWithdrawn = vocabularies.submissions.get(statusKey(header)) === 'withdrawn';
  return isOff || isWithdrawn ? 'called_off' : undefined;
}

/** Whether a word of {@link takingPlaceHeader} is one of several: `Withdrawn by the author`. */
export function hasCalledOffWord(header: string): boolean {
  const words = header.match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.some((word, at) => {
    const pair = words.slice(at, at + mostWords).join(' ');
    return takingPlaceHeader(word) === 'called_off' || isCalledOffWord(pair);
  });
}

/** Of a text that means that a session does not take place, before its remark. */
const mostWords = 2;

/**
 * The statuses that the user gives to words.
 * @throws {UsageError} if two of the words are compared as one
 */
export function readStatusMap(
  entries: readonly (readonly [word: string, status: string])[],
): Readonly<Record<string, string>> {
  const words = new Map<string, string>();
  for (const [word, status] of entries) {
    const earlier = words.get(statusKey(word));
    if (earlier !== undefined) {
      const flag = `--status-map ${quoted(`${word}=${status}`)}`;
      const same = `${quoted(earlier)} is the same word`;
      const clause = word === earlier ? 'the word is mapped twice' : same;
      throw new UsageError(`${flag}: ${clause}`, {
        fix: 'map each word once; case, accents, spaces and most punctuation do not count',
      });
    }
    words.set(statusKey(word), word);
  }
  return Object.fromEntries(entries);
}

/**
 * The form in which words of statuses are compared: without case, accents, spaces and punctuation,
 * but the signs and separators of numbers and grades, as in `-1`, `1.5`, `A+` and `4*`, those after
 * a word, as in `Accept-`, and a question mark, which makes a decision a question; a sign alone
 * without the selector of its presentation. A star after a word is a footnote.
 */
export function statusKey(word: string): string {
  const plain = normalForm(word, 'NFKD')
    .toLowerCase()
    .replace(/[\p{Pd}\u2212]/gu, '-');
  const letters = withoutAccents(plain).match(keyParts)?.join('') ?? '';
  const sign = () => word.trim().replace(/[\uFE0E\uFE0F]|[\u{1F3FB}-\u{1F3FF}]/gu, '');
  const key = letters || sign();
  return /[?？؟]/.test(word) ? `${key}?` : key;
}

/** A letter that is a word, as in `A-`. */
const grade = String.raw`(?<![\p{L}\p{M}])\p{L}\p{M}*(?![\p{L}\p{M}])`;

/** What counts of a word. A sign may have a space between it and its number: `- 1` is not `1`. */
const keyParts = new RegExp(
  [
    String.raw`\p{L}\p{M}*`,
    String.raw`\p{N}`,
    String.raw`(?<=(?:\p{N}|${grade})[ *+<=>-]{0,3})[*+<=>-]`,
    String.raw`[*+<=>-](?=[ *+<=>-]{0,3}(?:\p{N}|${grade}))`,
    String.raw`(?<=\p{N})[.,:/\u2044](?=\p{N})`,
    String.raw`(?<=[\p{L}\p{M}][ +<=>-]{0,3})[+-](?![ +<=>-]{0,3}[\p{L}\p{N}])`,
  ].join('|'),
  'gu',
);

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

const openKeys = new Set(textsIn(openDecisions).map(statusKey));
const calledOffKeys = new Set(textsIn(calledOff).map(statusKey));
const calledOffHeaders = new Set(textsIn(`${calledOff} | ${deleted}`).map(lettersOf));
const takingPlaceHeaders = new Set(textsIn(takingPlace).map(lettersOf));

/** Statuses by the words that mean them. @param words by language */
function vocabularyOf(
  { recommended }: RecordStatus,
  words: Readonly<Record<string, Meanings>>,
  signsOf: Meanings,
): ReadonlyMap<string, string> {
  const statusOf = new Map(recommended.map((status) => [statusKey(status), status]));
  for (const language of Object.values(words)) {
    for (const [status, list] of Object.entries(language)) {
      for (const word of textsIn(list)) statusOf.set(statusKey(word), status);
    }
  }
  for (const [status, list] of Object.entries(signsOf)) {
    for (const sign of list) statusOf.set(statusKey(sign), status);
  }
  return statusOf;
}
