// Opens the file of rows that a command names, as its flags specify, and prints how it was read.
import { refuseSecondHeader } from '../columns/missing-columns.ts';
import { asOwnCsv } from '../columns/own-output.ts';
import { isHeaderOf } from '../columns/vocabulary.ts';
import { type FileSource, fileSource } from '../files/source.ts';
import type { Contents, SheetNotice } from '../files/table.ts';
import type { Context } from './context.ts';
import type { ColumnFlags } from './flag-sets.ts';
import type { Some } from './flags.ts';
import { amount, listText, namedColumns, plural, quoted } from './output/text.ts';
import { openSource } from './user-files.ts';

/**
 * @param path `-` is standard input
 * @param contents what is wanted of a file with several kinds of records
 * @param other a file that the flags of the command are not about: its own encoding, and which header is wanted
 * @throws {UsageError} if the file cannot be read
 */
export async function openRows(
  context: Context<Some<ColumnFlags>>,
  path: string,
  contents: Contents,
  other?: { readonly encoding?: string | undefined; readonly isHeader?: (cells: readonly string[]) => boolean },
): Promise<FileSource> {
  const { encoding } = other ?? context.flags;
  const sheet = other === undefined ? context.flags.sheet : undefined;
  const { file, open } = await openSource(context.io, path);
  const source = fileSource(file, open, {
    encoding,
    contents,
    isHeader: other?.isHeader ?? ((cells) => isHeaderOf(cells, contents)),
    sheet,
    signal: context.io.stopped,
    onNotice: (notice) => context.notice(sheetNoticeText(notice, { isChosenByFlag: other === undefined })),
  });
  return {
    ...source,
    async open() {
      const sheet = await source.open();
      refuseSecondHeader(sheet, contents);
      return asOwnCsv(sheet);
    },
  };
}

function sheetNoticeText(notice: SheetNotice, { isChosenByFlag }: { readonly isChosenByFlag: boolean }): string {
  const { file } = notice;
  switch (notice.kind) {
    case 'sheet_chosen': {
      const others = notice.others.map(({ name, isHidden }) => `${quoted(name)}${isHidden ? ' (hidden)' : ''}`);
      return `Reading ${quoted(notice.sheet)} of ${file}. Not read: ${listText(others, namedColumns)}${isChosenByFlag ? ' (--sheet selects another)' : ''}.`;
    }
    case 'one_page':
      return `${file} is one page of several: it has ${amount(notice.records, 'record')}, and the others are not read.`;
    case 'language_chosen': {
      const others = notice.others.join(', ');
      return `${quoted(notice.column)} of ${file} is in several languages: ${notice.used} is read, and ${others} where it is missing.`;
    }
    case 'cancelled_events':
      return `Not read: ${amount(notice.count, 'cancelled event')} of ${file}.`;
    case 'all_day_events':
      return `Not read: ${amount(notice.count, 'all-day event')} of ${file}.`;
    case 'ends_before_start':
      return `Warning: ${file}:${notice.line}: ${quoted(notice.title)} ends before it begins, and is not read.`;
    case 'lines_skipped': {
      const { first, last, text } = notice;
      const lines = first === last ? `line ${first}` : `lines ${first}–${last}`;
      return `Skipped ${lines} of ${file}, above the header: ${quoted(text)}.`;
    }
    case 'cells_without_header':
      return `Not read: cells to the right of the header, in ${amount(notice.count, 'row')} of ${file}; the first is row ${notice.line}.`;
    case 'hidden_rows':
      return `${file} has ${amount(notice.count, 'hidden row')}; ${plural(notice.count, 'it is', 'they are')} read like the others.`;
  }
}
