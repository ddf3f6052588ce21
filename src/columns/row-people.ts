// Reads whom the cells of a row name, each cell once: people with their addresses, and what is
// doubtful in the cells. Must not know what the people are for. Pure.
import { amount } from '../contract/amount.ts';
import { isMasked } from '../contract/private-fields.ts';
import { addressFault, isAddress, withoutStar } from '../people/address.ts';
import { type NameDoubt, type People, readPeople } from '../people/people.ts';
import { isNobody } from '../people/words.ts';
import {
  type PeopleProblem,
  type PersonCell,
  type PersonCells,
  personOf,
  type ReportProblem,
  type RowPerson,
  sourceOf,
} from './person-cell.ts';
import { type NamedPeople, readNames, reportNames } from './person-names.ts';
import { quoteCell } from './quote.ts';

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
  readonly doubts: readonly NameDoubt[];
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
  const report: ReportProblem = ({ column, text }, code, message) => {
    const [field = column.target] = column.fields;
    problems.push({ column: column.column, field, code, message: message(quoteCell(text)) });
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

function isSomebody({ name, email }: RowPerson): boolean {
  return name !== '' || email !== undefined;
}

/** The different addresses of a cell, each with the name beside it. */
interface Addresses {
  readonly owners: readonly RowPerson[];
  /** Undefined if the cell has nothing but an address. */
  readonly read?: People;
}

function readAddresses(cell: PersonCell | undefined, report: ReportProblem): Addresses {
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
  const isOne = owners.size === 1 && isBare && owner?.email !== undefined && isAddress(owner.email);
  if (owners.size > 1 || isOne) return { owners: [...owners.values()], read };
  if (isMasked(column.target, text)) return asItIs;
  report(cell, 'odd_address', () => addressFault(text));
  return asItIs;
}

const nameAndAddress = /^[^<>@]*<[^<>\s@]+@[^<>\s]+>$/;

/** Gives names their addresses, if each has one. */
function joinPeople(
  cells: PersonCells,
  person: {
    readonly names: NamedPeople;
    readonly addresses: Addresses;
    readonly needsNames: boolean;
  },
  report: ReportProblem,
): readonly RowPerson[] {
  const { names, needsNames } = person;
  const { owners: addresses, read } = person.addresses;
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
    reportOther(cells, { people, addresses }, report);
    return people.map((person, at) => ({ ...person, email: person.email ?? addresses[at]?.email }));
  }
  const hasOwn = addresses.length === 0 && people.every(({ email }) => email !== undefined);
  if (hasOwn || (people.length === 1 && addresses.length === 0)) return people;
  if (people.length < 2) reportAddresses(cells, addresses, report);
  else if (!names.isUnclear) {
    const have = `the row has ${amount(addresses.length, 'address', 'addresses')}`;
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

/** A person with one address beside the name, and another one in the column of addresses. */
function reportOther(
  { name, email }: PersonCells,
  { people, addresses }: Readonly<Record<'people' | 'addresses', readonly RowPerson[]>>,
  report: ReportProblem,
): void {
  const keys = addresses.map((address) => address.email?.toLowerCase());
  const at = people.findIndex((person) => {
    return person.email !== undefined && !keys.includes(person.email.toLowerCase());
  });
  const other = addresses[at]?.email;
  if (name === undefined || email === undefined || other === undefined) return;
  const { column } = email.column;
  report(
    name,
    'several_addresses',
    (text) => `${text} has another address than the column "${column}"`,
  );
}

function reportAddresses(
  { email }: PersonCells,
  { length }: readonly RowPerson[],
  report: ReportProblem,
): void {
  if (email === undefined || length < 2) return;
  report(email, 'several_addresses', () => `the cell has ${length} addresses`);
}

function warnOfNoName(
  { name }: PersonCells,
  addresses: readonly RowPerson[],
  report: ReportProblem,
): void {
  if (name === undefined || name.text === '' || addresses.some((address) => address.name !== ''))
    return;
  report(name, 'no_name', (text) => `${text} is not a name; the record has none`);
}
