// Reads CSV with csv-parse: its delimiter, and its records with their lines. Must not know what they mean.
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { type Delimiter, guessDelimiter, readDelimiterLine } from './delimiter.ts';
import { createLimits, type Limits } from './limits.ts';
import { quoteError } from './quote-error.ts';
import type { RawRecord } from './table.ts';
import { type DecodeOptions, decodeText } from './text.ts';

export interface CsvTable {
  readonly delimiter: Delimiter;
  /** The header included; empty lines are left out. */
  readonly records: readonly RawRecord[];
}

/**
 * @throws {InvalidInputError} for a file that is not text, and for a quote that is never closed or closed too early
 * @throws {UsageError} for an unknown encoding
 */
export function readCsv(bytes: Uint8Array, options: DecodeOptions & { readonly limits?: Limits }): CsvTable {
  const { file, limits = createLimits(file) } = options;
  const text = decodeText(bytes, options);
  const given = readDelimiterLine(text);
  const body = text.slice(given?.length ?? 0);
  const delimiter = given?.delimiter ?? guessDelimiter(body);
  return { delimiter, records: parseRecords(Buffer.from(body), delimiter, limits, given === undefined ? 1 : 2) };
}

function parseRecords(bytes: Buffer, delimiter: Delimiter, limits: Limits, firstLine: number): readonly RawRecord[] {
  limits.cells(countCells(bytes, delimiter));
  const records: RawRecord[] = [];
  let line = firstLine;
  let at = 0;
  try {
    parse(bytes, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      on_record(cells: string[], { bytes: end }) {
        const start = bytes.subarray(at, end).findIndex((byte) => byte !== lf && byte !== cr) + at;
        line += lineEnds(bytes, at, start);
        records.push({ line, cells });
        line += lineEnds(bytes, start, end);
        at = end;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw quoteError(error, { file: limits.file, delimiter, line, text: bytes.toString('utf8', at) });
  }
  return records;
}

const lf = 0x0a;
const cr = 0x0d;

/** At least as many as there are: a text in quotes may have delimiters too. */
function countCells(bytes: Uint8Array, delimiter: Delimiter): number {
  const sign = delimiter.charCodeAt(0);
  let count = 0;
  for (const byte of bytes) if (byte === sign || byte === lf || byte === cr) count++;
  return count;
}

function lineEnds(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    if (bytes[at] === lf || (bytes[at] === cr && bytes[at + 1] !== lf)) count++;
  }
  return count;
}
