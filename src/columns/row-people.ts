// Reads whom the cells of a row name, each cell once: people with their addresses, and what is
// doubtful in the cells. Must not know what the people are for. Pure.
import { isMasked } from '../contract/key.ts';
import { isAddress, withoutStar } from '../people/address.ts';
import { elementsCell, plainCell } from '../people/elements.ts';
import { fullName } from '../people/name.ts';
import { type CellPerson, type Doubt, type People, readPeople } from '../people/people.ts';
import { isNobody, isPlaceholder } from '../people/words.ts';
import type { MappedColumn } from './mapping.ts';
import type { PersonPart } from './table-spec.ts';

/** A cell that names a person, or several. */
export interface PersonCell {
  readonly column: MappedColumn;
  /** Trimmed; empty if the cell is. */
  readonly text: string;
  /** The elements of a list of the file: each names one person, whatever it contains. */
  readonly elements?: readonly string[] | undefined;
}

/** The cells of a row that name the same people. */
export type PersonCells = Readonly<Partial<Record<PersonPart, PersonCell>>>;

/** A person whom a row names. What is unknown is empty. */
export interface RowPerson {
  readonly name: string;
  readonly first: string;
  readonly last: string;
  readonly email: string | undefined;
  /** Of several people in numbered columns, from 1. */
  readonly number?: number | undefined;
}

/** What is wrong with the cells of people, or doubtful in them. */
export interface PeopleProblem {
  readonly column: string;
  readonly field: string;
  readonly code: PeopleCode;
  readonly message: string;
}

const unresolved = [
  'odd_address',
  'several_addresses',
  'several_people',
  'unclear_people',
] as const;

type PeopleCode =
  | (typeof unresolved)[number]
  | 'unclear_name'
  | 'odd_form'
  | 'no_name'
  | 'unclear_split'
  | 'beside_name';

/** Whether the people of the row are unknown, so that no record can be theirs. */
export function isUnresolved({ code }: Pick<PeopleProblem, 'code'>): boolean {
  return unresolved.some((each) => each === code);
}

export interface RowPeople {
  readonly people: readonly RowPerson[];
  /** The first address of the row, even if it is unknown whose it is. */
  readonly address: string | undefined;
  /** Whether ` / ` separates its addresses. */
  readonly isSlashed: boolean;
  readonly problems: readonly PeopleProblem[];
  /** What is wrong with others than the first ones, if only those become a record. */
  readonly otherProblems: readonly PeopleProblem[];
  /** Parts of the cell of names that can be read in several ways. */
  readonly doubts: readonly Doubt[];
}

/**
 * People of one role in two groups of cells.
 * @param areRecords whether each of them is one, so that what is wrong with the second matters
 */
export function mergePeople(first: RowPeople, second: RowPeople, areRecords: boolean): RowPeople {
  return {
    people: [...first.people, ...second.people],
    address: first.address ?? second.address,
    isSlashed: first.isSlashed || second.isSlashed,
    problems: areRecords ? [...first.problems, ...second.problems] : first.problems,
    otherProblems: areRecords ? [] : [...first.otherProblems, ...second.problems],
    doubts: [...first.doubts, ...second.doubts],
  };
}

/** @param needsNames whether several addresses without names are a problem */
export function readRowPeople(cells: PersonCells, needsNames: boolean): RowPeople {
  const problems: PeopleProblem[] = [];
  const report: Report = ({ column, text }, code, message) => {
    const [field = column.target] = column.fields;
    problems.push({ column: column.column, field, code, message: message(shown(text)) });
  };
  const names = readNames(cells, report);
  const addresses = readAddresses(cells.email, report);
  return {
    people: joinPeople(cells, { names, addresses, needsNames }, report),
    address: addresses.owners[0]?.email,
    isSlashed: /\s\/\s/.test(cells.email?.text ?? ''),
    problems,
    otherProblems: [],
    doubts: names.doubts,
  };
}

type Report = (cell: PersonCell, code: PeopleCode, message: (shown: string) => string) => void;

function isSomebody({ name, email }: RowPerson): boolean {
  return name !== '' || email !== undefined;
}

interface Names {
  readonly people: readonly RowPerson[];
  readonly doubts: readonly Doubt[];
  /** Whether it is unknown how many people the cells name. */
  readonly isUnclear: boolean;
}

const nobody: Names = { people: [], doubts: [], isUnclear: false };

/** Reads a column of whole names, or else those of their parts. */
function readNames({ name, first, last }: PersonCells, report: Report): Names {
  if (name !== undefined && name.text !== '') return readWholeNames(name, report);
  const parts = [first, last].filter((part) => part !== undefined);
  return parts.some(({ text }) => text !== '') ? readParts(first, last, report) : nobody;
}

function readWholeNames(cell: PersonCell, report: Report): Names {
  const read = readPeople(sourceOf(cell), cell.column.nameForm);
  const isUnclear = reportNames(cell, read, report);
  return { people: read.people.map(personOf), doubts: read.doubts, isUnclear };
}

/** @returns whether it is unknown how many people the cell names */
function reportNames(cell: PersonCell, read: People, report: Report): boolean {
  const { people, doubts, dropped } = read;
  const unclear = doubts.find(({ kind }) => kind === 'count');
  const odd = doubts.find(({ kind }) => kind === 'extent');
  if (unclear !== undefined)
    report(cell, 'unclear_people', () => canBeSeveral(shown(unclear.text)));
  else if (odd !== undefined) report(cell, 'unclear_name', isTakenAsOne);
  else if (doubts.some(({ kind }) => kind === 'comma')) report(cell, 'odd_form', isOdd(people));
  const named = people.filter((person) => person.name !== '');
  if (named.length > 0 && dropped.length > 0) {
    const list = dropped.map(shown).join(' and ');
    const are = dropped.length > 1 ? 'are' : 'is';
    report(cell, 'beside_name', () => `${list} beside the name ${are} not imported`);
  }
  for (const person of named) warnOfSplit(cell, person, report);
  return unclear !== undefined;
}

function warnOfSplit(cell: PersonCell, { first, last, ...person }: CellPerson, report: Report) {
  if (person.isSplitUnclear !== true) return;
  const parts = partsText(first, last);
  const advice = 'columns of first and last names decide it';
  const message = `${parts}: the last name may begin at another word; ${advice}`;
  report(cell, 'unclear_split', () => message);
}

function personOf({ name, first, last, email }: CellPerson): RowPerson {
  return { name, first, last, email };
}

const canBeSeveral = (text: string) => `${text} can be one person or several`;
const isOdd = (people: readonly CellPerson[]) => (text: string) => {
  const read = people.map(({ first, last }) => partsText(first, last)).join(' and ');
  return `${text} has another form than most names of the column, and is read as ${read}`;
};

/** `"Cy" + "Dee"` */
function partsText(first: string, last: string): string {
  return [first, last].filter(Boolean).map(shown).join(' + ');
}

const isTakenAsOne = (text: string) => `${text} is taken as one name`;

/** The columns of first and last names: lists of as many entries are as many people. */
function readParts(
  first: PersonCell | undefined,
  last: PersonCell | undefined,
  report: Report,
): Names {
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
  report: Report,
): Names {
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
  report: Report,
): readonly [first: string, last: string] {
  const filled = [first, last].filter((part) => part !== undefined && part.text !== '');
  const texts = filled.map((part) => part?.text ?? '');
  const isNobody = isPlaceholder(texts.join('')) || texts.every(isPlaceholder);
  const partOf = (part: PersonCell | undefined): string => {
    if (part === undefined || part.text === '') return '';
    if (part.column.isGuarded || part.elements !== undefined) return plainText(part);
    const isMissing = isPlaceholder(part.text) && !/^(x+|nn)$/i.test(part.text);
    if (!isNobody && !isMissing) return part.text;
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

/** The different addresses of a cell, each with the name beside it. */
interface Addresses {
  readonly owners: readonly RowPerson[];
  /** Undefined if the cell has nothing but an address. */
  readonly read?: People;
}

function readAddresses(cell: PersonCell | undefined, report: Report): Addresses {
  if (cell === undefined || cell.text === '' || isNobody(cell.text)) return { owners: [] };
  const { column } = cell;
  const text = withoutStar(cell.text);
  const asItIs: Addresses = { owners: [{ name: '', first: '', last: '', email: text }] };
  if (isAddress(text)) return asItIs;
  const read = readPeople(sourceOf(cell));
  const { people, dropped, doubts } = read;
  const owners = new Map<string, RowPerson>();
  for (const person of people) {
    const key = person.email?.toLowerCase();
    if (key !== undefined && !owners.has(key)) owners.set(key, personOf(person));
  }
  // `Ada Lovelace <ada@example.org>`, as some systems write an address (RFC 5322 §3.4).
  const isBare = nameAndAddress.test(text) || dropped.length + doubts.length === 0;
  const [owner] = owners.values();
  const isOne = owners.size === 1 && isBare && isAddress(owner?.email ?? '');
  if (owners.size > 1 || isOne) return { owners: [...owners.values()], read };
  if (isMasked(column.target, text)) return asItIs;
  report(cell, 'odd_address', () => `${shownAddress(text)} is not an e-mail address`);
  return asItIs;
}

const nameAndAddress = /^[^<>@]*<[^<>\s]+@[^<>\s]+>$/;

interface Found {
  readonly names: Names;
  readonly addresses: Addresses;
  readonly needsNames: boolean;
}

/** Gives names their addresses, if each has one. */
function joinPeople(cells: PersonCells, found: Found, report: Report): readonly RowPerson[] {
  const { names, needsNames } = found;
  const { owners: addresses, read } = found.addresses;
  const people = names.people.filter(isSomebody);
  if (people.length === 0) {
    const isNameless = addresses.some(({ name }) => name === '');
    if (addresses.length > 1 && needsNames && isNameless) reportAddresses(cells, addresses, report);
    if (names.isUnclear) return [];
    if (cells.email !== undefined && read !== undefined) reportNames(cells.email, read, report);
    warnOfNoName(cells, addresses, report);
    return addresses;
  }
  if (people.length === addresses.length && (people.length === 1 || !names.isUnclear)) {
    return people.map((person, at) => ({ ...person, email: addresses[at]?.email }));
  }
  const hasOwn = addresses.length === 0 && people.every(({ email }) => email !== undefined);
  if (hasOwn || (people.length === 1 && addresses.length === 0)) return people;
  if (people.length < 2) reportAddresses(cells, addresses, report);
  else if (!names.isUnclear) {
    const count = addresses.length;
    const have = `the row has ${count} address${count === 1 ? '' : 'es'}`;
    const cell = cells.name ?? cells.first ?? cells.last;
    if (cell !== undefined) {
      report(
        cell,
        'several_people',
        (text) => `${text} names ${people.length} people, and ${have}`,
      );
    }
  }
  return people;
}

function reportAddresses(
  { email }: PersonCells,
  { length }: readonly RowPerson[],
  report: Report,
): void {
  if (email === undefined || length < 2) return;
  report(email, 'several_addresses', (text) => `${text} contains ${length} addresses`);
}

function warnOfNoName(
  { name }: PersonCells,
  addresses: readonly RowPerson[],
  report: Report,
): void {
  if (name === undefined || name.text === '' || addresses.some((each) => each.name !== '')) return;
  report(name, 'no_name', (text) => `${text} is not a name; the record has none`);
}

/** The text of a cell as people are read from it. */
function sourceOf({ text, elements }: PersonCell): string {
  return elements === undefined ? text : elementsCell(elements);
}

function plainText({ text, elements }: PersonCell): string {
  return elements === undefined ? text : elements.join('; ');
}

function shown(text: string): string {
  const line = plainCell(text).replace(/\s+/g, ' ');
  return JSON.stringify(line.length > longestShown ? `${line.slice(0, longestShown)}…` : line);
}

/** With its invisible characters, which may be all that is wrong with it. */
function shownAddress(text: string): string {
  return shown(text).replace(/\p{Cf}/gu, (mark) => `\\u{${mark.codePointAt(0)?.toString(16)}}`);
}

const longestShown = 100;
