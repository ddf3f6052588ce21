// Shows the schedule of a program as it would be after a merge, as rows that a plan can read. Must not know how they are planned.
import { isOwnOutput } from '../columns/own-output.ts';
import { type InputFault, InvalidInputError } from '../errors.ts';
import { guard } from '../files/csv-write.ts';
import type { Row, Sheet } from '../files/table.ts';
import { compareSides, type ProgramComparison, type Sides } from './comparison.ts';
import { isEqual, type MergeOptions } from './merge.ts';
import type { ProgramTable } from './table.ts';

export interface ScheduleSheetOptions extends MergeOptions {
  /** The titles that the file of submissions changes, by id. */
  readonly titles: ReadonlyMap<string, string | undefined>;
}

/**
 * The rows of a schedule: what only the service has changed is as in the service, so that a plan changes only what the
 * file has changed. Columns of the user's own, such as durations and speakers, are part of it. A placed session has no
 * title, because its submission may be about to get another one.
 * @param found is filled in
 * @throws {InvalidInputError} if the title of a row is changed, and not that of its submission
 */
export async function mergedSchedule(
  sides: Sides & { readonly table: ProgramTable },
  found: ProgramComparison,
  options: ScheduleSheetOptions,
): Promise<Sheet> {
  const { table, service, base } = sides;
  const { file, header } = table;
  const columns = [...header.columns];
  for (const [field, at] of header.positions) columns[at] = field;
  const isGuarded = isOwnOutput(columns);
  const rows: Row[] = [];
  const faults: InputFault[] = [];
  for await (const { id, row, values } of compareSides(sides, found, options)) {
    if (row === undefined || values === undefined) continue;
    const { line } = row;
    const seen = (base ?? service).get(id)?.title;
    const title = row.values.title ?? '';
    const known = [seen, service.get(id)?.title, options.titles.get(id)];
    const isKnown = known.some((other) => other !== undefined && isEqual('title', other, title));
    if (seen !== undefined && header.positions.has('title') && !isKnown) {
      faults.push({ file, line, column: 'title', message: 'is changed here, and is the title of another submission' });
    }
    const isNamedById = seen !== undefined && header.positions.has('submission_id');
    const written = { ...values, submission_id: id, ...(isNamedById && { title: '' }) };
    const cells = columns.map((_, at) => row.cells[at] ?? '');
    for (const [field, value] of Object.entries(written)) {
      const at = header.positions.get(field);
      if (at !== undefined) cells[at] = isGuarded ? guard(value) : value;
    }
    rows.push({ row: rows.length + 1, line, cells, fault: undefined });
  }
  if (faults.length > 0) {
    throw new InvalidInputError(`${file} changes ${faults.length === 1 ? 'a title' : 'titles'}`, {
      details: faults,
      fix: 'change titles in the file of submissions; the schedule shows them only',
    });
  }
  return { file, delimiter: ',', columns, rows };
}
