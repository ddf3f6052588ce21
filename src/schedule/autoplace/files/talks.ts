// Owns how the columns of a schedule file are read that only autoplace has: what each talk needs and wishes. Must not know other rows.

import type { TimeOptions } from '../../../columns/dates/read-time.ts';
import type { Mapping, MappingOptions, Requirement } from '../../../columns/mapping.ts';
import { quoteCell } from '../../../columns/quote.ts';
import { fieldNames, headerFields } from '../../../columns/vocabulary.ts';
import type { Sheet } from '../../../files/table.ts';
import {
  type FurtherReader,
  readScheduleFile,
  type ScheduleFile,
  type ScheduleFileOptions,
  textField,
} from '../../schedule-file.ts';
import type { ScheduleRow } from '../../schedule-row.ts';
import { cellsOf, type RowCells } from './columns.ts';
import { readCount, readList, readMark, readTimeBound, type TimeBound } from './values.ts';

/** What a row of a schedule file says besides its session. Cells that name other talks or rooms are not divided yet. */
export interface TalkWishes {
  readonly pinned: boolean;
  readonly needs: readonly string[];
  readonly expected: number | undefined;
  readonly after: string;
  readonly notWith: string;
  readonly notBefore: readonly TimeBound[];
  readonly notAfter: readonly TimeBound[];
  readonly roomWish: string;
}

export const noWishes: TalkWishes = {
  pinned: false,
  needs: [],
  expected: undefined,
  after: '',
  notWith: '',
  notBefore: [],
  notAfter: [],
  roomWish: '',
};

const wishNames = fieldNames('talks').filter((name) => !fieldNames('sessions').includes(name));

/** By the line of the row. */
export type WishesByLine = ReadonlyMap<number, TalkWishes>;

export interface TalksFile extends ScheduleFile {
  readonly wishes: WishesByLine;
  readonly table: TalksTable;
}

/** The cells of the file, to write it again. */
export interface TalksTable
  extends Pick<Sheet, 'columns' | 'delimiter'>,
    Pick<Mapping, 'mapped'>,
    Pick<ScheduleFile, 'isDateless'> {
  readonly records: readonly TalksRecord[];
}

export interface TalksRecord {
  readonly cells: readonly string[];
  readonly row: ScheduleRow;
  /** The line of the first row of the same session. */
  readonly line: number;
}

/**
 * Reads a schedule file in which rooms and starts may be missing, and what its talks wish.
 * @throws {InvalidInputError} if a required column is missing, or two are the same, and for rows that cannot be read
 */
export async function readTalks(sheet: Sheet, options: ScheduleFileOptions): Promise<TalksFile> {
  const wishes = new Map<number, TalkWishes>();
  const records: TalksRecord[] = [];
  const { mapColumns } = options;
  const read = await readScheduleFile(sheet, {
    ...options,
    joinsUnplaced: true,
    mapColumns: (given) => mapColumns({ ...withWishes(given), kind: 'talks', requirements: [namesTalk] }),
    further: (mapping, time) => {
      wishes.clear();
      records.length = 0;
      return talksReader(mapping, time, { wishes, records });
    },
  });
  const { columns, delimiter } = sheet;
  const table = { columns, delimiter, mapped: read.mapping.mapped, isDateless: read.isDateless, records };
  return { ...read, wishes, table };
}

/**
 * Reads a schedule file as `readScheduleFile` does. It may be one that autoplace wrote: columns that only autoplace reads may
 * be mapped, and are not among those without a use.
 */
export async function readPlacedFile(sheet: Sheet, options: ScheduleFileOptions): Promise<ScheduleFile> {
  const read = await readScheduleFile(sheet, {
    ...options,
    mapColumns: (given) => options.mapColumns(withWishes(given)),
  });
  const unmapped = read.mapping.unmapped.filter(({ column }) => !isWish(column));
  return { ...read, mapping: { ...read.mapping, unmapped } };
}

function withWishes(given: MappingOptions): MappingOptions {
  return { ...given, fields: [...given.fields, ...wishNames.map((name) => textField(name))] };
}

function isWish(header: string): boolean {
  const [target = ''] = headerFields([header], 'talks');
  return wishNames.includes(target);
}

const namesTalk: Requirement = { name: 'title or submission_id', anyOf: [['title'], ['submission_id'], ['id']] };

function talksReader(
  mapping: Mapping,
  time: TimeOptions,
  { wishes, records }: { readonly wishes: Map<number, TalkWishes>; readonly records: TalksRecord[] },
): FurtherReader {
  const columns = mapping.mapped.filter(({ target }) => wishNames.includes(target));
  return {
    read(record, row, addFault, line) {
      records.push({ cells: record.cells, row, line });
      if (columns.length === 0) return;
      const own = readWishes(cellsOf(columns, record, addFault), time);
      const before = wishes.get(line);
      wishes.set(line, before === undefined ? own : joinWishes(before, own));
    },
  };
}

/** What several rows of a talk say: all of it, and the strictest. */
function joinWishes(a: TalkWishes, b: TalkWishes): TalkWishes {
  const joined = (one: string, other: string) => [...new Set([one, other])].filter(Boolean).join('; ');
  const expected = Math.max(a.expected ?? -1, b.expected ?? -1);
  return {
    pinned: a.pinned || b.pinned,
    needs: [...new Set([...a.needs, ...b.needs])],
    expected: expected < 0 ? undefined : expected,
    after: joined(a.after, b.after),
    notWith: joined(a.notWith, b.notWith),
    notBefore: [...a.notBefore, ...b.notBefore],
    notAfter: [...a.notAfter, ...b.notAfter],
    roomWish: joined(a.roomWish, b.roomWish),
  };
}

function readWishes(cells: RowCells, time: TimeOptions): TalkWishes {
  const mark = readMark(cells.text('pinned'));
  if (mark === undefined) {
    cells.fault('pinned', `${quoteCell(cells.text('pinned'))}: expected yes, or nothing`, 'pinned');
  }
  const expected = cells.text('expected');
  const count = readCount(expected);
  if (expected !== '' && count === undefined) {
    cells.fault('expected', `${quoteCell(expected)}: expected a number of people`, 'expected');
  }
  const bounds = (target: 'not_before' | 'not_after'): readonly TimeBound[] => {
    const text = cells.text(target);
    if (text === '') return [];
    const reading = readTimeBound(text, target === 'not_before' ? 'start' : 'end', time);
    if (reading.ok) return ['clock' in reading ? { clock: reading.clock } : { ms: reading.ms }];
    cells.fault(target, reading.message, reading.problem);
    return [];
  };
  return {
    pinned: mark ?? false,
    needs: readList(cells.text('needs')),
    expected: count,
    after: cells.text('after'),
    notWith: cells.text('not_with'),
    notBefore: bounds('not_before'),
    notAfter: bounds('not_after'),
    roomWish: cells.text('room_wish'),
  };
}
