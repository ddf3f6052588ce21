// Decides what a cell of people leaves open by what is beside it: the header and the other cells of the column. Pure.
import { elementsIn } from './elements.ts';
import type { Cells } from './evidence.ts';
import { inOrder, isFamilyFirstHeader, type NameOrder } from './name-order.ts';
import { type People, readPeople } from './people.ts';
import { type Comma, commaIn, commaShown } from './people-comma.ts';

/** How the names of a column are written, if its header or its cells show it. */
export interface NameForm {
  /** Whether a comma separates people, or the parts of a name as in `García Márquez, Gabriel José`. */
  readonly comma: Comma | undefined;
  /** Of names without a comma. */
  readonly order: NameOrder;
}

/** @param hasLists a cell may name several people */
export function nameFormOf(header: string, cells: Cells, hasLists = true): NameForm {
  const isFamilyFirst = isFamilyFirstHeader(header);
  const isLastFirst = (header.includes(',') && isFamilyFirst) || (!hasLists && areLastFirst(cells));
  return {
    comma: isLastFirst ? 'parts' : hasLists ? commaIn(cells).comma : undefined,
    order: isFamilyFirst ? 'family_first' : undefined,
  };
}

/** `Ann Muster`, from `Ann Muster <ann@example.org>`; empty if nobody is beside the address. */
export function nameBesideAddress(cell: string): string {
  return cell.includes('<') ? (readPeople(cell).people[0]?.name ?? '') : '';
}

/** Reads a cell of people as `readPeople` does, and divides names by the header of its column. */
export function readPeopleBeside(cell: string, form?: NameForm): People {
  const read = readPeople(cell, form?.comma);
  if (elementsIn(cell) !== undefined) return read;
  const doubtful = new Set(read.doubts.map(({ text }) => text));
  const people = read.people.map((person) => (doubtful.has(person.name) ? person : inOrder(person, form?.order)));
  return { ...read, people };
}

/** Whether some cells of one person each have a comma, and hardly any other has a first and a last name without one. */
function areLastFirst(cells: Cells): boolean {
  const inverted = cells.filter((cell) => ['parts', 'either'].includes(commaShown(cell) ?? '')).length;
  const others = cells.filter((cell) => /\S\s+\S/.test(cell) && !cell.includes(',')).length;
  return inverted >= enough && others * 10 <= inverted;
}

const enough = 3;
