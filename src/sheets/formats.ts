// Owns the formats of files: recognizes each by its first bytes, and explains how to export those that are not read.
import { readCsv } from '../csv/read.ts';
import { InvalidInputError } from '../errors.ts';
import type { TableEntry } from './table.ts';

export interface ReadOptions {
  /** Names the file in messages. */
  readonly file: string;
  /** As the user named it. */
  readonly encoding: string | undefined;
}

/** A format that is read. */
export interface Format {
  readonly name: string;
  /** @param opening the first bytes as Latin-1 text, without a UTF-8 byte order mark */
  readonly matches: (opening: string) => boolean;
  /** The code of a format is loaded here, when it is needed. */
  readonly read: (bytes: AsyncIterable<Uint8Array>, options: ReadOptions) => Promise<readonly TableEntry[]>;
}

/** A format that is not read. */
interface OtherFormat extends Pick<Format, 'name' | 'matches'> {
  /** What to do instead. */
  readonly fix: string;
}

/** How many bytes from the start are enough to recognize each format. */
export const openingLength = 512;

/**
 * The format of a file; CSV, if it is no other.
 * @throws {InvalidInputError} for a format that is not read: an archive, a PDF document, a web page, XML or JSON
 */
export function formatOf(opening: Uint8Array, file: string): Format {
  const text = Buffer.from(opening)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  const format = formats.find(({ matches }) => matches(text)) ?? csv;
  if ('read' in format) return format;
  throw new InvalidInputError(`${file} is ${format.name}, not a table`, { fix: format.fix });
}

const csv: Format = {
  name: 'CSV',
  matches: () => true,
  read: async (bytes, options) => [{ open: () => readCsv(bytes, options) }],
};

// The first match counts.
const formats: readonly (Format | OtherFormat)[] = [
  {
    name: 'a workbook (XLSX, ODS)',
    matches: (opening) => opening.startsWith('PK\x03\x04'),
    read: async (bytes, { file }) => (await import('./workbook.ts')).readWorkbook(bytes, file),
  },
  {
    name: 'an Excel workbook in the old format (XLS), or one with a password',
    fix: 'open it in a spreadsheet program, and save it as XLSX without a password',
    matches: (opening) => opening.startsWith('\xd0\xcf\x11\xe0'),
  },
  {
    name: 'a compressed archive',
    fix: 'unpack it and import the file inside',
    matches: (opening) => opening.startsWith('\x1f\x8b'),
  },
  {
    name: 'a PDF document',
    fix: 'export the table as CSV or XLSX from the program that created the document',
    matches: (opening) => opening.startsWith('%PDF-'),
  },
  {
    name: 'a web page (HTML)',
    fix: 'open it in a browser to see why the export failed (an expired login, for example), then export again',
    matches: (opening) => /^\s*<(!doctype html|html|head|body|table)\b/i.test(opening),
  },
  { name: 'XML', fix: 'export it as CSV instead', matches: (opening) => /^\s*<\?xml/i.test(opening) },
  { name: 'JSON', fix: 'export it as CSV instead', matches: (opening) => /^\s*(\{\s*["}]|\[\s*[[{"\]])/.test(opening) },
];
