// Decides what a cell of people leaves open by what is beside it: the address, the header and the other cells of the column. Pure.
import { isOfWholeName } from './address.ts';
import { elementsIn } from './elements.ts';
import type { Cells } from './evidence.ts';
import { inOrder, isFamilyFirstHeader, type NameOrder } from './name-order.ts';
import { isGroup } from './name-words.ts';
import { type CellPerson, type People, readPeople } from './people.ts';
import { type Comma, commaIn } from './people-comma.ts';

/** How the names of a column are written, if its header or its cells show it. */
export interface NameForm {
  /** Whether a comma separates people, or the parts of a name as in `García Márquez, Gabriel José`. */
  readonly comma: Comma | undefined;
  /** `M.` is no initial. */
  readonly hasFrenchTitles: boolean;
  /** Of names without a comma. */
  readonly order: NameOrder;
}

/** @param addresses in the same rows, of which each names one person; undefined for a column of lists */
export function nameFormOf(header: string, cells: Cells, addresses?: Cells): NameForm {
  const isLastFirst =
    (header.includes(',') && isFamilyFirstHeader(header)) ||
    (addresses !== undefined && areLastFirst(cells, addresses));
  return {
    comma: isLastFirst ? 'parts' : addresses === undefined ? commaIn(cells).comma : undefined,
    hasFrenchTitles: cells.some((cell) => /^(?:Mme|Mlle|Madame|Monsieur)[.\s]/.test(cell)),
    order: isFamilyFirstHeader(header) ? 'family_first' : undefined,
  };
}

/** `Ann Muster`, from `Ann Muster <ann@example.org>`; empty if nobody is beside the address. */
export function nameBesideAddress(cell: string): string {
  return cell.includes('<') ? (readPeople(cell).people[0]?.name ?? '') : '';
}

/** Reads a cell of people as `readPeople` does, and decides doubts by its address and its column. */
export function readPeopleBeside(cell: string, address: string, form?: NameForm): People {
  const read = readPeople(cell);
  if (elementsIn(cell) !== undefined) return read;
  return lastFirst(read, cell, address, form) ?? ordered(untitled(read, form), address, form);
}

function ordered(read: People, address: string, form: NameForm | undefined): People {
  const doubtful = new Set(read.doubts.map(({ text }) => text));
  const [, another] = read.people;
  const people = read.people.map((person) =>
    doubtful.has(person.name)
      ? person
      : inOrder(person, person.email ?? (another === undefined ? address : ''), form?.order),
  );
  return { ...read, people };
}

/** The one person of `García Márquez, Gabriel José`. */
function lastFirst({ people, dropped, doubts }: People, cell: string, address: string, form?: NameForm) {
  const [doubt, another] = doubts;
  const isWhole = people.length === 1 && doubt?.kind === 'count' && another === undefined;
  const [family, given, ...others] = isWhole ? doubt.parts : doubt === undefined ? people : [];
  if (family === undefined || given === undefined || others.length > 0) return undefined;
  if (!isTwo(isWhole ? doubt.text : cell, family, given) || isGroup(given.name.split(' '))) return undefined;
  const person = { first: given.name, last: family.name };
  // Two family names in an address are those of two people.
  const asInAddress = { ...person, first: given.name.split(' ')[0] ?? '' };
  const isOfOne = !isWhole && [family, given].some((each) => isOfWholeName(address, each));
  if (form?.comma !== 'parts' && (isOfOne || !isOfWholeName(address, asInAddress))) return undefined;
  const one: CellPerson = { ...person, email: people[0]?.email, name: `${given.name} ${family.name}`, text: cell };
  return { people: [one], dropped, doubts: [] };
}

/** Whether a text consists of two names and a comma. */
function isTwo(text: string, one: CellPerson, other: CellPerson): boolean {
  return text.trim().replace(/\s*,\s*/, ', ') === `${one.name}, ${other.name}`;
}

/** Without the `M.` that is a title. */
function untitled(read: People, form: NameForm | undefined): People {
  if (form?.hasFrenchTitles !== true) return read;
  const titled = read.doubts.filter(({ kind, parts }) => kind === 'extent' && parts.length === 1);
  return {
    people: read.people.map((person) => titled.find(({ text }) => text === person.name)?.parts[0] ?? person),
    dropped: [...read.dropped, ...titled.map(() => 'M.')],
    doubts: read.doubts.filter((doubt) => !titled.includes(doubt)),
  };
}

/** Whether some cells can only be `Last, First`, and hardly any other has a first and a last name without a comma. */
function areLastFirst(cells: Cells, addresses: Cells): boolean {
  const orders = cells.flatMap((cell, row) => orderOf(cell, addresses[row] ?? '') ?? []);
  const inverted = orders.filter((order) => order === 'inverted').length;
  return inverted >= enough && (orders.length - inverted) * 10 <= inverted;
}

const enough = 3;

/** Undefined if the cell has no first and last name of one person, or may have several. */
function orderOf(cell: string, address: string): 'inverted' | 'usual' | undefined {
  const { people, doubts } = readPeopleBeside(cell, address);
  const [person, another] = people;
  if (person === undefined || another !== undefined || doubts.length > 0) return undefined;
  if (person.first === '' || person.last === '') return undefined;
  const comma = cell.indexOf(',');
  // In `Ann Muster, PhD`, the first name is before the comma.
  return comma > 0 && !cell.slice(0, comma).includes(person.first) ? 'inverted' : 'usual';
}
