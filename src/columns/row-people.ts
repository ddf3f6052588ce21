// Reads the people of a row from the cells of its addresses and names: one, or several who belong to separate records. Pure.
import { isMasked } from '../contract/key.ts';
import { isAddress, ownerOf } from './address.ts';
import { cellText, type Fields, readCell } from './cell.ts';
import { elementsIn, plainCell } from './elements.ts';
import { hasSurnameJoint } from './family-name.ts';
import type { MappedColumn, Mapping } from './mapping.ts';
import { isSpecialWord } from './name-words.ts';
import { readPeople } from './people.ts';
import { nameBesideAddress, readPeopleBeside } from './people-beside.ts';
import { commaShown } from './people-comma.ts';
import { haveWordInCommon } from './same-person.ts';

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
    | 'other_name'
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
  const { email, name, first, last, isRecord } = columns;
  const faults: PeopleFault[] = [];
  const warnings: PeopleFault[] = [];
  const address = email === undefined ? '' : readCell(email, cells);
  const isUsual = address === '' || isAddress(address);
  const addresses = isUsual || email === undefined ? 1 : addressesOf(email, cells).length;
  const field = email?.target ?? 'email';
  const addressFaults = allowsOdd ? warnings : faults;
  if (addresses > 1) {
    addressFaults.push(faultOf(field, 'several_addresses', `${shown(address)} contains ${addresses} addresses`));
  } else if (!isUsual && !isMasked(field, address)) {
    addressFaults.push(faultOf(field, 'odd_address', `${shownAddress(address)} is not an e-mail address`));
  }
  const placeholders: { readonly field: string; readonly text: string }[] = [];
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
    // Of a placeholder such as TBA.
    if (fields[part.target] === undefined) placeholders.push({ field: part.target, text: shown(text) });
  }
  const [placeholder] = placeholders;
  if (placeholder !== undefined) {
    const texts = [...new Set(placeholders.map(({ text }) => text))];
    const message = `${texts.join(' and ')} is not a name, and is not imported`;
    warnings.push({ field: placeholder.field, code: 'no_name', message });
  }
  const nameFields = [...(name?.fields ?? []), ...[first, last].flatMap((part) => part?.target ?? [])];
  const written = nameFields.flatMap((target) => fields[target] ?? []).join(' ');
  const beside = email === undefined ? '' : nameBesideAddress(cellText(email, cells));
  if (written !== '' && beside !== '' && !haveWordInCommon(written, beside)) {
    const message = `${shown(written)} is imported, but the address is that of ${shown(beside)}`;
    warnings.push({ field, code: 'other_name', message });
  }
  const source = name ?? namedAddress(columns, cells);
  if (source === undefined || (name === undefined && faults.length > 0)) return { faults, warnings };
  const text = cellText(source, cells);
  const [nameField = ''] = source.fields;
  const { people, doubts, dropped } = readPeopleBeside(text, source.nameForm);
  const doubt = doubts.find(({ kind }) => kind === 'count') ?? doubts.find(({ kind }) => kind === 'extent');
  const chosen = people.length > 1 && !isRecord ? ownerOf(address, people, beside) : undefined;
  if (chosen !== undefined) {
    const message = `${shown(text)} names ${people.length} people; the address is that of ${chosen.name}`;
    warnings.push({ field: nameField, code: 'several_people', message });
  } else if (people.length > 1 && addresses < 2) {
    faults.push(faultOf(nameField, 'several_people', `${shown(text)} names ${people.length} people`));
  } else if (people.length === addresses && addresses > 1 && isRecord) {
    const message = `${shown(text)} names ${people.length} people, and it is not clear who has which address`;
    faults.push({ field: nameField, code: 'several_people', message });
  } else if (
    doubt?.kind === 'count' ||
    (!isRecord && source.nameForm?.comma === undefined && commaShown(text) === 'either')
  ) {
    faults.push(unclearPeople(nameField, text));
  } else if (doubt !== undefined) {
    warnings.push(faultOf(nameField, 'unclear_name', `${shown(text)} is taken as one name`));
  }
  const hasName = people.some((person) => person.name !== '');
  if (text !== '' && !hasName && source === name && written === '') {
    warnings.push(faultOf(nameField, 'no_name', `${shown(text)} is not a name; the record has none`));
  }
  const others = hasName ? [...dropped, ...people.flatMap((person) => person.pronouns ?? [])] : [];
  if (others.length > 0) {
    const message = `${others.map(shown).join(' and ')} beside the name ${others.length > 1 ? 'are' : 'is'} not imported`;
    warnings.push({ field: nameField, code: 'beside_name', message });
  }
  const one = people.length === 1 ? people[0] : chosen;
  if (one?.isSplitUnclear) {
    const parts = [one.first, one.last].filter(Boolean).map(shown).join(' + ');
    const message = `${parts}: the last name may begin at another word; columns of first and last names decide it`;
    warnings.push({ field: nameField, code: 'unclear_split', message });
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
  if (part.split(' ').every(isPlain)) return false;
  const [doubt] = readPeople(part).doubts;
  if (isFirst) return doubt?.kind === 'count' || commaShown(part) !== undefined;
  return doubt?.kind === 'count' && !hasSurnameJoint(part.split(/\s+/));
}

/** A word of most cells, which divides no people; East Asian letters need no space between people. */
function isPlain(word: string): boolean {
  return /^[\p{Script=Latin}\p{Script=Cyrillic}\p{M}\p{N}'’.-]+$/u.test(word) && !isSpecialWord(word);
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
