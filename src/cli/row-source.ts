// Opens the file of rows that a command names, as its flags specify, and prints how it was read.

import { isHeaderOf, isOwnHeaderOf } from '../columns/header-fields.ts';
import { refuseSecondHeader } from '../columns/missing-columns.ts';
import { asOwnCsv, isOwnOutput } from '../columns/own-output.ts';
import type { FileResource } from '../contract/endpoint.ts';
import { entitiesNotice, placedTexts } from '../files/cell-notices.ts';
import { sheetWithoutEntities } from '../files/entities.ts';
import { type FileSource, fileSource, type SourceOptions } from '../files/source.ts';
import type { Sheet } from '../files/table.ts';
import type { Context } from './context.ts';
import type { ColumnFlags } from './flag-sets.ts';
import type { Some } from './flags.ts';
import { toLine } from './output/terminal-text.ts';

/**
 * Opens the file that the flags of the command are about.
 * @param path `-` is standard input
 * @param contents what is wanted of a file with several kinds of records
 * @throws {UsageError} if the file cannot be read
 */
export async function openRows(
  context: Context<Some<ColumnFlags>>,
  path: string,
  contents: FileResource,
): Promise<FileSource> {
  const { encoding, sheet } = context.flags;
  return openFile(context, path, {
    encoding,
    sheet,
    hasSheetFlag: true,
    contents,
    headers: headersOf(contents),
  });
}

/**
 * Opens a file that the flags of the command are not about.
 * @param isHeader recognizes the header that is wanted, if it is not that of the contents
 * @throws {UsageError}
 */
export async function openOtherRows(
  context: Context,
  path: string,
  reading: {
    readonly contents: FileResource;
    readonly encoding?: string | undefined;
    readonly isHeader?: (cells: readonly string[]) => boolean;
  },
): Promise<FileSource> {
  const { contents, encoding, isHeader } = reading;
  return openFile(context, path, {
    encoding,
    hasSheetFlag: false,
    contents,
    headers: isHeader === undefined ? headersOf(contents) : [isHeader],
  });
}

function headersOf(contents: FileResource): readonly ((cells: readonly string[]) => boolean)[] {
  return [(cells) => isOwnHeaderOf(cells, contents), (cells) => isHeaderOf(cells, contents)];
}

async function openFile(
  context: Context,
  path: string,
  options: SourceOptions & { readonly contents: FileResource },
): Promise<FileSource> {
  const { file, open } = await context.source(path);
  const source = fileSource(file, open, {
    ...options,
    signal: context.io.stopped,
    onNotice: (sentence) => context.notice(toLine(sentence)),
  });
  return {
    ...source,
    async open() {
      const sheet = await source.open();
      refuseSecondHeader(sheet, options.contents);
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
