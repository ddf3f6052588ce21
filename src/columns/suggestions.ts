// Suggests fields for the columns that the vocabulary does not map: as a set, by their headers and their cells. Pure.

import { isAddressField } from '../contract/key.ts';
import { type Cells, isEmpty, lacksAddresses, misfitOf, resembles } from './evidence.ts';
import { isOfPlaces } from './name-evidence.ts';
import { type Comparable, comparable, similarityBetween, threshold } from './similarity.ts';
import type { FileKind } from './vocabulary/fields.ts';
import type { Meaning } from './vocabulary/terms.ts';
import { coreOf, headersFor, isKnown, meaningsIn } from './vocabulary.ts';

/** A column that may be suggested for a field. */
export interface FreeColumn {
  readonly index: number;
  readonly header: string;
  readonly cells: Cells;
}

export interface Suggestion {
  readonly index: number;
  readonly target: string;
  /** Whether the cells alone suggest it. */
  readonly isInCells: boolean;
  /** The other columns that may be meant as well, and are suggested for no other target. */
  readonly rivals: readonly number[];
}

export interface SuggestionOptions {
  readonly kind: FileKind;
  readonly columns: readonly FreeColumn[];
  /** The targets without a column. */
  readonly targets: readonly string[];
  /** The cells of the column of addresses, if there is one. */
  readonly addresses: Cells | undefined;
  /** By target, the rank that words must be more certain than; all words count if undefined. */
  readonly below?: Readonly<Record<string, number>>;
}

/** At most one target for each column and one column for each target, and none that excludes another. */
export function suggest({ columns, targets, ...search }: SuggestionOptions): readonly Suggestion[] {
  const possible = columns.flatMap((column) =>
    targets.flatMap((target) => {
      const likeness = likenessOf(column, target, search);
      return likeness === undefined ? [] : [{ index: column.index, target, ...likeness }];
    }),
  );
  const chosen: Omit<Suggestion, 'rivals'>[] = [];
  for (const { index, target, isInCells } of possible.sort((a, b) => b.likeness - a.likeness)) {
    const isFree = chosen.every((one) => one.index !== index && one.target !== target && !excludes(one.target, target));
    if (isFree) chosen.push({ index, target, isInCells });
  }
  const others = columns.filter(({ index }) => chosen.every((one) => one.index !== index));
  return chosen.map((one) => {
    const isRival = (column: FreeColumn) =>
      isNamed(column, one.target, search.kind) || likenessOf(column, one.target, search)?.isInCells === true;
    return { ...one, rivals: one.isInCells ? others.filter(isRival).map(({ index }) => index) : [] };
  });
}

/** A column with a weak word for a target, and the others that mean it less certainly. */
interface WeakMatch {
  readonly target: string;
  readonly rank: number;
  readonly isUnclear?: boolean;
  readonly rivals: readonly number[];
}

/** The columns of weak words that may not be meant: another column could fill the field, or the file shows another meaning. */
export function unclearMatches<Match extends WeakMatch>(
  weak: readonly Match[],
  {
    kind,
    chosen,
    targets,
    free,
    addresses,
  }: Pick<SuggestionOptions, 'kind' | 'addresses'> & {
    readonly chosen: ReadonlyMap<string, number>;
    readonly targets: ReadonlyMap<string, unknown>;
    readonly free: readonly FreeColumn[];
  },
): readonly Match[] {
  if (weak.length === 0) return [];
  const columns = free.filter(({ index }) => ![...chosen.values()].includes(index));
  const filled = [...chosen.keys()].filter((target) => weak.every((one) => one.target !== target));
  const open = [...targets.keys()].filter((target) => !filled.some((one) => one === target || excludes(one, target)));
  const below = Object.fromEntries(weak.map(({ target, rank }) => [target, rank]));
  const others = suggest({ kind, columns, targets: open, addresses, below });
  return weak.filter(
    ({ target, isUnclear, rivals }) => isUnclear || rivals.length > 0 || others.some((one) => one.target === target),
  );
}

/** Whether a header calls a column a name, and its cells may be names: `Preferred name` beside `Legal name`. */
function isNamed(column: FreeColumn, target: string, kind: FileKind): boolean {
  const { isKnown, meanings } = readingOf(column);
  const { cells } = column;
  if (target !== 'name' || isKnown || !meanings.has('name') || isEmpty(cells)) return false;
  return misfitOf(target, kind, cells) === undefined;
}

/** The columns that may fill a target, the most likely first; those whose cells do not fit are left out. */
export function rankColumns(
  target: string,
  { columns, ...search }: Omit<SuggestionOptions, 'targets'>,
): readonly FreeColumn[] {
  const { kind } = search;
  const possible = columns.filter(({ cells }) => misfitOf(target, kind, cells) === undefined);
  const withAddresses = possible.filter(({ cells }) => !isEmpty(cells) && !lacksAddresses(cells));
  const fitting = isAddressField(target) && withAddresses.length > 0 ? withAddresses : possible;
  const rankOf = (column: FreeColumn) =>
    // Any header is likelier than one that means something else.
    (likenessOf(column, target, search)?.likeness ?? 0) * 10 + (readingOf(column).isKnown ? 0 : 1);
  return fitting.toSorted((a, b) => rankOf(b) - rankOf(a));
}

/** Whether two targets cannot both have a column. */
export function excludes(one: string, other: string): boolean {
  return groups.some(
    ([whole, parts]) => (whole.test(one) && parts.test(other)) || (whole.test(other) && parts.test(one)),
  );
}

/** A whole, and the parts that replace it. */
const groups: readonly (readonly [whole: RegExp, parts: RegExp])[] = [
  [/^(name|speakers)$/, /(first|last)_name$/],
  [/^start$/, /^(date|time)$/],
];

interface Likeness {
  readonly likeness: number;
  readonly isInCells: boolean;
}

type Search = Omit<SuggestionOptions, 'columns' | 'targets'>;

function likenessOf(column: FreeColumn, target: string, search: Search): Likeness | undefined {
  const { cells } = column;
  const { kind, addresses } = search;
  if (misfitOf(target, kind, cells) !== undefined) return undefined;
  const isInCells = suggestsBy(column, target) && resembles(target, kind, cells, addresses);
  const inHeader = headerLikeness(column, target, search);
  const likeness = inHeader + (isInCells ? 1 : 0);
  return likeness === 0 ? undefined : { likeness, isInCells };
}

/** What a header says: read once, and compared with the words of many fields. */
interface Reading {
  readonly isKnown: boolean;
  readonly meanings: ReadonlySet<Meaning>;
  readonly whole: Comparable;
  readonly core: Comparable;
}

const readings = new WeakMap<FreeColumn, Reading>();

function readingOf(column: FreeColumn): Reading {
  const { header } = column;
  const reading = readings.get(column) ?? {
    isKnown: isKnown(header),
    meanings: meaningsIn(header),
    whole: comparable(header),
    core: comparable(coreOf(header)),
  };
  readings.set(column, reading);
  return reading;
}

/** Addresses can be those of anybody; a column of other cells is used as what its header says. */
function suggestsBy(column: FreeColumn, target: string): boolean {
  const { isKnown } = readingOf(column);
  return isAddressField(target) || (!isKnown && !isOfPlaces(column.header));
}

function headerLikeness(column: FreeColumn, target: string, { kind, below }: Search): number {
  const { isKnown, meanings, whole, core } = readingOf(column);
  if (isKnown || isAboutOther(meanings, target, kind)) return 0;
  const hasIds = containsIds(column.header);
  return wordsFor(target, kind, below?.[target]).reduce((best, word) => {
    // A column of ids resembles the names of other fields (`Speaker ID`) and never fills them.
    if (hasIds && !word.isOfIds) return best;
    const similarity = Math.max(similarityBetween(whole, word), similarityBetween(core, word));
    const isShort = Math.min(core.letters.length, word.text.length) < 5 && !whole.words.includes(word.letters);
    return similarity > (isShort ? certain : threshold) ? Math.max(best, similarity) : best;
  }, 0);
}

/** Two short words have many letters in common: `from` and `room`. */
const certain = 0.8;

/** Whether a header is about a person and the field about a talk, or the reverse. */
function isAboutOther(meanings: ReadonlySet<Meaning>, target: string, kind: FileKind): boolean {
  const isPersonal = kind === 'speakers' || /name$|email$|^speakers$/.test(target);
  if (kind !== 'speakers' && isPersonal) return false;
  return (isPersonal ? ofTalks : ofPeople).some((meaning) => meanings.has(meaning));
}

const ofPeople: readonly Meaning[] = [
  ...(['speaker', 'speakers', 'author', 'authors', 'submitter'] as const),
  ...(['jobTitle', 'role', 'company', 'biography'] as const),
];
const ofTalks: readonly Meaning[] = ['talk', 'talkTitle', 'submission', 'abstract', 'track', 'format', 'room'];

interface FieldWord extends Comparable {
  readonly text: string;
  readonly isOfIds: boolean;
}

/** By field, its name and its headers in all languages. */
const fieldWords = new Map<string, readonly FieldWord[]>();

function wordsFor(target: string, kind: FileKind, below?: number): readonly FieldWord[] {
  const key = `${kind} ${target} ${below}`;
  const prepared =
    fieldWords.get(key) ??
    [target, ...headersFor(target, kind, below)].map((text) => ({
      text,
      isOfIds: containsIds(text),
      ...comparable(text),
    }));
  fieldWords.set(key, prepared);
  return prepared;
}

function containsIds(header: string): boolean {
  return /(^|[\s_-])ids?$/i.test(header);
}
