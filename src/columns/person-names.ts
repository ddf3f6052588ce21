// Reads the names of a row's people from their cells: whole names, or first and last names.
// Must not know addresses. Pure.
import { fullName } from '../people/name.ts';
import {
  type CellPerson,
  type NameDoubt,
  namesBeside,
  type People,
  readPeople,
} from '../people/people.ts';
import { withoutMarks } from '../people/tokens.ts';
import { isPlaceholder } from '../people/words.ts';
import {
  type PersonCell,
  type PersonCells,
  personOf,
  plainText,
  type ReportProblem,
  type RowPerson,
  sourceOf,
} from './person-cell.ts';
import { quoteCell } from './quote.ts';

export interface NamedPeople {
  readonly people: readonly RowPerson[];
  readonly doubts: readonly NameDoubt[];
  /** Whether it is unknown how many people the cells name. */
  readonly isUnclear: boolean;
}

const nobody: NamedPeople = { people: [], doubts: [], isUnclear: false };

/** Reads a column of whole names, or else those of their parts. */
export function readNames({ name, first, last }: PersonCells, report: ReportProblem): NamedPeople {
  if (name !== undefined && name.text !== '') return readWholeNames(name, report);
  const parts = [first, last].filter((part) => part !== undefined);
  return parts.some(({ text }) => text !== '') ? readParts(first, last, report) : nobody;
}

function readWholeNames(cell: PersonCell, report: ReportProblem): NamedPeople {
  const read = readPeople(sourceOf(cell), cell.column.nameForm);
  const isUnclear = reportNames(cell, read, report);
  // By `--names "first last, affiliation"`, it is known what is beside the names.
  const isKnown = cell.column.nameForm?.comma === 'affiliation';
  const doubts = isKnown ? read.doubts : [...read.doubts, ...namesBeside(read)];
  return { people: read.people.map(personOf), doubts, isUnclear };
}

/** @returns whether it is unknown how many people the cell names */
export function reportNames(cell: PersonCell, read: People, report: ReportProblem): boolean {
  const { people, doubts, dropped } = read;
  const unclear = doubts.find(({ kind }) => kind === 'count');
  const odd = doubts.find(({ kind }) => kind === 'extent');
  if (unclear !== undefined)
    report(cell, 'unclear_people', () => canBeSeveral(quoteCell(unclear.text)));
  else if (odd !== undefined) report(cell, 'unclear_name', isTakenAsOne);
  else if (doubts.some(({ kind }) => kind === 'comma')) report(cell, 'odd_form', isOdd(people));
  const named = people.filter((person) => person.name !== '');
  if (named.length > 0 && dropped.length > 0) {
    const list = dropped.map(quoteCell).join(' and ');
    const are = dropped.length > 1 ? 'are' : 'is';
    report(cell, 'beside_name', () => `${list} beside the name ${are} not imported`);
  }
  for (const person of named) warnOfSplit(cell, person, report);
  return unclear !== undefined;
}

function warnOfSplit(
  cell: PersonCell,
  { first, last, ...person }: CellPerson,
  report: ReportProblem,
) {
  if (person.isSplitUnclear !== true) return;
  const parts = partsText(first, last);
  const advice = 'columns of first and last names decide it';
  const message = `${parts}: the last name may begin at another word; ${advice}`;
  report(cell, 'unclear_split', () => message);
}

const canBeSeveral = (text: string) => `${text} can be one person or several`;
const isOdd = (people: readonly CellPerson[]) => (text: string) => {
  const read = people.map(({ first, last }) => partsText(first, last)).join(' and ');
  return `${text} has another form than most names of the column, and is read as ${read}`;
};

/** `"Cy" + "Dee"` */
function partsText(first: string, last: string): string {
  return [first, last].filter(Boolean).map(quoteCell).join(' + ');
}

const isTakenAsOne = (text: string) => `${text} is taken as one name`;

/** The columns of first and last names: lists of as many entries are as many people. */
function readParts(
  first: PersonCell | undefined,
  last: PersonCell | undefined,
  report: ReportProblem,
): NamedPeople {
  const firsts = entriesOf(first);
  const lasts = entriesOf(last);
  const count = Math.max(firsts.length, lasts.length);
  const hasEach = (part: PersonCell | undefined, entries: readonly string[]) =>
    part === undefined || entries.length === count;
  if (count > 1 && !(hasEach(first, firsts) && hasEach(last, lasts))) {
    const longer = firsts.length > 1 ? first : last;
    if (longer !== undefined) report(longer, 'several_people', namesSeveral);
    return { ...nobody, isUnclear: true };
  }
  if (count > 1) {
    const people = Array.from({ length: count }, (_, at) =>
      namedPerson(firsts[at] ?? '', lasts[at] ?? ''),
    );
    return { ...nobody, people };
  }
  return readOnePerson(first, last, report);
}

const namesSeveral = (text: string) => `${text} names several people`;

function readOnePerson(
  first: PersonCell | undefined,
  last: PersonCell | undefined,
  report: ReportProblem,
): NamedPeople {
  let isUnclear = false;
  for (const part of [first, last]) {
    if (part === undefined || !mayBeSeveral(part)) continue;
    if (part === first) report(part, 'unclear_people', canBeSeveral);
    else report(part, 'unclear_name', isTakenAsOne);
    isUnclear ||= part === first;
  }
  const [firstName, lastName] = withoutPlaceholders(first, last, report);
  return { ...nobody, people: [namedPerson(firstName, lastName)], isUnclear };
}

/** `Anna i Piotr` in a column of first names. */
function mayBeSeveral({ column, text, elements }: PersonCell): boolean {
  if (text === '' || column.isGuarded || elements !== undefined) return false;
  if (plainWords.test(text)) return false;
  return readPeople(text, { comma: 'unclear' }).doubts.some(({ kind }) => kind === 'count');
}

/** One or two words without signs, in scripts that write spaces between names. */
const plainWords = /^[\p{Lu}\p{Ll}\p{M}]+(?: [\p{Lu}\p{Ll}\p{M}]+)?$/u;

/**
 * First and last name without placeholders: both of `N.` and `N.`, and `TBA` beside `Ann`. `X` is
 * the family name of `Malcolm X`.
 */
function withoutPlaceholders(
  first: PersonCell | undefined,
  last: PersonCell | undefined,
  report: ReportProblem,
): readonly [first: string, last: string] {
  const filled = [first, last].filter((part) => part !== undefined && part.text !== '');
  const texts = filled.map((part) => part?.text ?? '');
  const isNobody = isPlaceholder(texts.join('')) || texts.every(isPlaceholder);
  const partOf = (part: PersonCell | undefined): string => {
    if (part === undefined || part.text === '') return '';
    if (part.column.isGuarded || part.elements !== undefined) return plainText(part);
    const isMissing = isPlaceholder(part.text) && !/^(x+|nn)$/i.test(part.text);
    if (!isNobody && !isMissing) return withoutMarks(part.text);
    report(part, 'no_name', (text) => `${text} is not a name, and is not imported`);
    return '';
  };
  return [partOf(first), partOf(last)];
}

function namedPerson(first: string, last: string): RowPerson {
  return { name: fullName(first, last), first, last, email: undefined };
}

/** The entries of a list. */
function entriesOf(part: PersonCell | undefined): readonly string[] {
  if (part === undefined) return [];
  if (part.elements !== undefined) return part.elements;
  return part.column.isGuarded ? [part.text].filter(Boolean) : listOf(part.text);
}

export function listOf(text: string): readonly string[] {
  return text
    .split(/[;|\n\r]+/)
    .map((entry) => entry.trim())
    .filter(Boolean);
}
