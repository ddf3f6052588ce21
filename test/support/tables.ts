// Reads bytes as a file of rows.
import { fileSource, type SourceOptions } from '../../src/files/source.ts';
import type { Row } from '../../src/files/table.ts';

interface ReadTable {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  readonly notices: readonly string[];
}

/** The columns, the rows and the notices of a file named `talks`. */
export async function readTable(
  content: string | Uint8Array,
  options: SourceOptions = {},
): Promise<ReadTable> {
  const notices: string[] = [];
  const onNotice = async (notice: string) => {
    notices.push(notice);
  };
  const { columns, rows } = await fileSource('talks', () => bytesOf(content), {
    onNotice,
    ...options,
  }).open();
  return { columns, rows, notices };
}

/** The same as text: the columns, then the cells of each row, separated by bars. */
export async function readLines(content: string | Uint8Array, options: SourceOptions = {}) {
  const { columns, rows, notices } = await readTable(content, options);
  return {
    table: [columns, ...rows.map(({ cells }) => cells)].map((cells) => cells.join(' | ')),
    lines: rows.map(({ line }) => line),
    faults: rows.map(({ fault }) => fault),
    notices,
  };
}

async function* bytesOf(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}
