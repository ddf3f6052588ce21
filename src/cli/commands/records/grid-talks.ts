// Reads the talks of a schedule that is a grid, for an import of submissions.
// Must not know what is sent.
import { breakRows } from '../../../columns/breaks.ts';
import { listFaults } from '../../../columns/fault-list.ts';
import { quoteCell } from '../../../columns/quote.ts';
import { amount } from '../../../contract/amount.ts';
import { type InputFault, InvalidInputError } from '../../../errors.ts';
import type { FileSource } from '../../../files/source.ts';
import type { Sheet } from '../../../files/table.ts';
import type { ImportOptions } from '../../../import/options.ts';
import type { FindSubmitter, Submitters } from '../../../import/submitters.ts';
import { readPeople } from '../../../people/people.ts';
import { readTalksIfGrid } from '../../../schedule/grid/grid-or-list.ts';
import { submissionOf } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import { noticeGrid } from '../sessions/file-notices.ts';
import { layoutOf } from '../sessions/schedule-file.ts';
import type { ImportFlags } from './file-flags.ts';

type GridOptions = Pick<ImportOptions, 'source' | 'submitters' | 'findExisting'>;

/**
 * What an import takes from a grid; undefined for a list, which can still be opened.
 * @param submitters gives addresses to talks without one
 * @throws {InvalidInputError} for a grid that cannot be read
 * @throws {UsageError} for flags that are about a list
 */
export async function readGridTalks(
  context: Context<ImportFlags>,
  source: FileSource,
  submitters: Submitters | undefined,
): Promise<GridOptions | undefined> {
  const { file } = source;
  const options = {
    file,
    layout: layoutOf(context),
    time: noTime,
  };
  const grid = readTalksIfGrid(await source.tables(), options);
  if (grid === undefined) return undefined;
  await noticeGrid(context, grid, file);
  return {
    source: { ...source, open: async () => grid.sheet },
    submitters: submitters && requiringAddresses(submitters),
    findExisting(records) {
      return grid.existing(records.map((record) => submissionOf(record, noTime)));
    },
  };
}

/** No time is read: days are only distinguished from rooms and notes. */
const noTime = { timeZone: undefined };

/** Reports all talks without an address together: a grid has no columns that could be mapped. */
function requiringAddresses(submitters: Submitters): Submitters {
  return {
    ...submitters,
    async open(sheet, terms) {
      const find = await submitters.open(sheet, terms);
      const lacking = withoutAddress(sheet, find);
      if (lacking.length === 0) return find;
      const talks = amount(lacking.length, 'talk has', 'talks have');
      throw new InvalidInputError(`${talks} no address of a submitter`, {
        details: listFaults(lacking).listed,
        fix: [
          'pass one address for all of them with --submitter-email ADDRESS',
          'or a file of speakers who have addresses with --speakers FILE',
        ].join(', '),
      });
    },
  };
}

function withoutAddress(sheet: Sheet, find: FindSubmitter | undefined): readonly InputFault[] {
  const { file, columns, rows } = sheet;
  const isBreak = breakRows(columns);
  const cellOf = (cells: readonly string[], column: string) => cells[columns.indexOf(column)] ?? '';
  return rows.flatMap(({ line, cells, fault }): readonly InputFault[] => {
    const { people } = readPeople(cellOf(cells, 'speakers'));
    const hasAddress =
      cellOf(cells, 'submitter_email') !== '' ||
      (people.length > 0 && people.every(({ email }) => email !== undefined));
    if (fault !== undefined || hasAddress || isBreak(cells)) return [];
    const found = find?.(cells);
    if (found !== undefined && 'fields' in found) return [];
    const why = found?.fault.message ?? 'the grid has no address of its submitter';
    return [{ file, line, message: `${quoteCell(cellOf(cells, 'title'))}: ${why}` }];
  });
}
