// Recognizes what is in a ZIP archive, and reads it if it is a spreadsheet. Must not know what its cells mean.
import { InvalidInputError } from '../errors.ts';
import { readOds } from './ods.ts';
import type { TableEntry } from './table.ts';
import { readXlsx } from './xlsx.ts';
import { mebibytes, openZip, tooLarge, type Zip } from './zip.ts';

// The archive is in memory: its list of entries is at its end.
const maxBytes = 64 * 1024 * 1024;

/** @throws {InvalidInputError} for an archive that is no spreadsheet, is damaged, or is too large */
export async function readWorkbook(bytes: AsyncIterable<Uint8Array>, file: string): Promise<readonly TableEntry[]> {
  const zip = openZip(await readAll(bytes, file), file);
  const { read, name, fix = saveAsCsv } = contents.find(({ entry }) => hasEntry(zip, entry)) ?? archive;
  if (read !== undefined) return read(zip, file);
  throw new InvalidInputError(`${file} is ${name}, not a table`, { fix });
}

interface Content {
  /** An entry that only this format has. */
  readonly entry: RegExp;
  readonly name: string;
  readonly read?: (zip: Zip, file: string) => Promise<readonly TableEntry[]>;
  readonly fix?: string;
}

const saveAsCsv = 'open it in a spreadsheet program, and save it as XLSX or as "CSV UTF-8"';
const copyTable = 'copy the table into a spreadsheet, and save it as XLSX or as "CSV UTF-8"';

const archive: Omit<Content, 'entry'> = {
  name: 'a compressed archive',
  fix: 'unpack it and import the file inside',
};

const contents: readonly Content[] = [
  { entry: /^xl\/workbook\.bin$/, name: 'a binary Excel workbook (XLSB)', fix: saveAsCsv },
  { entry: /^xl\/[^/]*\.xml$/, name: 'an Excel workbook (XLSX)', read: readXlsx },
  { entry: /^word\//, name: 'a Word document (DOCX)', fix: copyTable },
  { entry: /^ppt\//, name: 'a PowerPoint presentation (PPTX)', fix: copyTable },
  { entry: /^index\/.*\.iwa$|^index\.zip$/, name: 'a document of Apple Numbers or Pages', fix: saveAsCsv },
  { entry: /^content\.xml$/, name: 'an ODS spreadsheet', read: readOds },
];

function hasEntry({ names }: Zip, entry: RegExp): boolean {
  return [...names].some((name) => entry.test(name));
}

async function readAll(bytes: AsyncIterable<Uint8Array>, file: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge(file, `it is larger than ${mebibytes(maxBytes)}`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
