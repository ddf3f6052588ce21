// Opens the file of rows that a command names, as its flags specify, and prints how it was read.
import { refuseSecondHeader } from '../columns/missing-columns.ts';
import { asOwnCsv, isOwnOutput } from '../columns/own-output.ts';
import { isHeaderOf, isOwnHeaderOf } from '../columns/vocabulary.ts';
import { entitiesNotice, placedTexts } from '../files/cell-notices.ts';
import { sheetWithoutEntities } from '../files/entities.ts';
import { type FileSource, fileSource } from '../files/source.ts';
import type { Contents, Sheet } from '../files/table.ts';
import type { Context } from './context.ts';
import type { ColumnFlags } from './flag-sets.ts';
import type { Some } from './flags.ts';
import { toLine } from './output/terminal-text.ts';
import { openSource } from './user-files.ts';

/**
 * @param path `-` is standard input
 * @param contents what is wanted of a file with several kinds of records
 * @param other a file that the flags of the command are not about: its own encoding, and which
 *   header is wanted
 * @throws {UsageError} if the file cannot be read
 */
export async function openRows(
  context: Context<Some<ColumnFlags>>,
  path: string,
  contents: Contents,
  other?: {
    readonly encoding?: string | undefined;
    readonly isHeader?: (cells: readonly string[]) => boolean;
  },
): Promise<FileSource> {
  const { encoding } = other ?? context.flags;
  const sheet = other === undefined ? context.flags.sheet : undefined;
  const { file, open } = await openSource(context.io, path);
  const source = fileSource(file, open, {
    encoding,
    contents,
    headers: other?.isHeader
      ? [other.isHeader]
      : [(cells) => isOwnHeaderOf(cells, contents), (cells) => isHeaderOf(cells, contents)],
    sheet,
    signal: context.io.stopped,
    hasSheetFlag: other === undefined,
    onNotice: (sentence) => context.notice(toLine(sentence)),
  });
  return {
    ...source,
    async open() {
      const sheet = await source.open();
      refuseSecondHeader(sheet, contents);
      // What this program wrote is read exactly.
      if (isOwnOutput(sheet.columns)) return asOwnCsv(sheet);
      const notice = entitiesNotice(textsOf(sheet), file);
      if (notice !== undefined) await context.notice(toLine(notice));
      return sheetWithoutEntities(sheet);
    },
  };
}

function* textsOf({ columns, rows, headerLine = 1 }: Sheet) {
  yield* placedTexts([{ line: headerLine, cells: columns }]);
  yield* placedTexts(rows, columns);
}
