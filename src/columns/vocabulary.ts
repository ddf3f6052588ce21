// Reads what the headers of a file mean, in any language of the vocabulary. Must not know cells.

import { isCreation } from '../contract/endpoint.ts';
import { fieldsOf } from '../contract/fields.ts';
import { endpointList, updateOf } from '../contract/index.ts';
import { lettersOf, wordsOf } from './fold.ts';
import { type FileKind, kinds } from './vocabulary/fields.ts';
import { compounds, type Meaning } from './vocabulary/terms.ts';
import { type Entry, entriesOf, isFiller } from './vocabulary/word-index.ts';

/** The field, or `name`, that a header means, and how certainly: 1 is the best rank. */
export interface KnownHeader {
  readonly target: string;
  readonly rank: number;
}

/**
 * For each header, what it means in a file of this kind: undefined if it is not in the vocabulary, and `unclear` if it is
 * and the other columns leave its meaning open.
 */
export function readHeaders(
  headers: readonly string[],
  kind: FileKind,
): readonly (KnownHeader | 'unclear' | undefined)[] {
  const ranks = ranksOf(kind);
  const meanings = meaningsOf(headers, kind);
  const hasTitles = meanings.includes('title') || meanings.includes('talkTitle');
  return meanings.map((meaning, at) => {
    const isSchedule = kind === 'sessions' || kind === 'talks';
    const header = lettersOf(headers[at] ?? '');
    if (isSchedule && isBreakMark(header)) return { target: 'service_session', rank: 1 };
    const namesBlock = blockTitles.includes(header) || (hasTitles && header === 'session');
    if (isSchedule && namesBlock) return { target: 'parent', rank: 2 };
    if (meaning === undefined || meaning === 'unclear') return meaning;
    return ranks.get(meaning);
  });
}

/** Of the title of the session that a paper is part of. Beside titles, `Session` is one of them. */
const blockTitles: readonly string[] = ['parentsession', 'parenttitle', 'parentsessiontitle'];

/** Whether a header is that of a column that marks breaks, as Sessionize has it. */
export function isBreakMark(header: string): boolean {
  return ['isservicesession', 'servicesession'].includes(lettersOf(header));
}

/** Whether a line of a table may be the header of this kind of file: two of its cells mean fields. */
export function isHeaderOf(cells: readonly string[], kind: FileKind): boolean {
  return headerFields(cells, kind).size > 1;
}

/** The fields that the cells of a line mean as headers. */
export function headerFields(cells: readonly string[], kind: FileKind): ReadonlySet<string> {
  const short = cells.filter((cell) => cell.trim() !== '' && cell.length <= longestHeader);
  const known = readHeaders(short, kind);
  return new Set(known.flatMap((each) => (each === undefined || each === 'unclear' ? [] : each.target)));
}

const longestHeader = 80;

/** The field that a header means if only an update can set it. */
export function updateOnlyField(header: string, kind: FileKind): string | undefined {
  const meaning = meaningOf(header);
  const known = kinds[kind]?.fields ?? {};
  return updateOnlyFields(kind).find(
    (field) =>
      lettersOf(field) === lettersOf(header) ||
      (meaning !== undefined && known[field]?.flat().includes(meaning) === true),
  );
}

/** Whether a header means something, even if no field. */
export function isKnown(header: string): boolean {
  return meaningOf(header) !== undefined;
}

/** The fields that files of this kind may have. */
export function fieldNames(kind: FileKind): readonly string[] {
  return Object.keys(kinds[kind]?.fields ?? {});
}

/** What each header means beside the others. */
function meaningsOf(headers: readonly string[], kind: FileKind): readonly (Meaning | 'unclear' | undefined)[] {
  const plain = headers.map(meaningOf);
  const present = new Set(plain);
  return plain.map((meaning) => {
    const found = kinds[kind]?.ambiguities.find(
      ({ meaning: ambiguous, beside, without }) =>
        ambiguous === meaning &&
        (beside === undefined || beside.some((other) => present.has(other))) &&
        !without?.some((other) => present.has(other)),
    );
    return found === undefined ? meaning : found.becomes;
  });
}

/** What a header means alone. */
export function meaningOf(header: string): Meaning | undefined {
  for (const reading of readingsOf(header)) {
    const [first] = readingOf(reading);
    if (first !== undefined) return first.meaning;
  }
  return undefined;
}

/** The readings of a header, normalized: as it is, without what forms add to it, and without fillers. */
function readingsOf(header: string): readonly string[] {
  const words = wordsOf(header.replace(number, '').replace(lengthRemark, ' '));
  // The last letter of `Room A` is its name, and no article.
  const isName = (word: string, at: number) => word.length === 1 && at > 0 && at === words.length - 1;
  const kept = words.filter((word, at) => isName(word, at) || !isFiller(word));
  return [...new Set([lettersOf(header), words.join(''), kept.join('')])].filter(Boolean);
}

/** `3. Name`, `12) Name` and `#3 Name` are `Name`; `Speaker 1: Name` is not. */
const number = /^\s*(?:#\d+|\(?\d+(?:\.\d+)*[.):、．）：])\s*(?=\D)/u;

/** On the length of an answer: `(max. 300 words)`. */
const lengthRemark = /[(（](?=[^()（）]*\p{L})[^()（）]*\d\d[^()（）]*[)）]/gu;

type Readings = Map<string, readonly Entry[]>;

/**
 * The meanings of normalized text: as one word, else as two nouns of one language, in either order.
 * @param known of the parts that were read: a noun that is repeated has as many divisions as there are subsets of its places
 */
function readingOf(text: string, known: Readings = new Map()): readonly Entry[] {
  const whole = entriesOf(text);
  if (whole.length > 0 || text.length > longestHeader) return whole;
  const found = known.get(text) ?? asTwoNouns(text, known);
  known.set(text, found);
  return found;
}

function asTwoNouns(text: string, known: Readings): readonly Entry[] {
  for (let at = 1; at < text.length; at++) {
    const [before, after] = [text.slice(0, at), text.slice(at)];
    // A letter, as in `Session A`, is a number and no noun.
    if (/^[a-z]$/.test(before) || /^[a-z]$/.test(after)) continue;
    const found = [...combine(entriesOf(before), after, known), ...combine(entriesOf(after), before, known)];
    if (found.length > 0) return found;
  }
  return [];
}

function combine(nouns: readonly Entry[], rest: string, known: Readings): readonly Entry[] {
  if (!nouns.some(({ meaning }) => compounds[meaning] !== undefined)) return [];
  const others = readingOf(rest, known);
  return nouns.flatMap(({ meaning, language }) =>
    others.flatMap((other) => {
      const together = other.language === language ? compounds[meaning]?.[other.meaning] : undefined;
      return together === undefined ? [] : [{ meaning: together, language }];
    }),
  );
}

function ranksOf(kind: FileKind): ReadonlyMap<Meaning, KnownHeader> {
  const ranks = new Map<Meaning, KnownHeader>();
  for (const [target, order] of Object.entries(kinds[kind]?.fields ?? {})) {
    order.forEach((meanings, at) => {
      for (const meaning of [meanings].flat()) ranks.set(meaning, { target, rank: at + 1 });
    });
  }
  return ranks;
}

/** Every field that an update can set and a creation cannot. */
export function updateOnlyFields(kind: FileKind): readonly string[] {
  const creation = endpointList.map(([, row]) => row).find((row) => row.resource === kind && isCreation(row));
  if (creation === undefined) return [];
  const created = new Set(fieldsOf(creation.body).map(({ name }) => name));
  return fieldsOf(updateOf(creation)?.body)
    .map(({ name }) => name)
    .filter((name) => !created.has(name));
}
