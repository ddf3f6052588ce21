// Owns a file as a source of rows, in whichever format it is: the hash of its bytes, and which of
// its tables is read. Must not know what the rows mean.

import { createHash } from 'node:crypto';
import { listText, namedColumns } from '../contract/amount.ts';
import type { FileResource } from '../contract/endpoint.ts';
import { InvalidInputError, UsageError } from '../errors.ts';
import { limitHeapFor } from '../heap-limit.ts';
import { readTables } from './formats.ts';
import { createLimits, maxFileBytes, tooLarge } from './limits.ts';
import type { OnNotice, RawTable, RowSource, Table } from './table.ts';
import { readHeader } from './table-rows.ts';

export interface SourceOptions {
  readonly encoding?: string | undefined;
  /** The name or the number of a sheet. */
  readonly sheet?: string | undefined;
  /** What is wanted of a file that has several kinds of records. */
  readonly contents?: FileResource | undefined;
  /** Whether the cells of a line may be the header of what is wanted; the most certain first. */
  readonly headers?: readonly ((cells: readonly string[]) => boolean)[];
  /** Whether the command has `--sheet` for this file. */
  readonly hasSheetFlag?: boolean;
  readonly onNotice?: OnNotice | undefined;
  /** Ends the reading, which throws its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A file whose tables can also be read as they are, before anything is known about a header. */
export interface FileSource extends RowSource {
  /** The sheet that the user chose, or else all that are not hidden and may have the contents. */
  tables(): Promise<readonly Table[]>;
}

/**
 * Detects the format of a file by its content. The file is read whole, once.
 * @param open reads the file's bytes from the start
 */
export function fileSource(
  file: string,
  open: () => AsyncIterable<Uint8Array>,
  options: SourceOptions = {},
): FileSource {
  const { encoding, sheet, contents, onNotice = async () => undefined, signal } = options;
  let sha256 = '';
  let allTables: Promise<readonly Table[]> | undefined;
  async function readAll(): Promise<readonly Table[]> {
    const bytes = await readBytes(open(), file);
    signal?.throwIfAborted();
    limitHeapFor(bytes.length);
    const hash = createHash('sha256').update(bytes);
    sha256 = (sheet === undefined ? hash : hash.update(`\0${sheet}`)).digest('hex');
    const tables = await readTables(bytes, { file, encoding, limits: createLimits(file) });
    return tables.map((table) => {
      let rawTable: RawTable | undefined;
      return {
        ...table,
        read() {
          rawTable ??= table.read();
          return rawTable;
        },
      };
    });
  }
  function tables(): Promise<readonly Table[]> {
    allTables ??= readAll();
    return allTables;
  }
  return {
    file,
    encoding: encoding ?? null,
    async tables() {
      const all = await tables();
      return sheet === undefined
        ? meantFor(contents, all, file).filter(({ isHidden }) => isHidden !== true)
        : [namedTable(all, sheet, file)];
    },
    async open() {
      const all = await tables();
      const table =
        sheet === undefined
          ? await chooseTable(meantFor(contents, all, file), file, { ...options, onNotice })
          : namedTable(all, sheet, file);
      const read = await readHeader(table.read(), {
        file,
        encoding,
        headers: options.headers,
        onNotice,
      });
      // The bytes and the other sheets are not read again; they would stay in memory as long as a
      // run.
      allTables = undefined;
      return table.name === undefined ? read : { ...read, name: table.name };
    },
    sha256: () => sha256,
  };
}

/** @throws {InvalidInputError} for a file that is too large */
async function readBytes(chunks: AsyncIterable<Uint8Array>, file: string): Promise<Buffer> {
  const read: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > maxFileBytes) throw tooLarge(file, 'it is larger than 64 MiB');
    read.push(chunk);
  }
  return Buffer.concat(read);
}

/**
 * The first visible table with the header of what is wanted, else with cells.
 * @throws {InvalidInputError} for a workbook without sheets
 */
async function chooseTable(
  tables: readonly Table[],
  file: string,
  {
    headers = [],
    hasSheetFlag,
    onNotice,
  }: Pick<SourceOptions, 'headers' | 'hasSheetFlag'> & { onNotice: OnNotice },
): Promise<Table> {
  const visible = tables.filter(({ isHidden }) => isHidden !== true);
  const [first = tables[0]] = visible;
  if (first === undefined) {
    throw new InvalidInputError(`${file} has no sheets`, {
      fix: 'open it in a spreadsheet program, and save it again',
    });
  }
  if (tables.length === 1 && first.unread === undefined) return first;
  const filled = tables.slice(0, examined).filter((table) => table.read().records.length > 0);
  const candidates = visible.filter((table) => filled.includes(table));
  // A workbook may begin with a cover.
  const withHeader = (isHeader: (cells: readonly string[]) => boolean) =>
    candidates.find((table) =>
      table.read().records.some(({ cells }, at) => at < examinedLines && isHeader(cells)),
    );
  const [withKnownHeader = candidates[0]] = headers.flatMap(
    (isHeader) => withHeader(isHeader) ?? [],
  );
  const chosen = withKnownHeader ?? first;
  const others = filled
    .filter((table) => table !== chosen)
    .map(({ name = '', isHidden }) => `${JSON.stringify(name)}${isHidden ? ' (hidden)' : ''}`);
  const named = chosen.unread?.map((name) => JSON.stringify(name)) ?? others;
  if (named.length > 0) {
    const flag = hasSheetFlag && chosen.name !== undefined ? ' (--sheet selects another)' : '';
    const reading =
      chosen.name === undefined
        ? `Not read of ${file}`
        : `Reading ${JSON.stringify(chosen.name)} of ${file}. Not read`;
    await onNotice(`${reading}: ${listText(named, namedColumns)}${flag}.`);
  }
  return chosen;
}

/** How many sheets are looked at, and how many lines of each. */
const examined = 100;
const examinedLines = 20;

/**
 * The tables that are meant for what is wanted; else those that may contain anything.
 * @throws {InvalidInputError} if there are none
 */
function meantFor(
  contents: FileResource | undefined,
  tables: readonly Table[],
  file: string,
): readonly Table[] {
  const isFor = (wanted: FileResource) => tables.filter(({ holds }) => holds?.includes(wanted));
  const meant = contents === undefined ? tables : isFor(contents);
  const suitable = meant.length > 0 ? meant : tables.filter(({ holds }) => holds === undefined);
  if (suitable.length > 0 || tables.length === 0) return suitable;
  throw new InvalidInputError(`${file} contains no ${contents}`, {
    details: [{ file, message: `contains ${tables.map(({ name = '' }) => name).join(', ')}` }],
    fix: `choose a file that contains ${contents}`,
  });
}

/** By name, or else by number, from 1. @throws {UsageError} */
function namedTable(tables: readonly Table[], wanted: string, file: string): Table {
  const named = tables.filter(({ name }) => name !== undefined);
  const wantedTable =
    named.find(({ name }) => name === wanted) ??
    named.find(({ name }) => name?.trim().toLowerCase() === wanted.trim().toLowerCase()) ??
    (/^\d{1,4}$/.test(wanted) ? named[Number(wanted) - 1] : undefined);
  if (wantedTable !== undefined) return wantedTable;
  if (named.length === 0)
    throw new UsageError(`${file} has no sheets to choose from`, { fix: 'leave out the sheet' });
  throw new UsageError(`${file} has no sheet ${JSON.stringify(wanted)}`, {
    fix: `name one of its sheets: ${named
      .slice(0, examined)
      .map(({ name }) => JSON.stringify(name))
      .join(', ')}`,
  });
}
