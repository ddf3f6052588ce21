// Owns the formats of files: recognizes each by its first bytes, loads what reads it, and says what
// to do with one that is not read.
import { InvalidInputError } from '../errors.ts';
import { readCsv } from './csv.ts';
import type { Limits, ReadOptions } from './limits.ts';
import type { Table } from './table.ts';

/** A format that is not read. */
interface OtherFormat {
  /** In `… is NAME, not a table`. */
  readonly name: string;
  /** What to do instead. */
  readonly fix: string;
}

/** How many bytes from the start are enough to recognize each format. */
const openingLength = 512;

/**
 * The code of a format is loaded when it is needed.
 * @throws {InvalidInputError} for a format that is not read
 */
export async function readTables(bytes: Buffer, options: ReadOptions): Promise<readonly Table[]> {
  switch (formatOf(bytes, options.file)) {
    case 'a workbook (XLSX, ODS)':
      return readArchive(bytes, options.limits);
    case 'JSON':
      return (await import('./json/read.ts')).readJson(bytes, options);
    case 'a schedule (XML)':
      return (await import('./schedules/c3voc.ts')).readScheduleXml(bytes, options);
    case 'a calendar (ICS)':
      return (await import('./schedules/calendar.ts')).readCalendar(bytes, options);
    default:
      return [{ read: () => readCsv(bytes, options) }];
  }
}

/**
 * CSV, if it is no other.
 * @throws {InvalidInputError} for a format that is not read, such as a PDF document
 */
export function formatOf(bytes: Uint8Array, file: string) {
  const opening = openingOf(bytes.subarray(0, openingLength));
  const root = rootElement(opening);
  if (opening.startsWith('PK\x03\x04')) return 'a workbook (XLSX, ODS)';
  if (/^\s*(\{\s*["'}]|\[\s*(?:[[{"'\]]|$))/.test(opening)) return 'JSON';
  if (root === 'schedule') return 'a schedule (XML)';
  if (/^\s*BEGIN:VCALENDAR/i.test(opening)) return 'a calendar (ICS)';
  const other = otherFormatOf(opening, root);
  // Below a line that does not belong to it.
  if (other === undefined && /^BEGIN:VCALENDAR\s*$/im.test(opening)) return 'a calendar (ICS)';
  if (other === undefined) return 'CSV';
  throw new InvalidInputError(`${file} is ${other.name}, not a table`, { fix: other.fix });
}

function otherFormatOf(opening: string, root: string | undefined): OtherFormat | undefined {
  if (isWebPage.test(opening) || root === 'html') return webPage;
  if (isProgram(opening)) return program;
  if (/^\s*<\?xml/i.test(opening))
    return { ...xml, ...(root !== undefined && { name: `XML with the root element <${root}>` }) };
  return otherFormats.find(([beginnings]) =>
    beginnings.some((bytes) => opening.startsWith(bytes)),
  )?.[1];
}

/**
 * As Latin-1, without a UTF-8 byte order mark; UTF-16 without its zeros, so that markup can be
 * found in it.
 */
function openingOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  return /^(?:\xff\xfe|\xfe\xff|[^\0]\0[^\0]\0|\0[^\0]\0[^\0])/.test(text)
    ? text.replace(/^(?:\xff\xfe|\xfe\xff)/, '').replaceAll('\0', '')
    : text;
}

const isWebPage =
  /^\s*(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype html|html|head|body|table|meta|style|div)\b/i;

const exportTable = 'export the table as CSV, XLSX or JSON from the program that created the file';
const compressedArchive = {
  name: 'a compressed archive',
  fix: 'unpack it and import the file inside',
};
const webPage = {
  name: 'a web page (HTML)',
  fix:
    'open it in a browser to see why the export failed (an expired login, for example), then ' +
    'export again',
};

/** `var program = [`, `export default {`, `module.exports = [`, below comments. */
function isProgram(opening: string): boolean {
  const code = opening.replace(comments, '');
  return assignments.some((assignment) => assignment.test(code));
}

const comments = /^(?:\s|\/\/[^\n]*\n|\/\*(?:(?!\*\/)[\s\S])*\*\/)*/;
const assignments = [
  /^(?:export\s+)?(?:var|let|const)\s+[\w$]+(?:\s*:[^=\n]*)?\s*=\s*[[{(]/,
  /^export\s+default\s*[[{(]/,
  /^(?:module\.exports|(?:window|exports|self)\.[\w$]+)\s*=\s*[[{(]/,
];

const program = {
  name: 'JavaScript',
  fix:
    'save each of its lists, from "[" to "]", as a JSON file, with names and texts in double ' +
    'quotes',
};

const xml = {
  name: 'XML',
  fix:
    'export it as CSV, XLSX or JSON; of XML, only the schedules that apps read (schedule.xml) ' +
    'are supported',
};

/** By how the bytes of a file begin. */
const otherFormats: readonly (readonly [beginnings: readonly string[], format: OtherFormat])[] = [
  [
    ['\xd0\xcf\x11\xe0'],
    {
      name: 'an Excel workbook in the old format (XLS), or one with a password',
      fix: 'open it in a spreadsheet program, and save it as XLSX without a password',
    },
  ],
  [
    // gzip, bzip2, xz, Zstandard, 7-Zip, RAR, and an empty ZIP archive.
    ['\x1f\x8b', 'BZh9', '\xfd7zXZ\0', '\x28\xb5\x2f\xfd', '7z\xbc\xaf', 'Rar!', 'PK\x05\x06'],
    compressedArchive,
  ],
  [['%PDF-'], { name: 'a PDF document', fix: exportTable }],
  [
    ['\x89PNG', '\xff\xd8\xff', 'GIF87a', 'GIF89a', 'RIFF'],
    {
      name: 'an image',
      fix: 'type or scan the table into a spreadsheet, and save it as XLSX or as "CSV UTF-8"',
    },
  ],
];

/**
 * The name of an XML document's first element. A comment ends at its first end: if it could end at
 * any later one, the search would try all combinations of ends.
 */
function rootElement(opening: string): string | undefined {
  return firstElement.exec(opening)?.[1];
}

const instruction = /<\?(?:(?!\?>)[\s\S])*\?>/.source;
const comment = /<!--(?:(?!-->)[\s\S])*-->/.source;
const docType = /<!DOCTYPE[^<>[]*(?:\[[^\]]*\]\s*)?>/.source;
const element = /<(?:[\w-]+:)?([A-Za-z][\w-]*)[\s/>]/.source;
const firstElement = new RegExp(`^\\s*(?:(?:${instruction}|${comment}|${docType})\\s*)*${element}`);

/**
 * @throws {InvalidInputError} for an archive that is no spreadsheet, is damaged, or is too large
 */
async function readArchive(bytes: Buffer, limits: Limits): Promise<readonly Table[]> {
  const zip = (await import('./zip.ts')).openZip(bytes, limits);
  const has = (entry: RegExp) => [...zip.names].some((name) => entry.test(name));
  const [, other] = archives.find(([entry]) => has(entry)) ?? [];
  if (other === undefined && has(/^xl\/[^/]*\.xml$/))
    return (await import('./xlsx.ts')).readXlsx(zip, limits);
  if (other === undefined && has(/^content\.xml$/))
    return (await import('./ods.ts')).readOds(zip, limits);
  const { name, fix } = other ?? compressedArchive;
  throw new InvalidInputError(`${limits.file} is ${name}, not a table`, { fix });
}

const copyTable = 'copy the table into a spreadsheet, and save it as XLSX or as "CSV UTF-8"';
const saveAgain = 'open it in a spreadsheet program, and save it as XLSX or as "CSV UTF-8"';

/** Documents inside an archive that are no tables, by an entry that only they have. */
const archives: readonly (readonly [entry: RegExp, format: OtherFormat])[] = [
  [/^xl\/workbook\.bin$/, { name: 'a binary Excel workbook (XLSB)', fix: saveAgain }],
  [/^word\//, { name: 'a Word document (DOCX)', fix: copyTable }],
  [/^ppt\//, { name: 'a PowerPoint presentation (PPTX)', fix: copyTable }],
  [
    /^index\/.*\.iwa$|^index\.zip$/,
    { name: 'a document of Apple Numbers or Pages', fix: saveAgain },
  ],
];
