// Reads a table whose rows have times. If only the time zone is missing, it is asked for, and the
// rows are read once more. Must not know what the rows are for.
import { readDay } from '../../columns/dates/read-time.ts';
import type { TimeOptions } from '../../columns/dates/time-reading.ts';
import type { Mapping, MappingOptions, Requirement } from '../../columns/mapping.ts';
import {
  type CellFault,
  mappingTerms,
  readTable,
  type TableRow,
} from '../../columns/read-table.ts';
import type { FieldSpecs, TableSpec } from '../../columns/table-spec.ts';
import { quoted } from '../../contract/amount.ts';
import { type InputFault, InvalidInputError } from '../../errors.ts';
import { refuseMergedCells, withSharedValues } from '../../files/merged-areas.ts';
import type { Sheet } from '../../files/table.ts';
import { type AskableTime, readAsking } from './unreadable-rows.ts';

export interface TableOptions extends AskableTime {
  readonly file: string;
  /** `Column=field` each. */
  readonly map: readonly string[];
  readonly mapColumns: (options: MappingOptions) => Promise<Mapping>;
}

/** What the rows of a table are taken with. */
export interface Taking {
  readonly mapping: Mapping;
  readonly time: TimeOptions;
  /** Adds what is wrong with a row beside its cells. */
  readonly addFault: (row: Pick<TableRow, 'row' | 'line'>, fault: CellFault) => void;
  /** Whether a row has faults so far, and is left out for them. */
  readonly isLeftOut: (row: Pick<TableRow, 'row'>) => boolean;
}

/**
 * Reads all rows, and reports the faults of all of them together.
 * @param take makes of all rows what they are for, without those that are left out; called again if
 * they are read again
 * @returns what is made of the rows, and the faults of those that are left out; a table without
 * dates has clock times on the first day of the event
 * @throws {InvalidInputError} if a column is missing, and for rows that cannot be read
 * @throws {UsageError} for a mapping that does not fit the columns
 */
export async function readTimedTable<Fields extends FieldSpecs, Result>(
  { sheet: sheetOfFile, spec }: { readonly sheet: Sheet; readonly spec: TableSpec<Fields> },
  { file, map, mapColumns, ...askable }: TableOptions,
  take: (rows: readonly TableRow<Fields>[], taking: Taking) => Result,
) {
  const { mustRename, isForSending = false } = askable;
  const mapping = await mapColumns({ ...mappingTerms(sheetOfFile, spec), map, mustRename });
  const { mapped } = mapping;
  const indexesOf = (some: Mapping['mapped']) => some.map(({ index }) => index);
  const shared = mapped.filter(({ target }) => sharedTargets.has(target));
  const sheet = withSharedValues(sheetOfFile, indexesOf(shared));
  refuseMergedCells(sheet, indexesOf(mapped));
  return readAsking(file, askable, (options) => {
    const { isDateless } = readTable({ spec, mapping, sheet }, { time: options });
    const firstDay = isDateless ? dayOfSheet(sheet, options) : options.firstDay;
    const time = { ...options, firstDay };
    const table = readTable({ spec, mapping, sheet }, { time });
    const rows = [...table.rows()];
    const faults: InputFault[] = [];
    const faulty = new Set<number>();
    const addFault: Taking['addFault'] = ({ row, line }, fault) => {
      faults.push({ file, row, line, ...fault });
      faulty.add(row);
    };
    const isLeftOut: Taking['isLeftOut'] = ({ row }) => isForSending && faulty.has(row);
    for (const row of rows) for (const fault of row.faults) addFault(row, fault);
    const result = take(rows, { mapping, time, addFault, isLeftOut });
    const inOrder = faults.toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0));
    return { mapping, isDateless, firstDay, result, faults: inOrder };
  });
}

/** Merged downwards, they are those of each row; a title would be one session. */
const sharedTargets: ReadonlySet<string> = new Set(['date', 'timezone', 'room', 'track']);

/**
 * The day of the times of a sheet without dates: that of its name, such as `Friday`, if it is one.
 * @throws {InvalidInputError} for a name that can be several days, or contradicts itself
 */
function dayOfSheet({ file, name }: Sheet, options: TimeOptions): string | undefined {
  const { firstDay } = options;
  if (name === undefined) return firstDay;
  const named = readDay(name, options);
  if (named.ok) return named.day;
  if (firstDay === undefined || named.problem === 'format') return firstDay;
  throw new InvalidInputError(`the day of the sheet ${quoted(name)} of ${file} is unclear`, {
    details: [{ file, sheet: name, message: named.message }],
    fix: 'name the sheet for its date, such as 2026-06-05, or add a column "Date"',
  });
}

/** A table has a column of at least one of these targets. */
export function oneOf(...targets: readonly string[]): Requirement {
  return { name: targets.join(' or '), anyOf: targets.map((target) => [target]) };
}
