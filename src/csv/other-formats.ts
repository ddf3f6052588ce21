// Recognizes files in other formats than CSV by their first bytes, and explains how to export them. Must not decode text.
import { InvalidInputError } from '../errors.ts';

/** How many bytes from the start are enough to recognize each format. */
export const openingLength = 512;

/** @throws {InvalidInputError} for a spreadsheet, an archive, a PDF document, a web page, XML or JSON */
export function refuseOtherFormats(opening: Uint8Array, file: string): void {
  const text = Buffer.from(opening)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  const format = formats.find(({ matches }) => matches(text));
  if (format === undefined) return;
  throw new InvalidInputError(`${file} is ${format.name}, not CSV`, { fix: format.fix });
}

const saveAsCsv = 'open it in a spreadsheet program, select the sheet, and save it as "CSV UTF-8"';
const zip = 'PK\x03\x04';

interface Format {
  readonly name: string;
  readonly fix: string;
  readonly matches: (opening: string) => boolean;
}

// The first match counts: modern spreadsheets are ZIP archives too.
const formats: readonly Format[] = [
  {
    name: 'an ODS spreadsheet',
    fix: saveAsCsv,
    matches: (opening) => opening.startsWith(zip) && opening.includes('opendocument.spreadsheet'),
  },
  {
    name: 'an Excel workbook (XLSX)',
    fix: saveAsCsv,
    matches: (opening) => opening.startsWith(zip) && /\[Content_Types\]|_rels\/|docProps\/|xl\//.test(opening),
  },
  {
    name: 'an old Excel workbook (XLS)',
    fix: saveAsCsv,
    matches: (opening) => opening.startsWith('\xd0\xcf\x11\xe0'),
  },
  {
    name: 'a compressed archive',
    fix: 'unpack it and import the CSV file inside',
    matches: (opening) => opening.startsWith(zip) || opening.startsWith('\x1f\x8b'),
  },
  {
    name: 'a PDF document',
    fix: 'export the table as CSV from the program that created the document',
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
