// The file as rows to import; opened twice, it is read and checked the same way each time.
import type { Endpoint } from '../contract/endpoint.ts';
import { fieldsOf } from '../contract/fields.ts';
import { type Mapping, mapColumns } from '../csv/headers.ts';
import { readSheet, type Sheet } from '../csv/read.ts';
import { type CheckedRow, checkRow } from './rows.ts';

export interface FileOptions {
  readonly endpoint: Endpoint;
  readonly file: string;
  readonly open: () => AsyncIterable<Uint8Array>;
  readonly encoding?: string | undefined;
  readonly map: readonly string[];
}

export interface ImportFile {
  readonly sheet: Sheet;
  readonly mapping: Mapping;
  /** Every record after the header, checked; can be gone through once. */
  readonly rows: AsyncIterable<CheckedRow>;
}

/**
 * Reads the header and maps its columns; the rows follow as they are asked for.
 * @throws {InvalidInputError} {@link readSheet}, {@link mapColumns}
 * @throws {UsageError} for a `--map` or an encoding that does not fit
 */
export async function openFile({ endpoint, file, open, encoding, map }: FileOptions): Promise<ImportFile> {
  const sheet = await readSheet(open(), { file, encoding });
  const { columns } = sheet;
  const mapping = mapColumns({ file, columns, resource: endpoint.resource, fields: fieldsOf(endpoint.body), map });
  return { sheet, mapping, rows: checkRows(sheet, mapping, endpoint) };
}

async function* checkRows({ batches }: Sheet, mapping: Mapping, endpoint: Endpoint): AsyncGenerator<CheckedRow> {
  for await (const rows of batches) for (const row of rows) yield checkRow(row, mapping, endpoint);
}
