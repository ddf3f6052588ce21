// Finds what the files of a program change in its records, as the changes of a plan. Must not decide whether they can be sent.

import { recordName } from '../columns/record-name.ts';
import type { RecordKind } from '../combined/kinds.ts';
import type { Sheet } from '../files/table.ts';
import type { RecordChange } from '../import/saved-plan.ts';
import { type RowFile, type SavedList, savedList } from '../runs/row-file.ts';
import { compareSides, type ProgramComparison, type Sides, startComparisons } from './comparison.ts';
import { isEqual, type MergeOptions, type Values } from './merge.ts';
import { type ProgramOptions, usingProgram } from './program.ts';
import { mergedSchedule } from './schedule-sheet.ts';

/** A record whose row the file no longer has. The API cannot remove it. */
interface RemovedRow {
  readonly id: string;
  readonly title: string;
}

export interface Edits {
  /** Of existing records, with the values that they are based on; and new records. */
  readonly changes: SavedList<RecordChange>;
  /** The first ones; the comparison counts all. */
  readonly removed: readonly RemovedRow[];
  /** How many empty cells change nothing, although the service has a value. */
  readonly emptyCells: number;
  /** The new titles, by id. */
  readonly titles: ReadonlyMap<string, string>;
}

export interface EditOptions extends MergeOptions {
  /** What an empty cell does without a snapshot. */
  readonly empty: 'keep' | 'clear';
  /** Where the changes are for as long as they are used. */
  readonly changesFile: RowFile;
}

/** How many removed rows are listed. */
const listedRows = 1000;

/**
 * Its edits since the snapshot, whether or not the service has them already, so that a run that is
 * repeated has the same rows. Without a snapshot, what differs from the service.
 * @param found is filled in
 */
async function editsOf(sides: Sides, found: ProgramComparison, options: EditOptions): Promise<Edits> {
  const { resource, base, service } = sides;
  const places: number[] = [];
  const titles = new Map<string, string>();
  const note = (change: RecordChange) => {
    const { id = '', fields } = change;
    if (fields.title?.to != null) titles.set(id, fields.title.to);
    places.push(options.changesFile.append(change));
  };
  const removed: RemovedRow[] = [];
  let emptyCells = 0;
  for await (const { id, row } of compareSides(sides, found, options)) {
    // A row without an id may become a record meanwhile, and remains the same change.
    const isNew = row?.id === '' && base?.get(id) === undefined;
    const before = isNew ? undefined : (base ?? service).get(id);
    if (row === undefined) {
      const isRemoved = before !== undefined && base?.isRemoved(id) === false && service.has(id);
      if (isRemoved && removed.length < listedRows) removed.push({ id, title: recordName(resource, before) });
    } else if (before !== undefined) {
      const edited = editedFields(row.values, before);
      // An empty cell is an edit only if it is known that it was not empty.
      const isKept = ([, { to }]: readonly [string, { readonly to: string | null }]) =>
        base === undefined && options.empty === 'keep' && to?.trim() === '';
      const fields = Object.fromEntries(Object.entries(edited).filter((entry) => !isKept(entry)));
      emptyCells += Object.keys(edited).length - Object.keys(fields).length;
      const name = recordName(resource, before);
      if (Object.keys(fields).length > 0) note({ action: 'update', id, name, line: row.line, fields });
    } else {
      const name = recordName(resource, row.values);
      note({
        action: 'create',
        ...(row.id !== '' && { id: row.id }),
        name,
        line: row.line,
        fields: givenFields(row.values),
      });
    }
  }
  const changes = savedList(places, (place) => options.changesFile.read(place) as RecordChange);
  return { changes, removed, emptyCells, titles };
}

function editedFields(values: Values, before: Values): RecordChange['fields'] {
  const edited = Object.entries(values).filter(([field, value]) => {
    const seen = before[field];
    return seen !== undefined && !isEqual(field, seen, value);
  });
  return Object.fromEntries(edited.map(([field, to]) => [field, { from: before[field], to }]));
}

function givenFields(values: Values): RecordChange['fields'] {
  const given = Object.entries(values).filter(([, value]) => value.trim() !== '');
  return Object.fromEntries(given.map(([field, to]) => [field, { from: null, to }]));
}

/** Everything that the files of a program change. */
export interface ProgramEdits {
  readonly hasSnapshot: boolean;
  /** Whether addresses, phone numbers, notes and feedback are in files of their own. */
  readonly hasPrivateColumns: boolean;
  /** Undefined if the file does not exist. */
  readonly speakers: Edits | undefined;
  readonly submissions: Edits | undefined;
  /** The rows of the schedule, without what only the service has changed. */
  readonly schedule: Sheet | undefined;
  readonly comparisons: Readonly<Record<RecordKind, ProgramComparison>>;
}

/**
 * Reads the files, and the service.
 * @throws {InvalidInputError} for files that cannot be read, and for titles that only the schedule changes
 */
export async function readEdits(options: ProgramOptions & EditOptions): Promise<ProgramEdits> {
  return usingProgram(options, async ({ manifest, sides, hasSnapshot }) => {
    const comparisons = startComparisons();
    const read = async (resource: 'speakers' | 'submissions') =>
      sides[resource].table === undefined ? undefined : editsOf(sides[resource], comparisons[resource], options);
    const speakers = await read('speakers');
    const submissions = await read('submissions');
    const { table } = sides.sessions;
    const schedule =
      table === undefined
        ? undefined
        : await mergedSchedule({ ...sides.sessions, table }, comparisons.sessions, {
            ...options,
            titles: submissions?.titles ?? new Map(),
          });
    const hasPrivateColumns = manifest?.privateColumns === true;
    return { hasSnapshot, hasPrivateColumns, speakers, submissions, schedule, comparisons };
  });
}
