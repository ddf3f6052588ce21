// Reads a JSON file as tables: an array or lines of records, or a document that contains lists of them. Must not know what the cells mean.
import { InvalidInputError } from '../../errors.ts';
import { type Limits, type ReadOptions, tooLarge } from '../limits.ts';
import { recordTable } from '../record-table.ts';
import { scheduleTables } from '../schedules/c3voc.ts';
import { amount, type RawTable, type Table } from '../table.ts';
import { decodeText } from '../text.ts';
import { cellsOf } from './cells.ts';
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
  return [{ read: () => listTable(records, limits) }];
}

/** A table of objects. */
function listTable(values: readonly JsonValue[], limits: Limits, notices: readonly string[] = []): RawTable {
  const { file } = limits;
  const records = values.flatMap((value, at) => {
    const place = `record ${at + 1}`;
    if (!isObject(value)) throw noObject(file, place);
    const refuse = (message: string) => {
      throw tooLarge(file, `${place} ${message}`, value.line);
    };
    return recordsOf(value).map((record) => ({ line: record.line, cells: cellsOf(record, refuse) }));
  });
  return recordTable(records, limits, notices);
}

function noObject(file: string, place: string): InvalidInputError {
  return new InvalidInputError(`${file} is not a list of records`, {
    details: [{ file, message: `${place} is not an object such as {"email": "ada@example.org"}` }],
    fix: 'write one object for each record',
  });
}
