// Judges the people whom the addresses and names of a row name: one, or several who belong to separate records. Pure.
import { isMasked } from '../contract/key.ts';
import { isAddress } from '../people/address.ts';
import { elementsIn, plainCell } from '../people/elements.ts';
import { type CellPerson, readPeople } from '../people/people.ts';
import { cellText, type Fields, type ReadRow, readCell } from './cell.ts';
import type { MappedColumn, Mapping } from './mapping.ts';

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
    | 'similar_name'
    | 'unclear_split'
    | 'beside_name';
  readonly message: string;
}

export interface RowPeople {
  /** The row cannot be imported as it is. */
  readonly faults: readonly PeopleFault[];
  /** To be shown; the row is imported. */
  readonly warnings: readonly PeopleFault[];
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

/** @param read what was read from the cells */
export function readRowPeople(cells: readonly string[], { fields, named }: ReadRow, columns: PeopleColumns): RowPeople {
  const { email, name, first, last } = columns;
  const faults: PeopleFault[] = [];
  const warnings: PeopleFault[] = [];
  const addresses = email === undefined ? [] : addressesOf(email, cells);
  if (email !== undefined) faults.push(...addressFaults(email, cells, addresses.length));
  for (const part of [first, last]) {
    const read = part && readPart(part, cells, fields, part === first);
    faults.push(...(read?.faults ?? []));
    warnings.push(...(read?.warnings ?? []));
  }
  const source = name ?? namedAddress(columns, cells);
  if (source === undefined || named === undefined) return { faults, warnings };
  if (name === undefined && faults.length > 0) return { faults, warnings };
  const text = cellText(source, cells);
  const [field = ''] = source.fields;
  const { people, doubts, dropped } = named;
  const [one] = people;
  if (doubts.some(({ kind }) => kind === 'count')) faults.push(unclearPeople(field, text));
  else if (people.length > 1) {
    const have = `the row has ${addresses.length} address${addresses.length === 1 ? '' : 'es'}`;
    const message = `${shown(text)} names ${people.length} people, and ${have}`;
    return { faults: [faultOf(field, 'several_people', message)], warnings };
  } else if (doubts.some(({ kind }) => kind === 'extent'))
    warnings.push(faultOf(field, 'unclear_name', `${shown(text)} is taken as one name`));
  if (one !== undefined && one.first + one.last !== '') warnings.push(...nameWarnings(one, dropped, field));
  else if (text !== '' && source === name && name.fields.every((each) => fields[each] === undefined)) {
    warnings.push(faultOf(field, 'no_name', `${shown(text)} is not a name; the record has none`));
  }
  return { faults, warnings };
}

function addressFaults(email: MappedColumn, cells: readonly string[], count: number): readonly PeopleFault[] {
  const { target } = email;
  const address = readCell(email, cells);
  if (count > 1) return [faultOf(target, 'several_addresses', `${shown(address)} contains ${count} addresses`)];
  if (address === '' || isAddress(address) || isMasked(target, address)) return [];
  return [faultOf(target, 'odd_address', `${shownAddress(address)} is not an e-mail address`)];
}

/** A column of first or last names. */
function readPart(part: MappedColumn, cells: readonly string[], fields: Fields, isFirst: boolean): RowPeople {
  const { target } = part;
  const text = cellText(part, cells);
  // An element is a name whatever it contains.
  if (text === '' || elementsIn(text) !== undefined) return { faults: [], warnings: [] };
  // A placeholder such as TBA has no value.
  const isNone = fields[target] === undefined;
  const warnings = isNone ? [faultOf(target, 'no_name', `${shown(text)} is not a name, and is not imported`)] : [];
  if (separators.test(text)) {
    return { faults: [faultOf(target, 'several_people', `${shown(text)} names several people`)], warnings };
  }
  if (part.isGuarded || !mayBeSeveral(text)) return { faults: [], warnings };
  if (isFirst) return { faults: [unclearPeople(target, text)], warnings };
  return {
    faults: [],
    warnings: [faultOf(target, 'unclear_name', `${shown(text)} is taken as one name`), ...warnings],
  };
}

function nameWarnings(one: CellPerson, dropped: readonly string[], field: string): readonly PeopleFault[] {
  const warnings: PeopleFault[] = [];
  if (dropped.length > 0) {
    const message = `${dropped.map(shown).join(' and ')} beside the name ${dropped.length > 1 ? 'are' : 'is'} not imported`;
    warnings.push(faultOf(field, 'beside_name', message));
  }
  if (one.isSplitUnclear) {
    const parts = [one.first, one.last].filter(Boolean).map(shown).join(' + ');
    const message = `${parts}: the last name may begin at another word; columns of first and last names decide it`;
    warnings.push(faultOf(field, 'unclear_split', message));
  }
  return warnings;
}

function unclearPeople(field: string, text: string): PeopleFault {
  return faultOf(field, 'unclear_people', `${shown(text)} can be one person or several`);
}

function faultOf(field: string, code: PeopleFault['code'], message: string): PeopleFault {
  return { field, code, message };
}

/** `Anna i Piotr` in a column of first names; `Smith, Jr.` has a comma. */
function mayBeSeveral(part: string): boolean {
  const { doubts } = readPeople(part, { comma: 'unclear' });
  return doubts.some(({ kind }) => kind === 'count');
}

/** The column of addresses, if its cell is the only one that names the person: `Ann Muster <ann@example.org>`. */
function namedAddress({ email, first, last }: PeopleColumns, cells: readonly string[]): MappedColumn | undefined {
  if (email === undefined || first !== undefined || last !== undefined) return undefined;
  return cellText(email, cells).includes('<') ? email : undefined;
}

export interface Owner {
  readonly address: string;
  /** From `Name <address>`. */
  readonly name: string;
}

/** The different addresses of a cell. */
export function addressesOf(column: MappedColumn, cells: readonly string[]): readonly Owner[] {
  const text = readCell(column, cells);
  if (text === '' || isAddress(text)) return text === '' ? [] : [{ address: text, name: '' }];
  const owners = new Map<string, Owner>();
  for (const { email, name } of readPeople(cellText(column, cells)).people) {
    if (email !== undefined && !owners.has(email.toLowerCase()))
      owners.set(email.toLowerCase(), { address: email, name });
  }
  return [...owners.values()];
}

/** The entries of a text. */
export function listOf(text: string): readonly string[] {
  return text
    .split(separators)
    .map((part) => part.trim())
    .filter(Boolean);
}

const separators = /[;|\n\r]+/;

function shown(text: string): string {
  const line = plainCell(text).replace(/\s+/g, ' ');
  return JSON.stringify(line.length > longestShown ? `${line.slice(0, longestShown)}…` : line);
}

/** With its invisible characters, which may be all that is wrong with it. */
function shownAddress(text: string): string {
  return shown(text).replace(/\p{Cf}/gu, (mark) => `\\u{${mark.codePointAt(0)?.toString(16)}}`);
}

const longestShown = 100;
