// Owns what a cell of people is, whom it names, and how what is wrong with it is reported. Pure.
import { elementsCell } from '../people/elements.ts';
import type { CellPerson } from '../people/people.ts';
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
  readonly code:
    | (typeof unresolved)[number]
    | 'unclear_name'
    | 'odd_form'
    | 'no_name'
    | 'unclear_split'
    | 'beside_name'
    | 'unread_people';
  readonly message: string;
}

const unresolved = [
  'odd_address',
  'several_addresses',
  'several_people',
  'unclear_people',
] as const;

/** Whether the people of the row are unknown, so that no record can be theirs. */
export function isUnresolved({ code }: Pick<PeopleProblem, 'code'>): boolean {
  return unresolved.some((unresolvedCode) => unresolvedCode === code);
}

/** Notes what is wrong with a cell. @param message of its text, as messages show it */
export type ReportProblem = (
  cell: PersonCell,
  code: PeopleProblem['code'],
  message: (shown: string) => string,
) => void;

export function personOf({ name, first, last, email }: CellPerson): RowPerson {
  return { name, first, last, email };
}

/** The text of a cell as people are read from it. */
export function sourceOf({ text, elements }: PersonCell): string {
  return elements === undefined ? text : elementsCell(elements);
}

export function plainText({ text, elements }: PersonCell): string {
  return elements === undefined ? text : elements.join('; ');
}
