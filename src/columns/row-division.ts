// Divides a row that names several people, each with an address, into a row for each of them. Pure.
import { isAddress } from '../people/address.ts';
import { fullName } from '../people/name.ts';
import { readPeople } from '../people/people.ts';
import { cellText, readCell } from './cell.ts';
import type { MappedColumn, Mapping } from './mapping.ts';
import { addressesOf, listOf, type PeopleColumns } from './row-people.ts';

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
  return { rows: [withOwn(cells, submitter?.own ?? [])], others: others.map(({ label }) => label) };
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
  if (names.length !== owners.length) return undefined;
  return owners.map(({ address }, at) => ({
    own: [[email, address], ...(names[at]?.cells ?? [])],
    label: fullName(names[at]?.first ?? '', names[at]?.last ?? '') || address,
  }));
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
    const { people, doubts } = readPeople(cellText(name, cells), name.nameForm);
    if (doubts.length > 0) return [];
    return people.map((person) => ({ ...person, cells: [[name, person.text]] }));
  }
  const columns = [first, last].filter((column) => column !== undefined);
  const lists = columns.map((column) => listOf(cellText(column, cells)));
  const [list = []] = lists;
  if (list.length === 0) return undefined;
  if (lists.some(({ length }) => length !== list.length)) return [];
  return list.map((_, at) => ({
    first: first === undefined ? '' : (lists[0]?.[at] ?? ''),
    last: last === undefined ? '' : (lists.at(-1)?.[at] ?? ''),
    cells: columns.map((column, index) => [column, lists[index]?.[at] ?? '']),
  }));
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
  const hasSlashes = email !== undefined && /\s\/\s/.test(cellText(email, cells));
  for (const column of mapped) {
    if ([email, name, first, last].includes(column) || sharedFields.includes(column.target)) continue;
    const text = cellText(column, cells);
    // A slash divides companies only where it divides the people as well.
    const parts = hasSlashes && /\s\/\s/.test(text) ? text.split(/\s+\/\s+/) : listOf(text);
    if (parts.length === count) result[column.index] = parts[at] ?? '';
  }
  return withOwn(result, own);
}

/** With the cells of one person. */
function withOwn(cells: readonly string[], own: Person['own']): readonly string[] {
  const result = [...cells];
  for (const [{ index }, text] of own) result[index] = text;
  return result;
}

/** Long texts are not lists. */
const sharedFields = ['about', 'logistics_notes'];
