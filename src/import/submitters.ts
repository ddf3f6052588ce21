// Decides who submits a row of submissions that has no address: the speaker whom it names, or one
// person for all. Pure.

import type { Body } from '../changes/change.ts';
import type { MappingOptions } from '../columns/mapping.ts';
import { quoteCell } from '../columns/quote.ts';
import { personLabel } from '../columns/record-name.ts';
import type { TableSpec } from '../columns/table-spec.ts';
import type { Sheet } from '../files/table.ts';
import type { Fault } from './record-faults.ts';
import type { RecordFields, RecordRow } from './record-table.ts';
import type { DirectoryEntry, Lookup, SpeakerDirectory } from './speaker-directory.ts';

/**
 * What a row without an address gets instead of the name in its cells, and the people whom it names
 * beside the submitter.
 */
export type Submitter =
  | { readonly fields: Body; readonly others: readonly string[] }
  | { readonly fault: Fault };

/**
 * @param row without an address
 * @returns undefined if nothing is known of its submitter
 */
export type FindSubmitter = (row: RecordRow) => Submitter | undefined;

/** Gives addresses to the rows of a file. */
export interface Submitters {
  /**
   * @param file of submissions, whose columns are not mapped yet
   * @returns undefined if the file must have the addresses
   */
  open(file: {
    readonly sheet: Sheet;
    readonly spec: TableSpec<RecordFields>;
    readonly terms: MappingOptions;
  }): Promise<FindSubmitter | undefined>;
  /** Whether the names in the cells alone find them, so that these must be clear. */
  readonly readsNames?: (columns: readonly string[]) => boolean;
  /** What to do about a speaker who is not found. */
  readonly fix?: string;
  /** Where the addresses come from. @param given how many rows have got one */
  notice(given: number): string;
}

export const submitterAddress = 'submitter_email';

/** The codes of rows whose submitter is not known. */
export const noSubmitter = 'no_submitter';
export const unknownSpeaker = 'unknown_speaker';

/**
 * Finds the submitter of a row by the speaker's id, the submission's, or the speaker's name.
 * Undefined without a column of any of these.
 * @param columns of a file of submissions
 * @param names the column of names, or the first one of their parts; undefined without any
 */
export function findIn(
  directory: SpeakerDirectory,
  columns: readonly string[],
  names: string | undefined,
): FindSubmitter | undefined {
  const ways = directory.idColumns(columns).map(({ column, index, find }) => ({
    column,
    look({ cells }: RecordRow): Lookup | undefined {
      const id = cells[index]?.trim() ?? '';
      return id === '' ? undefined : find(id);
    },
  }));
  if (names !== undefined) {
    ways.push({
      column: names,
      look: ({ people }) => directory.byPeople(people.submitter?.people ?? []),
    });
  }
  if (ways.length === 0) return undefined;
  return (row) => {
    let fault: Fault | undefined;
    for (const { column, look } of ways) {
      const found = look(row);
      if (found === undefined) continue;
      if ('entry' in found) return { fields: fieldsOf(found.entry), others: found.others };
      fault = { ...notFound(found, directory.file), column };
    }
    return fault && { fault };
  };
}

function fieldsOf({ email, first, last }: DirectoryEntry): Body {
  return {
    [submitterAddress]: email,
    ...(first !== '' && { submitter_first_name: first }),
    ...(last !== '' && { submitter_last_name: last }),
  };
}

const listedCandidates = 5;

function notFound({ what, candidates }: Extract<Lookup, { what: string }>, file: string): Fault {
  const [field, name] = [submitterAddress, quoteCell(what)];
  if (candidates.length === 0) {
    return { field, code: unknownSpeaker, message: `no speaker of ${file} matches ${name}` };
  }
  const listed = candidates
    .slice(0, listedCandidates)
    .map((each) => `${personLabel(each)} (${each.place})`);
  const message = `${candidates.length} speakers of ${file} match ${name}: ${listed.join(', ')}`;
  return { field, code: 'ambiguous_speaker', message };
}
