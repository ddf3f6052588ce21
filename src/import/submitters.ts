// Gives the rows of a file of submissions the addresses that it lacks: from a file of speakers, or one for all. Pure.
import { breakRows } from '../columns/break-rows.ts';
import { fieldReader, readCell } from '../columns/cell.ts';
import { elementsCell, withoutMarks, withPeople } from '../columns/elements.ts';
import type { Mapping } from '../columns/mapping.ts';
import { fullName } from '../columns/person-name.ts';
import { divideRow } from '../columns/row-division.ts';
import { type PeopleFault, peopleColumns, readRowPeople } from '../columns/row-people.ts';
import type { Row, Sheet } from '../files/table.ts';
import type { NameColumns } from './name-columns.ts';
import { fitCells } from './rejects.ts';
import { columnsNamed, type Lookup, ownSubmissionIds, type SpeakerDirectory, speakerIds } from './speaker-directory.ts';

/** Counted while the rows are read. */
export interface SubmitterCounts {
  /** Rows with an address of their own. */
  own: number;
  /** Rows that were given an address. */
  given: number;
}

/** A row with what was found in it before its cells are checked. */
export interface PreparedRow extends Row {
  /** What is wrong with it. */
  readonly problems?: readonly PeopleFault[] | undefined;
  /** What is doubtful in it. */
  readonly warnings?: readonly PeopleFault[] | undefined;
  /** The people whom it names beside the submitter. */
  readonly others?: readonly string[] | undefined;
  /** The cells as they were before the row was divided. */
  readonly whole?: readonly string[] | undefined;
}

export interface PreparedSheet extends Sheet {
  readonly rows: readonly PreparedRow[];
}

/** A sheet with the addresses that were given to its rows. */
export interface Completed {
  readonly sheet: PreparedSheet;
  readonly counts: SubmitterCounts;
  /** The names of the columns that were looked up. */
  readonly lookedUp?: readonly string[];
}

/** Every row without an address gets this one, except breaks. @param mapping of the sheet, in which the address may have no column */
export function withOneSubmitter(sheet: Sheet, mapping: Mapping, email: string): Promise<Completed> {
  const isBreak = breakRows(sheet.columns, mapping.mapped);
  return complete(sheet, mapping, [emailField], (cells) =>
    isBreak(cells) ? undefined : { values: [email], others: [] },
  );
}

/**
 * Every row without an address gets that of its submitter in a file of speakers: by the speaker's id, the submission's,
 * or the speaker's name. Undefined if the sheet has no column of any of these.
 */
export async function withSubmittersFrom(
  sheet: Sheet,
  mapping: Mapping,
  directory: SpeakerDirectory,
  names: NameColumns | undefined,
): Promise<Completed | undefined> {
  const lookedUp: number[] = [];
  const ways: ((cells: readonly string[]) => Lookup | undefined)[] = [];
  const inColumns = (headers: ReadonlySet<string>, find: (cell: string) => Lookup) => {
    const columns = columnsNamed(sheet.columns, headers);
    lookedUp.push(...columns);
    for (const index of columns) {
      ways.push((cells) => ((cells[index] ?? '').trim() === '' ? undefined : find(cells[index] ?? '')));
    }
  };
  const { byId, bySubmission } = directory;
  if (byId !== undefined) inColumns(speakerIds, byId);
  if (bySubmission !== undefined) inColumns(ownSubmissionIds, bySubmission);
  if (names !== undefined) {
    lookedUp.push(...names.indexes);
    ways.push((cells) =>
      names.read(cells).trim() === '' ? undefined : directory.byName(names.read(cells), names.form),
    );
  }
  if (ways.length === 0) return undefined;
  const isBreak = breakRows(sheet.columns, mapping.mapped);
  const fields = [emailField, 'submitter_first_name', 'submitter_last_name'];
  const done = await complete(sheet, mapping, fields, (cells) => {
    const found: Lookup[] = [];
    for (const way of ways) {
      const result = way(cells);
      if (result?.kind === 'found') {
        const { email, first, last } = result.entry;
        return { values: [email, first, last], others: result.others, warnings: similarName(result) };
      }
      if (result !== undefined) found.push(result);
    }
    if (isBreak(cells)) return undefined;
    return { problem: unknownSpeaker(found.at(-1), directory) };
  });
  return { ...done, lookedUp: lookedUp.map((index) => sheet.columns[index] ?? '') };
}

/** A row with a name and an empty cell for the address gets that of the speaker with this name. @param load is called if there is one */
export function withMissingSubmitters(
  sheet: Sheet,
  mapping: Mapping,
  names: NameColumns,
  load: () => Promise<SpeakerDirectory>,
): Promise<Completed> {
  const isBreak = breakRows(sheet.columns, mapping.mapped);
  let directory: SpeakerDirectory | undefined;
  return complete(sheet, mapping, [emailField], async (cells) => {
    const name = names.read(cells);
    if (name === '' || isBreak(cells)) return undefined;
    directory ??= await load();
    const found = directory.byName(name, names.form);
    if (found.kind !== 'found') return { problem: unknownSpeaker(found, directory) };
    // Of several people, it is unknown who submits the talk.
    if (found.others.length > 0) return undefined;
    return { values: [found.entry.email], others: [], warnings: similarName(found) };
  });
}

function unknownSpeaker(failed: Lookup | undefined, { file }: SpeakerDirectory): PeopleFault {
  return { field: emailField, code: 'unknown_speaker', message: reasonOf(failed, file) };
}

const emailField = 'submitter_email';

/** Undefined for a break. */
type Given =
  | {
      readonly values: readonly string[];
      readonly others: readonly string[];
      readonly warnings?: readonly PeopleFault[];
    }
  | { readonly problem: PeopleFault }
  | undefined;

/**
 * Writes the values into the columns of the fields. A field without a column gets a new one, which has what the row itself
 * says if no value is given.
 */
async function complete(
  sheet: Sheet,
  mapping: Mapping,
  fields: readonly string[],
  give: (cells: readonly string[]) => Given | Promise<Given>,
): Promise<Completed> {
  const { columns, delimiter } = sheet;
  const { mapped } = mapping;
  const counts: SubmitterCounts = { own: 0, given: 0 };
  const people = peopleColumns(mapping);
  const readFields = fieldReader(mapping);
  const email = mapped.find(({ target }) => target === emailField);
  const added = fields.filter((field) => mapped.every(({ target }) => target !== field));
  const indexes = fields.map((field) => {
    const known = mapped.find(({ target }) => target === field);
    return known?.index ?? columns.length + added.indexOf(field);
  });

  async function prepare(given: Row): Promise<PreparedRow> {
    if (added.length === 0 && given.fault === undefined && email !== undefined && readCell(email, given.cells) !== '') {
      counts.own++;
      return given;
    }
    const row = withPeople(given, mapping);
    const fitted = fitCells(row.cells, columns.length, delimiter);
    const division = divideRow(fitted, people, mapping);
    const { rows: [own = fitted] = [], others } = division ?? {};
    const prepared = withoutMarks(await completed(row, own, others));
    if (division === undefined) return prepared;
    return { ...prepared, whole: [...fitted, ...prepared.cells.slice(columns.length)] };
  }

  async function completed(
    row: Row,
    own: readonly string[],
    others: readonly string[] | undefined,
  ): Promise<PreparedRow> {
    const cells = [...own];
    while (cells.length < columns.length + added.length) cells.push('');
    if (row.fault !== undefined || cells.every((cell) => cell.trim() === '')) return { ...row, cells };
    const values = readFields(own);
    const ownValues = fields.map((field) => values[field]);
    if (email !== undefined && readCell(email, cells) !== '') {
      counts.own++;
      const { faults, warnings } = readRowPeople(own, values, people, {});
      const unclear = faults.filter(({ field }) => field !== emailField);
      const doubts = unclear.map((fault) => ({ ...fault, message: `${fault.message}; the name is not imported` }));
      const filled = fill(cells, unclear.length > 0 ? [] : ownValues);
      // Only then do the names have another column than the one that was read.
      return { ...row, cells: filled, others, ...(added.length > 0 && { warnings: [...doubts, ...warnings] }) };
    }
    const given = await give(cells);
    if (given === undefined) return { ...row, cells };
    if ('problem' in given) return { ...row, cells: fill(cells, ownValues), problems: [given.problem] };
    counts.given++;
    return { ...row, cells: fill(cells, given.values), others: given.others, warnings: given.warnings };
  }

  /** Fills the empty cells of the fields. */
  function fill(cells: readonly string[], values: readonly (string | undefined)[]): readonly string[] {
    const filled = [...cells];
    indexes.forEach((index, at) => {
      const value = values[at] ?? '';
      if ((filled[index] ?? '').trim() !== '') return;
      // A name is decided here, and is not divided when the row is checked.
      filled[index] = value === '' || fields[at] === emailField ? value : elementsCell([value]);
    });
    return filled;
  }

  const rows: PreparedRow[] = [];
  // One after the other: the first may load what the others need.
  for (const row of sheet.rows) rows.push(await prepare(row));
  return { sheet: { ...sheet, columns: [...columns, ...added], rows }, counts };
}

function similarName({ similar, entry }: Extract<Lookup, { kind: 'found' }>): readonly PeopleFault[] {
  if (similar === undefined) return [];
  const [written, name] = [similar, fullName(entry.first, entry.last)].map((text) => JSON.stringify(text));
  const message = `${written} is the speaker ${name} (${entry.place}; matched by similar names)`;
  return [{ field: emailField, code: 'similar_name', message }];
}

function reasonOf(failed: Lookup | undefined, file: string): string {
  if (failed === undefined || failed.kind === 'found') return `the row names no speaker to look up in ${file}`;
  const { kind, what, candidates } = failed;
  const named = candidates
    .map(({ first, last, email, place }) => `${fullName(first, last) || email} (${place})`)
    .join(', ');
  if (kind === 'ambiguous') return `${candidates.length} speakers of ${file} match ${JSON.stringify(what)}: ${named}`;
  const similar = named === '' ? '' : `; similar: ${named}`;
  return `no speaker of ${file} matches ${JSON.stringify(what)}${similar}`;
}
