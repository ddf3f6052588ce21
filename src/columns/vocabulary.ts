// Reads what the headers of a file mean, in any language of the vocabulary. Must not know cells.

import { isCreation } from '../contract/endpoint.ts';
import { fieldsOf } from '../contract/fields.ts';
import { endpointList, updateOf } from '../contract/index.ts';
import { isBreakMark } from './breaks.ts';
import { lettersOf } from './fold.ts';
import { plainHeader, readingsOf } from './header.ts';
import { compounds } from './vocabulary/compounds.ts';
import { type FileKind, kinds } from './vocabulary/fields.ts';
import { type Meaning, placingTerms } from './vocabulary/terms.ts';
import { type Entry, entriesOf, lesserWords } from './vocabulary/word-index.ts';

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
  return meanings.map((meaning, at) => {
    const hasBreaks = kind === 'sessions' || kind === 'talks';
    if (hasBreaks && isBreakMark(headers[at] ?? '')) return { target: 'service_session', rank: 1 };
    if (meaning === undefined || meaning === 'unclear') return meaning;
    return ranks.get(meaning);
  });
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

/** Whether a header means something, even if no field of this kind of file. */
export function isKnown(header: string, kind: FileKind): boolean {
  const meaning = meaningOf(header);
  return meaning !== undefined && (ranksOf(kind).has(meaning) || !isOfPlacing(meaning));
}

/** Elsewhere, what only autoplace reads is a word like any other: `Participants` may be the column of speakers. */
function isOfPlacing(meaning: Meaning): boolean {
  return placingTerms.some((term) => term === meaning);
}

/** The fields that files of this kind may have. */
export function fieldNames(kind: FileKind): readonly string[] {
  return Object.keys(kinds[kind]?.fields ?? {});
}

/** What each header means beside the others. */
function meaningsOf(headers: readonly string[], kind: FileKind): readonly (Meaning | 'unclear' | undefined)[] {
  const plain = withDistinctParts(headers).map(meaningOf);
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

/**
 * `1. Speaker` and `2. Speaker` are two speakers, and `Start (day 1)` and `Start (day 2)` two starts: numbers and remarks
 * that tell columns apart are made part of their words.
 */
function withDistinctParts(headers: readonly string[]): readonly string[] {
  // `Abstract (DE)` and `Abstract (EN)` mean the same: the user chooses one.
  const lesser = { ...lesserWords(), languages: new Set<string>() };
  const plain = headers.map((header) => lettersOf(plainHeader(header, lesser)));
  return headers.map((header, at) => {
    const isRepeated = plain.indexOf(plain[at] ?? '') !== plain.lastIndexOf(plain[at] ?? '');
    return isRepeated ? lettersOf(header) : header;
  });
}

/** What a header means alone; also one that says the same in two languages: `Vorname / First name`. */
export function meaningOf(header: string): Meaning | undefined {
  const whole = wholeMeaning(header);
  if (whole !== undefined) return whole;
  const [first, ...others] = header.split(/[/|\n]/).map(wholeMeaning);
  return others.length > 0 && others.every((other) => other === first) ? first : undefined;
}

function wholeMeaning(header: string): Meaning | undefined {
  for (const reading of readingsOf(header, lesserWords())) {
    const [first] = readingOf(reading);
    if (first !== undefined) return first.meaning;
  }
  return undefined;
}

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
