// Reads the people of a row from the cells of its addresses and names: one, or several who belong to separate records. Pure.
import { isMasked } from '../contract/key.ts';
import { isAddress } from './address.ts';
import { cellText, type Fields, readCell } from './cell.ts';
import { elementsIn, plainCell } from './elements.ts';
import { hasSurnameJoint } from './family-name.ts';
import type { MappedColumn, Mapping } from './mapping.ts';
import { readPeople } from './people.ts';

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
    | 'beside_name'
    | 'unknown_speaker';
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
  const { email, name, first, last } = columns;
  const faults: PeopleFault[] = [];
  const warnings: PeopleFault[] = [];
  const address = email === undefined ? '' : readCell(email, cells);
  const isUsual = address === '' || isAddress(address);
  const addresses = email === undefined ? 0 : addressesOf(email, cells).length;
  const field = email?.target ?? 'email';
  const addressFaults = allowsOdd ? warnings : faults;
  if (addresses > 1) {
    addressFaults.push(faultOf(field, 'several_addresses', `${shown(address)} contains ${addresses} addresses`));
  } else if (!isUsual && !isMasked(field, address)) {
    addressFaults.push(faultOf(field, 'odd_address', `${shownAddress(address)} is not an e-mail address`));
  }
  for (const part of [first, last]) {
    const text = part === undefined ? '' : cellText(part, cells);
    // An element is a name whatever it contains.
    if (part === undefined || text === '' || elementsIn(text) !== undefined) continue;
    if (separators.test(text)) {
      faults.push(faultOf(part.target, 'several_people', `${shown(text)} names several people`));
    } else if (!part.isGuarded && mayBeSeveral(text, part === first)) {
      if (part === first) faults.push(unclearPeople(part.target, text));
      else warnings.push(faultOf(part.target, 'unclear_name', `${shown(text)} is taken as one name`));
    }
    // A placeholder such as TBA has no value.
    if (fields[part.target] === undefined) {
      warnings.push(faultOf(part.target, 'no_name', `${shown(text)} is not a name, and is not imported`));
    }
  }
  const source = name ?? namedAddress(columns, cells);
  if (source === undefined || (name === undefined && faults.length > 0)) return { faults, warnings };
  const text = cellText(source, cells);
  const [nameField = ''] = source.fields;
  const { people, doubts, dropped } = readPeople(text, source.nameForm);
  const doubt = doubts.find(({ kind }) => kind === 'count') ?? doubts[0];
  if (doubt?.kind === 'count') faults.push(unclearPeople(nameField, text));
  else if (people.length > 1) {
    const message = `${shown(text)} names ${people.length} people, and the row has ${addresses} address${addresses === 1 ? '' : 'es'}`;
    return { faults: [faultOf(nameField, 'several_people', message)], warnings };
  } else if (doubt !== undefined) {
    warnings.push(faultOf(nameField, 'unclear_name', `${shown(text)} is taken as one name`));
  }
  const [one] = people;
  if (one === undefined || one.name === '') {
    const isNameless = text !== '' && source === name && name.fields.every((field) => fields[field] === undefined);
    const message = `${shown(text)} is not a name; the record has none`;
    return { faults, warnings: isNameless ? [...warnings, faultOf(nameField, 'no_name', message)] : warnings };
  }
  const others = [...dropped, ...(one.pronouns === undefined ? [] : [one.pronouns])];
  if (others.length > 0) {
    const message = `${others.map(shown).join(' and ')} beside the name ${others.length > 1 ? 'are' : 'is'} not imported`;
    warnings.push(faultOf(nameField, 'beside_name', message));
  }
  if (one.isSplitUnclear) {
    const parts = [one.first, one.last].filter(Boolean).map(shown).join(' + ');
    const message = `${parts}: the last name may begin at another word; columns of first and last names decide it`;
    warnings.push(faultOf(nameField, 'unclear_split', message));
  }
  return { faults, warnings };
}

function unclearPeople(field: string, text: string): PeopleFault {
  return faultOf(field, 'unclear_people', `${shown(text)} can be one person or several`);
}

function faultOf(field: string, code: PeopleFault['code'], message: string): PeopleFault {
  return { field, code, message };
}

/** `Anna i Piotr` in a column of first names. `Ortega y Gasset` is one last name, and `Smith, Jr.` has a comma. */
function mayBeSeveral(part: string, isFirst: boolean): boolean {
  const { doubts } = readPeople(part, { comma: 'unclear' });
  return doubts.some(({ kind }) => kind === 'count') && (isFirst || !hasSurnameJoint(part.split(/\s+/)));
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
