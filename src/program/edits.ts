// Finds what the files of a program change in its records, as the changes of a plan. Must not
// decide whether they can be sent.

import { asCreation, asEdit, type Change } from '../changes/change.ts';
import { isOwnOutput } from '../columns/own-output.ts';
import { recordName } from '../columns/record-name.ts';
import { byResource, type FileResource, type RecordResource } from '../contract/endpoint.ts';
import { creationOf } from '../contract/index.ts';
import { comparedTitle, foldKey } from '../contract/key.ts';
import { isSameValue } from '../contract/likeness.ts';
import { type InputFault, InvalidInputError } from '../errors.ts';
import { guard } from '../files/csv-write.ts';
import type { Sheet } from '../files/table.ts';
import {
  compareSides,
  hasPlace,
  noCounts,
  type ProgramComparison,
  type Sides,
} from './comparison.ts';
import type { FileRow, ProgramTable } from './csv-files.ts';
import { programFiles } from './files.ts';
import type { Values } from './merge.ts';
import { openProgram, type ProgramOptions, type ProgramStatus } from './program.ts';
import type { ProgramRecord } from './records.ts';

interface Edits {
  /** Of existing records, with the values that they are based on; and new records. */
  readonly changes: readonly Change[];
}

interface RemovedRow {
  readonly id: string;
  /** Of the record; empty if it has none. */
  readonly title: string;
}

/** How many removed rows are listed. */
const listedRows = 1000;

/** The records whose rows the file no longer has: the first ones; the comparison counts all. */
function removedRows(
  { resource, base, service }: Sides,
  { rows }: ProgramComparison,
): readonly RemovedRow[] {
  return rows
    .flatMap(({ id, row }): RemovedRow | readonly [] => {
      const before = base?.get(id);
      const isNew = before !== undefined && before.isRemoved !== true && service.has(id);
      if (row !== undefined || !isNew) return [];
      return { id, title: recordName(resource, before.values) };
    })
    .slice(0, listedRows);
}

/**
 * Its edits since the base, whether or not the service has them already, so that a run that is
 * repeated has the same rows. Without a base, what differs from the service. What is overwritten
 * begins from the value that the service has now.
 */
function editsOf(sides: Sides, { rows }: ProgramComparison, { overwrite }: ProgramOptions): Edits {
  const changes: Change[] = [];
  for (const { id, row } of rows) {
    if (row === undefined) continue;
    const wish = wishOf(sides, id, row, overwrite !== undefined);
    if (wish !== undefined) changes.push({ row: changes.length + 1, line: row.line, ...wish });
  }
  return { changes };
}

/**
 * What a row wants of its record, or of a new one; undefined if it has not been edited.
 * @param overwrites whether an edit begins from the value that the service has now
 */
function wishOf(
  { resource, base, service }: Sides,
  id: string,
  { id: ownId, values }: FileRow,
  overwrites: boolean,
) {
  const endpoint = creationOf(resource);
  const { onlyCreated } = programFiles[resource];
  const there = service.get(id)?.values;
  // A row without an id may become a record meanwhile, and remains the same change.
  const before = base?.get(id)?.values ?? (ownId === '' ? undefined : there);
  if (before === undefined) {
    const given = Object.entries(values).filter(([, value]) => value.trim() !== '');
    return asCreation(endpoint, ownId === '' ? undefined : ownId, Object.fromEntries(given));
  }
  // What was never shown is an edit if it has a value: against the base, or if it can be sent.
  const isEdit = (field: string) => base?.has(id) === true || !onlyCreated.has(field);
  const edited = Object.entries(values).filter(([field, to]) => {
    const seen = before[field] ?? (there?.[field] === undefined && isEdit(field) ? '' : undefined);
    return seen !== undefined && !isSameValue(field, seen, to);
  });
  if (edited.length === 0) return undefined;
  const replaced = overwrites ? { ...before, ...there } : before;
  const fields = edited.map(([field, to]) => [field, { from: replaced[field], to }]);
  return asEdit(endpoint, id, Object.fromEntries(fields));
}

/** Everything that the files of a program change. */
export interface ProgramEdits extends ProgramStatus {
  /** Whether addresses, phone numbers, notes and feedback are in the files. */
  readonly hasPrivateColumns: boolean;
  /** Undefined if the file does not exist. */
  readonly speakers: Edits | undefined;
  readonly submissions: Edits | undefined;
  readonly removed: Readonly<Record<FileResource, readonly RemovedRow[]>>;
  /** The addresses of submitters that the service shows, in the form in which they are compared. */
  readonly submitters: ReadonlySet<string>;
  /** As they are in the folder. */
  readonly tables: Readonly<Record<FileResource, ProgramTable | undefined>>;
  /** The rows of the schedule, without what only the service has changed. */
  readonly schedule: Sheet | undefined;
}

/** The edits of the schedule alone. */
export function editsOfSchedule(edits: ProgramEdits): ProgramEdits {
  const { sessions } = edits.comparisons;
  const comparisons = { speakers: noEdits, submissions: noEdits, sessions };
  return { ...edits, comparisons, speakers: undefined, submissions: undefined };
}

const noEdits: ProgramComparison = { counts: noCounts(), conflicts: [], rows: [] };

/**
 * Reads the files, and the service.
 * @throws {InvalidInputError} for files that cannot be read, and for titles that only the schedule
 *   changes
 */
export async function readEdits(options: ProgramOptions): Promise<ProgramEdits> {
  const { manifest, sides, hasBase } = await openProgram(options);
  const comparisons = byResource((resource) => compareSides(sides[resource], options));
  const editsIn = (resource: RecordResource) =>
    sides[resource].table && editsOf(sides[resource], comparisons[resource], options);
  const submissions = editsIn('submissions');
  const titles = (submissions?.changes ?? []).flatMap(({ names, fields }): [string, string][] =>
    names.id === undefined || fields.title == null ? [] : [[names.id, fields.title]],
  );
  const { table } = sides.sessions;
  return {
    hasBase,
    comparisons,
    hasPrivateColumns: manifest?.privateColumns === true,
    speakers: editsIn('speakers'),
    submissions,
    removed: byResource((resource) => removedRows(sides[resource], comparisons[resource])),
    tables: byResource((resource) => sides[resource].table),
    submitters: new Set([...sides.submissions.service.values()].map(submitterOf)),
    schedule:
      table && mergedSchedule({ ...sides.sessions, table }, comparisons.sessions, new Map(titles)),
  };
}

function submitterOf({ values }: ProgramRecord): string {
  return foldKey(values.submitter_email ?? '');
}

/**
 * The rows of a schedule: what only the service has changed is as in the service, so that a plan
 * changes only what the file has changed. Columns of the user's own, such as durations and
 * speakers, are part of it. A placed session has no title, because its submission may be about to
 * get another one.
 * @param titles that the file of submissions changes, by id
 * @throws {InvalidInputError} if the title of a row is changed, and not that of its submission
 */
function mergedSchedule(
  { table, service, base }: Sides & { readonly table: ProgramTable },
  comparison: ProgramComparison,
  titles: ReadonlyMap<string, string>,
): Sheet {
  const { file, positions } = table;
  const columns = [...table.columns];
  for (const [field, at] of positions) columns[at] = field;
  const isGuarded = isOwnOutput(columns);
  const faults: InputFault[] = [];
  const titlesOfAll = new Set(
    [...service.values()].map(({ values }) => comparedTitle(values.title)),
  );
  const seen = new Set<string>();
  const unplaced = new Set<string>();
  const rows = comparison.rows.flatMap(({ id, row, values }) => {
    if (row === undefined || values === undefined) return [];
    // No further row is the place of a talk whose first row has none.
    if (unplaced.has(id)) return [];
    const isFirst = id !== '' && !seen.has(id);
    seen.add(id);
    if (isFirst && !hasPlace(values)) {
      unplaced.add(id);
      if (!service.has(id)) return [];
    }
    return [{ line: row.line, cells: cellsOf(id, row, values) }];
  });
  if (faults.length > 0) {
    throw new InvalidInputError(`${file} changes ${faults.length === 1 ? 'a title' : 'titles'}`, {
      details: faults,
      fix: 'change titles in the file of submissions; the schedule shows them only',
    });
  }
  return {
    file,
    delimiter: ',',
    columns,
    rows: rows.map((row, index) => ({ ...row, row: index + 1, fault: undefined })),
  };

  function cellsOf(id: string, row: FileRow, values: Values): readonly string[] {
    const there = service.get(id)?.values.title;
    const seen = base?.get(id)?.values.title ?? there;
    const { title = '' } = row.values;
    const isKnown = [seen, there, titles.get(id)].some(
      (one) => one !== undefined && isSameValue('title', one, title),
    );
    // Without a base, the title of a record may be an older one.
    const compared = comparedTitle(title);
    const isOfOther = titlesOfAll.has(compared) && compared !== comparedTitle(seen);
    const isOther = base !== undefined || isOfOther;
    if (seen !== undefined && positions.has('title') && !isKnown && isOther) {
      const message = base === undefined ? 'is the title of another submission' : 'is changed here';
      faults.push({ file, line: row.line, column: 'title', message });
    }
    const isNamedById = seen !== undefined && positions.has('submission_id');
    const written = { ...values, submission_id: id, ...(isNamedById && { title: '' }) };
    const cells = columns.map((_, at) => row.cells[at] ?? '');
    for (const [field, value] of Object.entries(written)) {
      const at = positions.get(field);
      if (at !== undefined) cells[at] = isGuarded ? guard(value) : value;
    }
    return cells;
  }
}
