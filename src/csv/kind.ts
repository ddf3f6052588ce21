// Tells from a file's first bytes that it is something else than CSV text, and what to do with it.
import { InvalidInputError } from '../errors.ts';

/** As many bytes of the start as suffice to tell. */
export const openingLength = 512;

/** @throws {InvalidInputError} for a spreadsheet, an archive, a document, a page or JSON */
export function refuseOtherKinds(opening: Uint8Array, file: string): void {
  const text = Buffer.from(opening)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  const kind = kinds.find(({ fits }) => fits(text));
  if (kind === undefined) return;
  throw new InvalidInputError(`${file} is ${kind.name}, not CSV`, { fix: kind.fix });
}

const saveAsCsv = 'open it in the spreadsheet program, choose the sheet, and save that as "CSV UTF-8"';
const zip = 'PK\x03\x04';

interface Kind {
  readonly name: string;
  readonly fix: string;
  readonly fits: (opening: string) => boolean;
}

// The first that fits counts: spreadsheets are ZIP archives too.
const kinds: readonly Kind[] = [
  {
    name: 'an ODS spreadsheet',
    fix: saveAsCsv,
    fits: (opening) => opening.startsWith(zip) && opening.includes('opendocument.spreadsheet'),
  },
  {
    name: 'an Excel workbook (XLSX)',
    fix: saveAsCsv,
    fits: (opening) => opening.startsWith(zip) && /\[Content_Types\]|_rels\/|docProps\/|xl\//.test(opening),
  },
  {
    name: 'an old Excel workbook (XLS)',
    fix: saveAsCsv,
    fits: (opening) => opening.startsWith('\xd0\xcf\x11\xe0'),
  },
  {
    name: 'a compressed archive',
    fix: 'unpack it and import the file inside',
    fits: (opening) => opening.startsWith(zip) || opening.startsWith('\x1f\x8b'),
  },
  {
    name: 'a PDF document',
    fix: 'export the table as CSV from where the document was made',
    fits: (opening) => opening.startsWith('%PDF-'),
  },
  {
    name: 'a web page (HTML)',
    fix: 'open it in a browser, which may show why the export failed, such as a login that has ended; then export again',
    fits: (opening) => /^\s*<(!doctype html|html|head|body|table)\b/i.test(opening),
  },
  { name: 'XML', fix: 'export it as CSV instead', fits: (opening) => /^\s*<\?xml/i.test(opening) },
  { name: 'JSON', fix: 'export it as CSV instead', fits: (opening) => /^\s*(\{\s*["}]|\[\s*[[{"\]])/.test(opening) },
];
