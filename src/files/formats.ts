// Owns the formats of files: recognizes each by its first bytes, and loads what reads it.
import { InvalidInputError } from '../errors.ts';
import { readCsv } from './csv.ts';
import type { ReadOptions } from './limits.ts';
import { type OtherFormat, otherFormats, rootElement } from './other-formats.ts';
import type { Table } from './table.ts';

/** A format that is read. */
interface Format {
  readonly name: string;
  /** @param opening the first bytes as Latin-1 text, without a UTF-8 byte order mark */
  readonly matches: (opening: string) => boolean;
  /** The code of a format is loaded here, when it is needed. */
  readonly read: (bytes: Buffer, options: ReadOptions) => Promise<readonly Table[]>;
}

/** How many bytes from the start are enough to recognize each format. */
const openingLength = 512;

/**
 * The format of a file; CSV, if it is no other.
 * @throws {InvalidInputError} for a format that is not read, such as a PDF document
 */
export function formatOf(bytes: Uint8Array, file: string): Format {
  const text = openingOf(bytes.subarray(0, openingLength));
  const format = formats.find(({ matches }) => matches(text)) ?? csv;
  if ('read' in format) return format;
  const name = typeof format.name === 'string' ? format.name : format.name(text);
  throw new InvalidInputError(`${file} is ${name}, not a table`, { fix: format.fix });
}

/** As Latin-1; UTF-16 without its zeros, so that markup can be found in it. */
function openingOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  return /^(?:\xff\xfe|\xfe\xff|[^\0]\0[^\0]\0|\0[^\0]\0[^\0])/.test(text)
    ? text.replace(/^(?:\xff\xfe|\xfe\xff)/, '').replaceAll('\0', '')
    : text;
}

const csv: Format = {
  name: 'CSV',
  matches: () => true,
  read: async (bytes, options) => [{ read: () => readCsv(bytes, options) }],
};

// The first match counts.
const formats: readonly (Format | OtherFormat)[] = [
  {
    name: 'a workbook (XLSX, ODS)',
    matches: (opening) => opening.startsWith('PK\x03\x04'),
    read: async (bytes, { limits }) => (await import('./workbook.ts')).readWorkbook(bytes, limits),
  },
  {
    name: 'JSON',
    matches: (opening) => /^\s*(\{\s*["'}]|\[\s*(?:[[{"'\]]|$))/.test(opening),
    read: async (bytes, options) => (await import('./json/read.ts')).readJson(bytes, options),
  },
  {
    name: 'a schedule (XML)',
    matches: (opening) => rootElement(opening) === 'schedule',
    read: async (bytes, options) => (await import('./schedules/schedule-xml.ts')).readScheduleXml(bytes, options),
  },
  {
    name: 'a calendar (ICS)',
    matches: (opening) => /^\s*BEGIN:VCALENDAR/i.test(opening),
    read: async (bytes, options) => (await import('./schedules/calendar.ts')).readCalendar(bytes, options),
  },
  ...otherFormats,
];
