// Gives the rows of a file of submissions the addresses that it lacks: from a file of speakers, or one for all. Pure.
import { readCell } from '../columns/cell.ts';
import type { Mapping } from '../columns/mapping.ts';
import { fullName } from '../columns/person-name.ts';
import type { PeopleFault } from '../columns/row-people.ts';
import type { Row, Sheet } from '../sheets/table.ts';
import { fitCells } from './rejects.ts';
import { type Lookup, type SpeakerDirectory, speakerIdColumns, submissionIdColumns } from './speaker-directory.ts';

/** Counted while the rows are read. */
export interface SubmitterCounts {
  /** Rows with an address of their own. */
  own: number;
  /** Rows that were given an address. */
  given: number;
  /** Of those, rows that name several people: the first one is the submitter. */
  several: number;
}

/** A row with what was found wrong with it before its cells are checked. */
export interface PreparedRow extends Row {
  readonly problems?: readonly PeopleFault[] | undefined;
}

export interface PreparedSheet extends Sheet {
  readonly batches: AsyncIterable<readonly PreparedRow[]>;
}

/** Every row without an address gets this one. @param mapping of the sheet, in which the address may have no column */
export function withOneSubmitter(
  sheet: Sheet,
  mapping: Mapping,
  email: string,
): { readonly sheet: PreparedSheet; readonly counts: SubmitterCounts } {
  return complete(sheet, mapping, [emailField], () => ({ values: [email], others: 0 }));
}

/**
 * Every row without an address gets that of its submitter in a file of speakers: by the speaker's id, the submission's,
 * or the speaker's name. Undefined if the sheet has no column of any of these.
 * @param names reads the names of a row's speakers
 */
export function withSubmittersFrom(
  sheet: Sheet,
  mapping: Mapping,
  directory: SpeakerDirectory,
  names: ((cells: readonly string[]) => string) | undefined,
): { readonly sheet: PreparedSheet; readonly counts: SubmitterCounts } | undefined {
  const ways: ((cells: readonly string[]) => Lookup | undefined)[] = [];
  const inColumns = (columns: readonly number[], find: (cell: string) => Lookup) => {
    for (const index of columns) {
      ways.push((cells) => ((cells[index] ?? '').trim() === '' ? undefined : find(cells[index] ?? '')));
    }
  };
  if (directory.hasIds) inColumns(speakerIdColumns(sheet.columns), directory.byId);
  if (directory.hasSubmissions) inColumns(submissionIdColumns(sheet.columns), directory.bySubmission);
  if (names !== undefined) {
    ways.push((cells) => (names(cells).trim() === '' ? undefined : directory.byName(names(cells))));
  }
  if (ways.length === 0) return undefined;
  return complete(sheet, mapping, [emailField, 'submitter_first_name', 'submitter_last_name'], (cells) => {
    const found: Lookup[] = [];
    for (const way of ways) {
      const result = way(cells);
      if (result?.kind === 'found') {
        const { email, first, last } = result.entry;
        return { values: [email, first, last], others: result.others };
      }
      if (result !== undefined) found.push(result);
    }
    const failed = found.at(-1);
    return { problem: { field: emailField, code: 'unknown_speaker', message: reasonOf(failed, directory.file) } };
  });
}

const emailField = 'submitter_email';

type Given = { readonly values: readonly string[]; readonly others: number } | { readonly problem: PeopleFault };

/** Writes the values into the columns of the fields; a field without a column gets a new one. */
function complete(
  sheet: Sheet,
  { mapped }: Mapping,
  fields: readonly string[],
  give: (cells: readonly string[]) => Given,
): { readonly sheet: PreparedSheet; readonly counts: SubmitterCounts } {
  const { columns, delimiter } = sheet;
  const counts: SubmitterCounts = { own: 0, given: 0, several: 0 };
  const email = mapped.find(({ target }) => target === emailField);
  const added = fields.filter((field) => mapped.every(({ target }) => target !== field));
  const indexes = fields.map((field) => {
    const known = mapped.find(({ target }) => target === field);
    return known?.index ?? columns.length + added.indexOf(field);
  });

  function prepare(row: Row): PreparedRow {
    const cells = [...fitCells(row.cells, columns.length, delimiter)];
    while (cells.length < columns.length + added.length) cells.push('');
    if (row.fault !== undefined || cells.every((cell) => cell.trim() === '')) return { ...row, cells };
    if (email !== undefined && readCell(email, cells) !== '') {
      counts.own++;
      return { ...row, cells };
    }
    const given = give(cells);
    if ('problem' in given) return { ...row, cells, problems: [given.problem] };
    counts.given++;
    if (given.others > 0) counts.several++;
    indexes.forEach((index, at) => {
      if (at === 0 || (cells[index] ?? '').trim() === '') cells[index] = given.values[at] ?? '';
    });
    return { ...row, cells };
  }

  async function* batches(): AsyncGenerator<readonly PreparedRow[]> {
    for await (const rows of sheet.batches) yield rows.map(prepare);
  }
  return { sheet: { ...sheet, columns: [...columns, ...added], batches: batches() }, counts };
}

function reasonOf(failed: Lookup | undefined, file: string): string {
  if (failed === undefined || failed.kind === 'found') return `the row names no speaker to look up in ${file}`;
  const { kind, what, candidates } = failed;
  const named = candidates
    .map(({ first, last, email, line }) => `${fullName(first, last) || email} (line ${line})`)
    .join(', ');
  if (kind === 'ambiguous') return `${candidates.length} speakers of ${file} match ${JSON.stringify(what)}: ${named}`;
  const similar = named === '' ? '' : `; similar: ${named}`;
  return `no speaker of ${file} matches ${JSON.stringify(what)}${similar}`;
}
