// Reads the people of a row from the cells of its addresses and names: one, or several who belong to separate records. Pure.
import { isMasked } from '../contract/key.ts';
import { fitsName, isAddress, ownerOf } from './address.ts';
import { cellText, type Fields, readCell } from './cell.ts';
import type { MappedColumn, Mapping } from './mapping.ts';
import { type CellPerson, readPeople } from './people.ts';
import { readPeopleBeside } from './people-beside.ts';
import { fullName, type Name } from './person-name.ts';

/** What is wrong with the cells of people, or doubtful in them. */
export interface PeopleFault {
  readonly field: string;
  readonly code:
    | 'odd_address'
    | 'several_addresses'
    | 'several_people'
    | 'unclear_people'
    | 'unclear_name'
    | 'no_name'
    | 'unknown_speaker';
  readonly message: string;
}

export interface RowPeople {
  /** The row cannot be imported as it is. */
  readonly faults: readonly PeopleFault[];
  /** To be shown; the row is imported. */
  readonly warnings: readonly PeopleFault[];
  /** Titles, degrees, companies, pronouns and other text, which are not part of a name. */
  readonly dropped: readonly string[];
  /** The name of the row's person, if nothing shows where its family name begins. */
  readonly unclearSplit?: Name | undefined;
}

/** The columns of one kind of person: a speaker or a submitter. */
export interface PeopleColumns {
  readonly email: MappedColumn | undefined;
  /** Of full names. */
  readonly name: MappedColumn | undefined;
  readonly first: MappedColumn | undefined;
  readonly last: MappedColumn | undefined;
  /** Each record is about one person; otherwise it has one, the submitter. */
  readonly isRecord: boolean;
}

export function peopleColumns({ mapped }: Mapping): PeopleColumns {
  const of = (end: string) =>
    mapped.find(({ fields: [field = '', ...others] }) => others.length === 0 && field.endsWith(end));
  const email = of('email');
  return {
    email,
    name: mapped.find(({ target }) => target === 'name'),
    first: of('first_name'),
    last: of('last_name'),
    isRecord: email?.target === 'email',
  };
}

export interface PeopleRules {
  /** Any text is taken as an address. */
  readonly allowsOdd?: boolean | undefined;
}

/** @param fields that were read from the cells */
export function readRowPeople(
  cells: readonly string[],
  fields: Fields,
  columns: PeopleColumns,
  { allowsOdd = false }: PeopleRules,
): RowPeople {
  const { email, name, first, last, isRecord } = columns;
  const faults: PeopleFault[] = [];
  const warnings: PeopleFault[] = [];
  const address = email === undefined ? '' : readCell(email, cells);
  const isUsual = address === '' || isAddress(address);
  const addresses = isUsual || email === undefined ? 1 : addressesOf(email, cells).length;
  const field = email?.target ?? 'email';
  if (!allowsOdd && addresses > 1) {
    faults.push({ field, code: 'several_addresses', message: `${shown(address)} contains ${addresses} addresses` });
  } else if (!allowsOdd && !isUsual && !isMasked(field, address)) {
    faults.push({ field, code: 'odd_address', message: `${shown(address)} is not an e-mail address` });
  }
  const placeholders: { readonly field: string; readonly text: string }[] = [];
  for (const part of [first, last]) {
    const text = part === undefined ? '' : cellText(part, cells);
    if (part === undefined || text === '') continue;
    if (/[;\n|]/.test(text)) {
      faults.push({ field: part.target, code: 'several_people', message: `${shown(text)} names several people` });
    }
    // Of a placeholder such as TBA.
    if (fields[part.target] === undefined) placeholders.push({ field: part.target, text: shown(text) });
  }
  const [placeholder] = placeholders;
  if (placeholder !== undefined) {
    const texts = [...new Set(placeholders.map(({ text }) => text))];
    const message = `${texts.join(' and ')} is not a name, and is not imported`;
    warnings.push({ field: placeholder.field, code: 'no_name', message });
  }
  const source = name ?? namedAddress(columns, cells);
  if (source === undefined || (name === undefined && faults.length > 0)) return { faults, warnings, dropped: [] };
  const text = cellText(source, cells);
  const [nameField = ''] = source.fields;
  const { people, doubts, dropped } = readPeopleBeside(text, address, source.nameForm);
  const doubt = doubts.find(({ kind }) => kind === 'count') ?? doubts.find(({ kind }) => kind === 'extent');
  const chosen = people.length > 1 && !isRecord ? ownerOf(address, people) : undefined;
  if (chosen !== undefined) {
    const message = `${shown(text)} names ${people.length} people; the address is that of ${chosen.name}`;
    warnings.push({ field: nameField, code: 'several_people', message });
  } else if (people.length > 1 && addresses < 2) {
    faults.push({
      field: nameField,
      code: 'several_people',
      message: `${shown(text)} names ${people.length} people`,
    });
  } else if (doubt?.kind === 'count') {
    faults.push({ field: nameField, code: 'unclear_people', message: `${shown(text)} can be one person or several` });
  } else if (doubt !== undefined) {
    warnings.push({ field: nameField, code: 'unclear_name', message: `${shown(text)} is taken as one name` });
  }
  const hasName = people.some((person) => person.name !== '');
  if (text !== '' && !hasName && source === name) {
    warnings.push({ field: nameField, code: 'no_name', message: `${shown(text)} is not a name; the record has none` });
  }
  const others = hasName ? [...dropped, ...people.flatMap((person) => person.pronouns ?? [])] : [];
  const one = people.length === 1 ? people[0] : chosen;
  return { faults, warnings, dropped: others, ...(one?.isSplitUnclear && { unclearSplit: one }) };
}

/** The column of addresses, if its cell is the only one that names the person: `Ann Muster <ann@example.org>`. */
function namedAddress({ email, first, last }: PeopleColumns, cells: readonly string[]): MappedColumn | undefined {
  if (email === undefined || first !== undefined || last !== undefined) return undefined;
  return cellText(email, cells).includes('<') ? email : undefined;
}

/** A row that names several people, with what each of them has. */
export interface Division {
  /** The cells of a row for each person; of a submission, only those of the first one, who is the submitter. */
  readonly rows: readonly (readonly string[])[];
  /** The other people of a submission: their names, or else their addresses. */
  readonly others: readonly string[];
}

/**
 * Divides a row if each of its people has an address: `Ann <a@x.org>, Bo <b@x.org>`, or a list of names beside a list of
 * addresses. Undefined for a row of one person, and if it is unknown who has which address.
 */
export function divideRow(cells: readonly string[], columns: PeopleColumns, mapping: Mapping): Division | undefined {
  const people = ownersOf(cells, columns);
  if (people === undefined) return undefined;
  if (columns.isRecord) {
    return {
      rows: people.map(({ own }, at) => withCells(cells, mapping, columns, people.length, at, own)),
      others: [],
    };
  }
  const [submitter, ...others] = people;
  const first = [...cells];
  for (const [column, text] of submitter?.own ?? []) first[column.index] = text;
  return { rows: [first], others: others.map(({ label }) => label) };
}

interface Person {
  /** The cells that are about this person alone. */
  readonly own: readonly (readonly [MappedColumn, string])[];
  /** The name, or else the address. */
  readonly label: string;
}

function ownersOf(cells: readonly string[], columns: PeopleColumns): readonly Person[] | undefined {
  const { email, name, isRecord } = columns;
  if (email === undefined) return undefined;
  const address = readCell(email, cells);
  // Most rows have one address; then nothing else has to be read.
  if (isAddress(address) || (address === '' && name === undefined)) return undefined;
  const source = address === '' && name !== undefined ? name : email;
  const owners = addressesOf(source, cells);
  // An address beside a name has to be moved to its column.
  if (owners.length < (source === email ? 2 : 1)) return undefined;
  const names = namesOf(columns, cells);
  if (names === undefined) {
    if (isRecord && owners.some((owner) => owner.name === '')) return undefined;
    return owners.map(({ name: own, address }) => ({
      own: [[email, own === '' ? address : `${own} <${address}>`]],
      label: own || address,
    }));
  }
  const isComplete = names.length === owners.length || (names.length === 1 && !isRecord);
  if (!isComplete || isCrossed(names, owners)) return undefined;
  return owners.map(({ address }, at) => ({
    own: [[email, address], ...(names[at]?.cells ?? [])],
    label: fullName(names[at]?.first ?? '', names[at]?.last ?? '') || address,
  }));
}

interface Owner {
  readonly address: string;
  /** From `Name <address>`. */
  readonly name: string;
}

/** The different addresses of a cell. */
function addressesOf(column: MappedColumn, cells: readonly string[]): readonly Owner[] {
  const text = readCell(column, cells);
  if (text === '' || isAddress(text)) return text === '' ? [] : [{ address: text, name: '' }];
  const owners = new Map<string, Owner>();
  for (const { email, name } of readPeople(cellText(column, cells)).people) {
    if (email !== undefined && !owners.has(email.toLowerCase()))
      owners.set(email.toLowerCase(), { address: email, name });
  }
  return [...owners.values()];
}

interface NamedPerson {
  readonly first: string;
  readonly last: string;
  /** The cells that hold the name of this person alone. */
  readonly cells: readonly [MappedColumn, string][];
}

/** The people in the columns of names; undefined if there are none or they are unclear. An empty list if it is unclear who they are. */
function namesOf({ name, first, last }: PeopleColumns, cells: readonly string[]): readonly NamedPerson[] | undefined {
  if (name !== undefined && cellText(name, cells) !== '') {
    const { people, doubts } = readPeople(cellText(name, cells));
    if (doubts.some(({ kind }) => kind !== 'pair')) return [];
    return people.map((person) => ({ ...person, cells: [[name, nameText(person)]] }));
  }
  const columns = [first, last].filter((column) => column !== undefined);
  const lists = columns.map((column) => partsOf(cellText(column, cells)));
  const [list = []] = lists;
  if (list.length === 0) return undefined;
  if (lists.some(({ length }) => length !== list.length)) return [];
  return list.map((_, at) => ({
    first: first === undefined ? '' : (lists[0]?.[at] ?? ''),
    last: last === undefined ? '' : (lists.at(-1)?.[at] ?? ''),
    cells: columns.map((column, index) => [column, lists[index]?.[at] ?? '']),
  }));
}

/** A text that is read as this person again. */
function nameText({ name, first, last, text }: CellPerson): string {
  const { people } = readPeople(text);
  return people.length === 1 && people[0]?.first === first && people[0].last === last ? text : name;
}

/** Whether an address contains the name of another person than its own. */
function isCrossed(names: readonly NamedPerson[], owners: readonly Owner[]): boolean {
  return owners.some(
    ({ address }, at) =>
      names.some((person, other) => other !== at && fitsName(address, person)) &&
      !fitsName(address, names[at] ?? { first: '', last: '' }),
  );
}

/** A row for one of several people: lists of as many values in other cells are divided as well. */
function withCells(
  cells: readonly string[],
  { mapped }: Mapping,
  { email, name, first, last }: PeopleColumns,
  count: number,
  at: number,
  own: Person['own'],
): readonly string[] {
  const result = [...cells];
  for (const column of mapped) {
    if ([email, name, first, last].includes(column) || sharedFields.includes(column.target)) continue;
    const parts = partsOf(cellText(column, cells));
    if (parts.length === count) result[column.index] = parts[at] ?? '';
  }
  for (const [column, text] of own) result[column.index] = text;
  return result;
}

/** Long texts are not lists. */
const sharedFields = ['about', 'logistics_notes'];

function partsOf(text: string): readonly string[] {
  return text
    .split(/[;|\n\r]+/)
    .map((part) => part.trim())
    .filter(Boolean);
}

function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return JSON.stringify(line.length > longestShown ? `${line.slice(0, longestShown)}…` : line);
}

const longestShown = 100;
