// Owns how the columns of a schedule file are read that only autoplace has: what each talk needs
// and wishes. Must not know other rows.
import { choice, count, list, type TimeBound, text, timeBound } from '../../../columns/kinds.ts';
import type { Mapping } from '../../../columns/mapping.ts';
import type { TableRow } from '../../../columns/read-table.ts';
import type { TableSpec } from '../../../columns/table-spec.ts';
import { headerFields } from '../../../columns/vocabulary.ts';
import type { Sheet } from '../../../files/table.ts';
import {
  readSessions,
  type ScheduleFile,
  type ScheduleFileOptions,
  type SessionRecord,
} from '../../schedule-file.ts';
import type { ScheduleRow } from '../../schedule-row.ts';
import { sessionFields, sessionTable, talkNeeded } from '../../session-table.ts';

/** What a row says besides its session. Cells that name talks or rooms are not divided yet. */
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

const pinned = choice<'yes' | 'no'>({
  words: {},
  yes: 'yes',
  no: 'no',
  expected: 'yes, or nothing',
});

const wishFields = {
  pinned: { kind: pinned },
  needs: { kind: list },
  expected: { kind: count('people') },
  after: { kind: text },
  not_with: { kind: text },
  not_before: { kind: timeBound('start') },
  not_after: { kind: timeBound('end') },
  room_wish: { kind: text },
} as const;

const talkFields = { ...sessionFields, ...wishFields };

/** A schedule file in which rooms and starts may be missing. */
const talkTable: TableSpec<typeof talkFields> = {
  kind: 'talks',
  fields: talkFields,
  requirements: [talkNeeded],
};

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
 * @throws {InvalidInputError} if a required column is missing, or two are the same, and for rows
 * that cannot be read
 */
export async function readTalks(sheet: Sheet, options: ScheduleFileOptions): Promise<TalksFile> {
  const { records, ...read } = await readSessions(sheet, talkTable, {
    ...options,
    joinsUnplaced: true,
  });
  const table: TalksTable = {
    columns: sheet.columns,
    delimiter: sheet.delimiter,
    mapped: read.mapping.mapped,
    isDateless: read.isDateless,
    records: records.map(({ record, row, line }) => ({ cells: record.cells, row, line })),
  };
  return { ...read, wishes: wishesOf(records), table };
}

/**
 * Reads a schedule file as `readScheduleFile` does. It may be one that autoplace wrote: columns
 * that only autoplace reads may be mapped, and are not among those without a use.
 */
export async function readPlacedFile(
  sheet: Sheet,
  options: ScheduleFileOptions,
): Promise<ScheduleFile> {
  const spec = sessionTable({ room: options.room, firstDay: options.time.firstDay });
  const fields = { ...sessionFields, ...unreadWishes };
  const placed = { ...spec, fields };
  const read = await readSessions(sheet, placed, { ...options, joinsUnplaced: false });
  const unmapped = read.mapping.unmapped.filter(({ column }) => !isWish(column));
  return { ...read, mapping: { ...read.mapping, unmapped } };
}

/** Whatever their cells say. */
const unreadWishes = Object.fromEntries(
  Object.keys(wishFields).map((name) => [name, { kind: text }]),
);

function isWish(header: string): boolean {
  const [target = ''] = headerFields([header], 'talks');
  return target in wishFields;
}

type TalkRecord = SessionRecord<typeof talkFields>;

function wishesOf(records: readonly TalkRecord[]): WishesByLine {
  const wishes = new Map<number, TalkWishes>();
  for (const { record, line } of records) {
    const own = rowWishes(record);
    const before = wishes.get(line);
    wishes.set(line, before === undefined ? own : joinWishes(before, own));
  }
  return wishes;
}

function rowWishes({ values }: TableRow<typeof talkFields>): TalkWishes {
  return {
    pinned: values.pinned === 'yes',
    needs: values.needs ?? [],
    expected: values.expected,
    after: values.after ?? '',
    notWith: values.not_with ?? '',
    notBefore: values.not_before === undefined ? [] : [values.not_before],
    notAfter: values.not_after === undefined ? [] : [values.not_after],
    roomWish: values.room_wish ?? '',
  };
}

/** What several rows of a talk say: all of it, and the strictest. */
function joinWishes(a: TalkWishes, b: TalkWishes): TalkWishes {
  const joined = (one: string, other: string) =>
    [...new Set([one, other])].filter(Boolean).join('; ');
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
