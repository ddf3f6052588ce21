// Recognizes what is in a ZIP archive, and reads it if it is a spreadsheet. Must not know what its cells mean.
import { InvalidInputError } from '../errors.ts';
import type { Budget } from './budget.ts';
import { readOds } from './ods.ts';
import { compressedArchive, copyTable } from './other-formats.ts';
import type { TableEntry } from './table.ts';
import { mebibytes, tooLarge } from './too-large.ts';
import { readXlsx } from './xlsx.ts';
import { openZip, type Zip } from './zip.ts';

// The archive is in memory: its list of entries is at its end.
const maxBytes = 64 * 1024 * 1024;

/** @throws {InvalidInputError} for an archive that is no spreadsheet, is damaged, or is too large */
export async function readWorkbook(bytes: AsyncIterable<Uint8Array>, budget: Budget): Promise<readonly TableEntry[]> {
  const { file } = budget;
  const zip = openZip(await readAll(bytes, file), budget);
  const content = contents.find(({ entry }) => hasEntry(zip, entry)) ?? compressedArchive;
  if ('read' in content) return content.read(zip, budget);
  throw new InvalidInputError(`${file} is ${content.name}, not a table`, { fix: content.fix });
}

/** A format inside an archive, recognized by an entry that only this format has, and its reader or what to do instead. */
type Content =
  | { readonly entry: RegExp; readonly read: (zip: Zip, budget: Budget) => Promise<readonly TableEntry[]> }
  | { readonly entry: RegExp; readonly name: string; readonly fix: string };

const saveAgain = 'open it in a spreadsheet program, and save it as XLSX or as "CSV UTF-8"';

const contents: readonly Content[] = [
  { entry: /^xl\/workbook\.bin$/, name: 'a binary Excel workbook (XLSB)', fix: saveAgain },
  { entry: /^xl\/[^/]*\.xml$/, read: readXlsx },
  { entry: /^word\//, name: 'a Word document (DOCX)', fix: copyTable },
  { entry: /^ppt\//, name: 'a PowerPoint presentation (PPTX)', fix: copyTable },
  { entry: /^index\/.*\.iwa$|^index\.zip$/, name: 'a document of Apple Numbers or Pages', fix: saveAgain },
  { entry: /^content\.xml$/, read: readOds },
];

function hasEntry({ names }: Zip, entry: RegExp): boolean {
  return [...names].some((name) => entry.test(name));
}

async function readAll(bytes: AsyncIterable<Uint8Array>, file: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > maxBytes)
      throw tooLarge(file, 'a spreadsheet', { message: `it is larger than ${mebibytes(maxBytes)}` });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
