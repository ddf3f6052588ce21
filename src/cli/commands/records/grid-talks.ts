// Reads the talks of a schedule that is a grid, for an import of submissions.
// Must not know what is sent.
import { placeText } from '../../../changes/file-place.ts';
import type { RecordData } from '../../../client/response.ts';
import { quoteCell } from '../../../columns/quote.ts';
import type { FileSource } from '../../../files/source.ts';
import { noSubmitter, type Submitters, submitterAddress } from '../../../import/submitters.ts';
import { readTalksIfGrid } from '../../../schedule/grid/grid-or-list.ts';
import { submissionOf } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import { toLine } from '../../output/terminal-text.ts';
import { noticeGrid } from '../sessions/file-notices.ts';
import { layoutOf } from '../sessions/schedule-file.ts';
import type { ImportFlags } from './file-flags.ts';

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
) {
  const { file } = source;
  const options = {
    file,
    encoding: context.flags.encoding,
    layout: layoutOf(context),
    time: noTime,
  };
  const grid = readTalksIfGrid(await source.tables(), options);
  if (grid === undefined) return undefined;
  await noticeGrid(context, grid, file);
  for (const { text, ...place } of grid.unread) {
    const where = `${file} ${placeText(place)}`;
    const what = `${quoteCell(text)} beside the title is not read as people`;
    await context.notice(toLine(`Warning: ${where}: ${what}.`));
  }
  return {
    source: { ...source, open: async () => grid.sheet },
    submitters: submitters && requiringAddresses(submitters),
    oneRowPer: 'talk' as const,
    findExisting: (records: readonly RecordData[]) =>
      grid.existing(records.map((record) => submissionOf(record, noTime))),
  };
}

/** No time is read: days are only distinguished from rooms and notes. */
const noTime = { timeZone: undefined };

/** A grid has no columns that could be mapped to addresses. */
function requiringAddresses(submitters: Submitters): Submitters {
  return {
    ...submitters,
    async open(file) {
      const find = await submitters.open(file);
      return (row) => find?.(row) ?? { fault: withoutAddress(row.values.title) };
    },
  };
}

function withoutAddress(title = '') {
  const message = `${quoteCell(title)}: the grid has no address of its submitter`;
  return { field: submitterAddress, code: noSubmitter, message };
}
