// Reads a JSON file as tables: an array or lines of records, or a document that contains lists of them. Must not know what the cells mean.
import { decodeText } from '../../csv/decode.ts';
import { InvalidInputError } from '../../errors.ts';
import type { Budget, ReadOptions } from '../budget.ts';
import { readFirst } from '../peek.ts';
import { type KeyedRecord, recordTable } from '../record-table.ts';
import type { RawTable, SheetNotice, TableEntry } from '../table.ts';
import { tooLarge } from '../too-large.ts';
import { cellsOf, type Languages, type Unread } from './cells.ts';
import { type Document, documentOf, recordsOf } from './document.ts';
import { parseJson } from './parse.ts';
import { scheduleEntries } from './schedule.ts';
import { isArray, isObject, type JsonObject, type JsonValue } from './value.ts';

/** @throws {InvalidInputError} for JSON that is not well-formed, or contains no records */
export async function readJson(bytes: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<readonly TableEntry[]> {
  const { file, budget } = options;
  const { isArray: isList, batches } = await parseJson(decodeText(bytes, options), file);
  // Enough to know whether there is more than one value.
  const { items: first, error, batches: all } = await readFirst(batches, ({ length }) => length > 1);
  const [one] = first;
  // Also text after the only value: that is no list of records, and its fault is the file's.
  if (error !== undefined && first.length < 2) throw error.thrown;
  if (one === undefined)
    throw new InvalidInputError(`${file} contains no records`, { fix: 'export it again; its array is empty' });
  if (!isList && first.length === 1) {
    if (!isObject(one)) {
      const details = [{ file, line: 1, message: `is ${kindOf(one)}, not an array of objects` }];
      throw new InvalidInputError(`${file} contains no records`, { details });
    }
    return scheduleEntries(one, budget) ?? documentEntries(documentOf(one, file), budget);
  }
  return [{ open: () => listTable(all, { budget }) }];
}

/** The lists of a document, as tables. @throws {InvalidInputError} if there is none */
function documentEntries({ lists, page }: Document, budget: Budget): readonly TableEntry[] {
  const { file } = budget;
  const notices: readonly SheetNotice[] = page === undefined ? [] : [{ kind: 'one_page', file, ...page }];
  return lists.map(({ name, holds, records }) => ({
    ...(name !== undefined && { name }),
    ...(holds !== undefined && { holds }),
    open: () => listTable(batchesOf(records), { budget, name, notices }),
  }));
}

interface ListOptions {
  readonly budget: Budget;
  readonly name?: string | undefined;
  readonly notices?: readonly SheetNotice[];
}

/** A table of objects. */
function listTable(
  batches: AsyncIterable<readonly JsonValue[]>,
  { budget, name, notices = [] }: ListOptions,
): Promise<RawTable> {
  const { file } = budget;
  const languages: Languages = new Map();
  const unread: Unread = new Map();
  return recordTable(named(), {
    name,
    budget,
    notices: () => [...notices, ...languageNotices(languages, file), ...unreadNotices(unread, file)],
  });

  async function* named(): AsyncGenerator<readonly KeyedRecord[]> {
    let count = 0;
    for await (const values of batches) {
      yield values.flatMap((value) => {
        count++;
        const place = `record ${count}`;
        if (!isObject(value)) throw noObject(file, place, value);
        const refuse = (message: string) => {
          throw tooLarge(file, 'a table', { line: value.line, message: `${place} ${message}` });
        };
        return recordsOf(value).map((record) => ({
          line: record.line,
          cells: cellsOf(record, { languages, unread, refuse }),
        }));
      });
    }
  }
}

function languageNotices(languages: Languages, file: string): readonly SheetNotice[] {
  return [...languages].map(([column, found]) => {
    const [used = '', ...others] = found;
    return { kind: 'language_chosen', file, column, used, others };
  });
}

function unreadNotices(unread: Unread, file: string): readonly SheetNotice[] {
  return [...unread].map(([column, members]) => ({ kind: 'members_unread', file, column, members: [...members] }));
}

/** So that not all cells are in memory at once. */
async function* batchesOf(records: readonly JsonObject[]): AsyncGenerator<readonly JsonValue[]> {
  for (let at = 0; at < records.length; at += 1000) yield records.slice(at, at + 1000);
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
