// Owns the columns that name the people of a row.
import { cellText } from '../columns/cell.ts';
import { plainCell } from '../columns/elements.ts';
import type { Mapping } from '../columns/mapping.ts';
import { type NameForm, readPeople } from '../columns/people.ts';

/** The columns that name the speakers of a row. */
export interface NameColumns {
  readonly indexes: readonly number[];
  /** Of whole names. */
  readonly form?: NameForm | undefined;
  read(cells: readonly string[]): string;
}

/** The columns of whole names, or of their parts; undefined without any. */
export function nameColumns({ mapped }: Mapping): NameColumns | undefined {
  const [whole, first, last] = ['name', 'submitter_first_name', 'submitter_last_name'].map((field) =>
    mapped.find(({ target }) => target === field),
  );
  const columns = (whole === undefined ? [first, last] : [whole]).filter((column) => column !== undefined);
  if (columns.length === 0) return undefined;
  const read = (cells: readonly string[]) =>
    columns
      .map((column) => (column === whole ? cellText(column, cells) : plainCell(cellText(column, cells))))
      .filter(Boolean)
      .join(' ');
  return { indexes: columns.map(({ index }) => index), form: whole?.nameForm, read };
}

/** @returns a function that reads the people whom a row names */
export function rowPeople(mapping: Mapping): (row: { readonly cells: readonly string[] }) => readonly string[] {
  const columns = nameColumns(mapping);
  if (columns === undefined) return () => [];
  return ({ cells }) => readPeople(columns.read(cells), columns.form).people.map(({ name }) => name);
}
