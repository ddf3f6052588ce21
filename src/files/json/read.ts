// Reads a JSON file as tables: an array or lines of records, or a document that contains lists of them. Must not know what the cells mean.
import { InvalidInputError } from '../../errors.ts';
import { type Limits, type ReadOptions, tooLarge } from '../limits.ts';
import { recordTable } from '../record-table.ts';
import { scheduleTables } from '../schedules/schedule-json.ts';
import { amount, type RawTable, type Table } from '../table.ts';
import { decodeText } from '../text.ts';
import { cellsOf, type Languages } from './cells.ts';
import { documentOf, recordsOf } from './document.ts';
import { isArray, isObject, type JsonValue, parseJson } from './parse.ts';

/** @throws {InvalidInputError} for JSON that is not well-formed, or contains no records */
export async function readJson(bytes: Uint8Array, options: ReadOptions): Promise<readonly Table[]> {
  const { file, limits } = options;
  const values = parseJson(decodeText(bytes, options), limits);
  const [one = null, ...others] = values;
  if (others.length === 0 && isObject(one)) {
    const schedule = scheduleTables(one, limits);
    if (schedule !== undefined) return schedule;
    const { lists, isPage } = documentOf(one, file);
    return lists.map(({ records, ...list }) => {
      const has = `it has ${amount(records.length, 'record')}, and the others are not read`;
      const notices = isPage ? [`${file} is one page of several: ${has}.`] : [];
      return { ...list, read: () => listTable(records, limits, notices) };
    });
  }
  const records = others.length === 0 && isArray(one) ? one : values;
  if (records.length === 0)
    throw new InvalidInputError(`${file} contains no records`, { fix: 'export it again; its array is empty' });
  if (others.length === 0 && !isArray(one)) {
    const details = [{ file, line: 1, message: `is ${kindOf(one)}, not an array of objects` }];
    throw new InvalidInputError(`${file} contains no records`, { details });
  }
  return [{ read: () => listTable(records, limits) }];
}

/** A table of objects. */
function listTable(values: readonly JsonValue[], limits: Limits, notices: readonly string[] = []): RawTable {
  const { file } = limits;
  const languages: Languages = new Map();
  const records = values.flatMap((value, at) => {
    const place = `record ${at + 1}`;
    if (!isObject(value)) throw noObject(file, place, value);
    const refuse = (message: string) => {
      throw tooLarge(file, `${place} ${message}`, value.line);
    };
    return recordsOf(value).map((record) => ({ line: record.line, cells: cellsOf(record, { languages, refuse }) }));
  });
  return recordTable(records, limits, [...notices, ...languageNotices(languages, file)]);
}

function languageNotices(languages: Languages, file: string): readonly string[] {
  return [...languages].map(([column, [...found]]) => {
    const [used, ...others] = found;
    const read = `${used} is read, and ${others.join(', ')} where it is missing`;
    return `${JSON.stringify(column)} of ${file} is in several languages: ${read}.`;
  });
}

function kindOf(value: JsonValue): string {
  return isArray(value) ? 'an array' : value === null ? 'null' : 'a text or a number';
}

function noObject(file: string, place: string, value: JsonValue): InvalidInputError {
  return new InvalidInputError(`${file} is not a list of records`, {
    details: [{ file, message: `${place} is ${kindOf(value)}, not an object such as {"email": "ada@example.org"}` }],
    fix: 'write one object for each record',
  });
}
