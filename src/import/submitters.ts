// Decides who submits a row of submissions that has no address: the speaker whom it names, or one person for all. Pure.
import { cellText, type Fields } from '../columns/cell.ts';
import type { Mapping, MappingOptions } from '../columns/mapping.ts';
import type { Sheet } from '../files/table.ts';
import { plainCell } from '../people/elements.ts';
import type { NameForm } from '../people/people.ts';
import type { BodyFault } from './record-faults.ts';
import type { DirectoryEntry, Lookup, SpeakerDirectory } from './speaker-directory.ts';

/** What a row without an address gets instead of the name in its cells, and the people whom it names beside the submitter. */
export type Submitter = { readonly fields: Fields; readonly others: readonly string[] } | { readonly fault: BodyFault };

/** @param cells of a row without an address @returns undefined if nothing is known of its submitter */
export type FindSubmitter = (cells: readonly string[]) => Submitter | undefined;

/** Gives addresses to the rows of a file. */
export interface Submitters {
  /** How many rows have got an address. */
  given: number;
  /** @param terms of the file's mapping @returns undefined if the file must have the addresses */
  open(sheet: Sheet, terms: MappingOptions): Promise<FindSubmitter | undefined>;
  /** Where the addresses come from. */
  notice(given: number): string;
}

export const submitterAddress = 'submitter_email';

/** Finds the submitter of a row by the speaker's id, the submission's, or the speaker's name. Undefined without a column of any of these. */
export function findIn(
  directory: SpeakerDirectory,
  columns: readonly string[],
  names: NameColumns | undefined,
): FindSubmitter | undefined {
  const ways = [
    ...directory.idColumns(columns).map(({ index, find }) => ({
      column: columns[index] ?? '',
      read: (cells: readonly string[]) => (cells[index] ?? '').trim(),
      find,
    })),
    ...(names === undefined ? [] : [{ ...names, find: (cell: string) => directory.byName(cell, names.form) }]),
  ];
  if (ways.length === 0) return undefined;
  return (cells) => {
    let fault: BodyFault | undefined;
    for (const { column, read, find } of ways) {
      const text = read(cells);
      if (text === '') continue;
      const found = find(text);
      if ('entry' in found) return { fields: fieldsOf(found.entry), others: found.others };
      fault = { ...notFound(found, directory.file), column };
    }
    return fault && { fault };
  };
}

function fieldsOf({ email, first, last }: DirectoryEntry): Fields {
  return {
    [submitterAddress]: email,
    ...(first !== '' && { submitter_first_name: first }),
    ...(last !== '' && { submitter_last_name: last }),
  };
}

const listedCandidates = 5;

function notFound({ what, candidates }: Extract<Lookup, { what: string }>, file: string): BodyFault {
  const [field, name] = [submitterAddress, JSON.stringify(what)];
  if (candidates.length === 0) {
    return { field, code: 'unknown_speaker', message: `no speaker of ${file} matches ${name}` };
  }
  const listed = candidates.slice(0, listedCandidates).map((each) => `${each.name || each.email} (${each.place})`);
  const message = `${candidates.length} speakers of ${file} match ${name}: ${listed.join(', ')}`;
  return { field, code: 'ambiguous_speaker', message };
}

/** The columns that name the speakers of a row. */
export interface NameColumns {
  /** The header of the first one. */
  readonly column: string;
  /** How the names are written. */
  readonly form?: NameForm | undefined;
  read(cells: readonly string[]): string;
}

/** The columns of whole names, or of their parts; undefined without any. */
export function nameColumns({ mapped }: Mapping): NameColumns | undefined {
  const of = (field: string) => mapped.filter(({ target }) => target === field);
  const [whole] = of('name');
  if (whole !== undefined)
    return { column: whole.column, form: whole.nameForm, read: (cells) => cellText(whole, cells) };
  const parts = [...of('submitter_first_name'), ...of('submitter_last_name')];
  const textOf = (cells: readonly string[]) => parts.map((part) => plainCell(cellText(part, cells)));
  const [first] = parts;
  return first && { column: first.column, read: (cells) => textOf(cells).filter(Boolean).join(' ') };
}
