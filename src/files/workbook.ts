// Recognizes what is in a ZIP archive, and reads it if it is a spreadsheet. Must not know what its cells mean.

import { InvalidInputError } from '../errors.ts';
import type { Limits } from './limits.ts';
import { readOds } from './ods.ts';
import type { Table } from './table.ts';
import { readXlsx } from './xlsx.ts';
import { openZip, type Zip } from './zip.ts';

/** @throws {InvalidInputError} for an archive that is no spreadsheet, is damaged, or is too large */
export function readWorkbook(bytes: Buffer, limits: Limits): readonly Table[] {
  const zip = openZip(bytes, limits);
  const content = contents.find(({ entry }) => [...zip.names].some((name) => entry.test(name))) ?? compressedArchive;
  if ('read' in content) return content.read(zip, limits);
  throw new InvalidInputError(`${limits.file} is ${content.name}, not a table`, { fix: content.fix });
}

/** A format inside an archive, recognized by an entry that only this format has, and its reader or what to do instead. */
type Content =
  | { readonly entry: RegExp; readonly read: (zip: Zip, limits: Limits) => readonly Table[] }
  | { readonly entry: RegExp; readonly name: string; readonly fix: string };

const compressedArchive = { name: 'a compressed archive', fix: 'unpack it and import the file inside' };
const copyTable = 'copy the table into a spreadsheet, and save it as XLSX or as "CSV UTF-8"';
const saveAgain = 'open it in a spreadsheet program, and save it as XLSX or as "CSV UTF-8"';

const contents: readonly Content[] = [
  { entry: /^xl\/workbook\.bin$/, name: 'a binary Excel workbook (XLSB)', fix: saveAgain },
  { entry: /^xl\/[^/]*\.xml$/, read: readXlsx },
  { entry: /^word\//, name: 'a Word document (DOCX)', fix: copyTable },
  { entry: /^ppt\//, name: 'a PowerPoint presentation (PPTX)', fix: copyTable },
  { entry: /^index\/.*\.iwa$|^index\.zip$/, name: 'a document of Apple Numbers or Pages', fix: saveAgain },
  { entry: /^content\.xml$/, read: readOds },
];
