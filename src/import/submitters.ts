// Decides who submits a row of submissions that has no address: the speaker whom it names, or one person for all. Pure.
import { cellText, type Fields } from '../columns/cell.ts';
import { plainCell } from '../columns/elements.ts';
import type { Mapping, MappingOptions } from '../columns/mapping.ts';
import { readPeople } from '../columns/people.ts';
import type { Sheet } from '../files/table.ts';
import type { BodyFault } from './row-rules.ts';
import { columnsNamed, type Lookup, ownSubmissionIds, type SpeakerDirectory, speakerIds } from './speaker-directory.ts';

/** What a row without an address gets instead of the name in its cells, and the people whom it names beside the submitter. */
export type Submitter =
  | { readonly fields: Fields; readonly others: readonly string[] }
  | { readonly fault: SubmitterFault };

/** With the column that was looked up. */
interface SubmitterFault extends BodyFault {
  readonly column?: string | undefined;
}

/** @param cells of a row without an address @returns undefined if nothing is known of its submitter */
export type FindSubmitter = (cells: readonly string[]) => Submitter | undefined;

/** Gives addresses to the rows of a file. */
export interface Submitters {
  /** How many rows have got an address. */
  given: number;
  /** @param terms of the file's mapping @returns undefined if the file must have the addresses */
  open(sheet: Sheet, terms: MappingOptions): Promise<FindSubmitter | undefined>;
}

export const submitterAddress = 'submitter_email';

/** Finds the submitter of a row by the speaker's id, the submission's, or the speaker's name. Undefined without a column of any of these. */
export function findIn(
  directory: SpeakerDirectory,
  columns: readonly string[],
  names: NameColumns | undefined,
): FindSubmitter | undefined {
  const byCell = (headers: ReadonlySet<string>, find: (cell: string) => Lookup) =>
    columnsNamed(columns, headers).map((index) => ({
      column: columns[index],
      read: (cells: readonly string[]) => cells[index] ?? '',
      find,
    }));
  const ways = [
    ...(directory.has('ids') ? byCell(speakerIds, directory.byId) : []),
    ...(directory.has('submissions') ? byCell(ownSubmissionIds, directory.bySubmission) : []),
    ...(names === undefined ? [] : [{ ...names, find: directory.byName }]),
  ];
  if (ways.length === 0) return undefined;
  return (cells) => {
    let fault = faultOf(`the row names no speaker to look up in ${directory.file}`);
    for (const { column, read, find } of ways) {
      const text = read(cells);
      if (text.trim() === '') continue;
      const found = find(text);
      if ('entry' in found) {
        const { email, first, last } = found.entry;
        const fields = {
          [submitterAddress]: email,
          ...(first !== '' && { submitter_first_name: first }),
          ...(last !== '' && { submitter_last_name: last }),
        };
        return { fields, others: found.others };
      }
      fault = { ...notFound(found, directory.file), column };
    }
    return { fault };
  };
}

const listedCandidates = 5;

function notFound({ what, candidates }: Extract<Lookup, { what: string }>, file: string): SubmitterFault {
  const name = JSON.stringify(what);
  if (candidates.length === 0) return faultOf(`no speaker of ${file} matches ${name}`);
  const listed = candidates.slice(0, listedCandidates).map((each) => `${each.name || each.email} (${each.place})`);
  const message = `${candidates.length} speakers of ${file} match ${name}: ${listed.join(', ')}`;
  return { ...faultOf(message), code: 'ambiguous_speaker' };
}

function faultOf(message: string): SubmitterFault {
  return { field: submitterAddress, code: 'unknown_speaker', message };
}

/** The columns that name the speakers of a row. */
export interface NameColumns {
  /** The header of the first one. */
  readonly column: string | undefined;
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
  return { column: columns[0]?.column, read };
}

/** @returns a function that reads the people whom a row names */
export function rowPeople(mapping: Mapping): (row: { readonly cells: readonly string[] }) => readonly string[] {
  const columns = nameColumns(mapping);
  if (columns === undefined) return () => [];
  return ({ cells }) => readPeople(columns.read(cells)).people.map(({ name }) => name);
}
