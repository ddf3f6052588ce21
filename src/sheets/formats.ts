// Owns the formats of files: recognizes each by its first bytes, and loads what reads it.
import { readCsv } from '../csv/read.ts';
import { InvalidInputError } from '../errors.ts';
import type { ReadOptions } from './budget.ts';
import { type OtherFormat, otherFormats, rootElement } from './other-formats.ts';
import type { TableEntry } from './table.ts';

/** A format that is read. */
export interface Format {
  readonly name: string;
  /** @param opening the first bytes as Latin-1 text, without a UTF-8 byte order mark */
  readonly matches: (opening: string) => boolean;
  /** The code of a format is loaded here, when it is needed. */
  readonly read: (bytes: AsyncIterable<Uint8Array>, options: ReadOptions) => Promise<readonly TableEntry[]>;
}

/** How many bytes from the start are enough to recognize each format. */
export const openingLength = 512;

/**
 * The format of a file; CSV, if it is no other.
 * @throws {InvalidInputError} for a format that is not read, such as a PDF document
 */
export function formatOf(opening: Uint8Array, file: string): Format {
  const text = textOf(opening);
  const format = formats.find(({ matches }) => matches(text)) ?? csv;
  if ('read' in format) return format;
  const name = typeof format.name === 'string' ? format.name : format.name(text);
  throw new InvalidInputError(`${file} is ${name}, not a table`, { fix: format.fix });
}

/** As Latin-1; UTF-16 without its zeros, so that markup can be found in it. */
function textOf(opening: Uint8Array): string {
  const text = Buffer.from(opening)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  return /^(?:\xff\xfe|\xfe\xff|[^\0]\0[^\0]\0|\0[^\0]\0[^\0])/.test(text)
    ? text.replace(/^(?:\xff\xfe|\xfe\xff)/, '').replaceAll('\0', '')
    : text;
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
    read: async (bytes, { budget }) => (await import('./workbook.ts')).readWorkbook(bytes, budget),
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
