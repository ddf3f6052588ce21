// Reads the schedule file of a command as its flags specify, and prints notices about its columns.

import type { Mapping } from '../../../columns/mapping.ts';
import { withUsualMapping } from '../../../columns/user-mapping.ts';
import { settingFault } from '../../../config/settings.ts';
import { quoted } from '../../../contract/amount.ts';
import { flagValue } from '../../../contract/escape.ts';
import { UsageError } from '../../../errors.ts';
import { tooLarge } from '../../../files/limits.ts';
import type { RowSource, Sheet } from '../../../files/table.ts';
import {
  readPlacedFile,
  readTalks,
  type TalksFile,
} from '../../../schedule/autoplace/files/talks.ts';
import { type Layout, mayBeGrid, readIfGrid } from '../../../schedule/grid/grid-or-list.ts';
import {
  breakSessions,
  enrichAll,
  furtherSlots,
  takesPlace,
} from '../../../schedule/match/filed-sessions.ts';
import { matchSessions } from '../../../schedule/match/match.ts';
import { filedTalks } from '../../../schedule/match/talk-slots.ts';
import { refuseSeveralSlots, refuseUnclearSlots } from '../../../schedule/plan/moved-slots.ts';
import { readScheduleFile, type ScheduleFile } from '../../../schedule/read/schedule-file.ts';
import type { AskableTime } from '../../../schedule/read/unreadable-rows.ts';
import type { Room } from '../../../schedule/rooms/room-name.ts';
import type { Session } from '../../../schedule/session.ts';
import { type EventSubmission, mostScheduled } from '../../../schedule/submissions.ts';
import { columnMapper } from '../../column-mapper.ts';
import type { Context } from '../../context.ts';
import type { ReadingFlags } from '../../flag-sets.ts';
import { refuseFlags, type Some } from '../../flags.ts';
import { namesIn, workingPeople } from '../../folder-people.ts';
import { usualMapping } from '../../folder-words.ts';
import { openRows } from '../../row-source.ts';
import {
  noticeDates,
  noticeGrid,
  noticeInactive,
  noticePeople,
  noticeStatuses,
  noticeUnusedColumns,
} from './file-notices.ts';

/** How a file is read, as far as a command has flags for it. */
export type FileFlags = Some<ReadingFlags>;

export interface ScheduleFlag {
  readonly schedule: string | undefined;
}

export interface LoadedSchedule extends ScheduleFile {
  /** The file's name in messages. */
  readonly file: string;
  readonly source: RowSource;
  /** The list; undefined for a grid. */
  readonly sheet?: Sheet;
}

/**
 * A file whose rows are placed.
 * @param path `-` is standard input
 * @returns `talks` is undefined for a grid, which has no wishes, and no columns to write again
 * @throws {InvalidInputError} for rows that cannot be read
 */
export async function loadTalks(context: Context<FileFlags>, path: string) {
  let talks: TalksFile | undefined;
  const loaded = await loadSchedule(context, path, {
    readList: async (sheet, options) => {
      talks = await readTalks(sheet, options);
      return talks;
    },
  });
  await noticeUnusedColumns(context, loaded.mapping);
  return { ...loaded, talks };
}

/**
 * @param path `-` is standard input
 * @throws {InvalidInputError} if a setting is missing without which rows cannot be read; for such
 *   rows, unless the file is read for sending
 */
export async function loadSchedule(
  context: Context<FileFlags>,
  path: string,
  {
    readList = readScheduleFile,
    ...reading
  }: Pick<AskableTime, 'isForSending'> & { readonly readList?: typeof readScheduleFile },
): Promise<LoadedSchedule> {
  const { room, map = [] } = context.flags;
  const source = await openRows(context, path, 'sessions');
  const { file } = source;
  const askable = { ...(await askableTime(context, path, file)), ...reading };
  const tables = await source.tables();
  const { encoding } = context.flags;
  const layout = layoutOf(context);
  const grid = await readIfGrid(tables, { file, encoding, layout, ...askable });
  if (grid !== undefined) {
    refuseFlags(context.typed, ['names'], {
      why: `used only with a list, and ${file} is a grid`,
      instead: 'separate people with semicolons, and ',
    });
    refuseMany(grid.rows, file);
    await noticeGrid(context, grid, file);
    return { ...grid, mapping: noColumns, file, source };
  }
  const mapColumns = columnMapper(context);
  const noList = async (error: unknown) => {
    if (layout === undefined && mayBeGrid(tables, file, askable.time)) {
      await context.notice(`If ${file} is a grid of rooms and times, pass --layout grid.`);
    }
    throw error;
  };
  const sheet = await source.open().catch(noList);
  const usual = await usualMapping(context, { kind: 'sessions', path });
  const read = await readList(sheet, {
    file,
    map: withUsualMapping(map, usual, { columns: sheet.columns, kind: 'sessions' }),
    async mapColumns(options) {
      const mapping = await mapColumns(options).catch(noList);
      if (room !== undefined) refuseRooms(room, mapping);
      return mapping;
    },
    room,
    ...askable,
  });
  refuseMany(read.rows, file);
  await noticeDates(context, read);
  await noticeInactive(context, read);
  await noticeStatuses(context, read);
  return { ...read, file, source, sheet };
}

/** @throws {InvalidInputError} */
function refuseMany({ length }: readonly unknown[], file: string): void {
  if (length > mostScheduled)
    throw tooLarge(file, `a schedule has at most ${mostScheduled.toLocaleString('en')} sessions`);
}

/**
 * How the times of a file are read, and whom to ask for their time zone.
 * @param path `-` is standard input, where answers would come from
 */
export async function askableTime(
  context: Context<FileFlags>,
  path: string,
  file: string,
): Promise<AskableTime> {
  const { dateOrder, firstDay } = context.flags;
  const canAsk = context.interactive && path !== '-';
  return {
    time: { timeZone: await context.timeZone(), dateOrder, firstDay },
    askTimeZone: canAsk ? () => askTimeZone(context, file) : undefined,
  };
}

/** @throws {UsageError} if the file has rooms of its own */
function refuseRooms(room: string, { mapped }: Mapping): void {
  const mappedRoom = mapped.find(({ target }) => target === 'room');
  if (mappedRoom === undefined) return;
  const { column } = mappedRoom;
  throw new UsageError(`--room ${room}: the file has a column of rooms, ${quoted(column)}`, {
    fix: `remove --room, or pass --map ${flagValue(`${column}=`)} to leave out the column`,
  });
}

/** The answer is the setting for the rest of the command. */
async function askTimeZone(context: Context, file: string): Promise<string> {
  const { askText } = await import('../../ask.ts');
  const question = `Time zone of the local times in ${file}, for example Europe/Berlin`;
  const zone = await askText(context, question, {
    faultOf: (text) => settingFault('timezone', text),
  });
  context.answer('timezone', zone);
  return zone;
}

/**
 * As the user decides; only a list has columns to map.
 * @throws {UsageError} for a grid with mapped columns
 */
export function layoutOf({ flags, typed }: Context<FileFlags>): Layout | undefined {
  const { layout, map = [], room } = flags;
  if (layout === 'grid')
    refuseFlags(typed, mappingFlags, { why: 'used only with a list, not with --layout grid' });
  return map.length > 0 || room !== undefined ? 'list' : layout;
}

const mappingFlags = ['map', 'room'];

const noColumns: Mapping = { mapped: [], unmapped: [] };

/** The file of `--schedule`, if given. */
export async function loadScheduleFlag(
  context: Context<FileFlags & ScheduleFlag>,
): Promise<LoadedSchedule | undefined> {
  const { schedule } = context.flags;
  if (schedule === undefined) return undefined;
  const loaded = await loadSchedule(context, schedule, { readList: readPlacedFile });
  await noticeUnusedColumns(context, loaded.mapping);
  const folder = await context.folder();
  return folder === undefined ? loaded : { ...loaded, rows: namesIn(folder.path)(loaded.rows) };
}

/** What the file of `--schedule` adds to an event. */
export interface Details {
  /** The name of the file in messages, if there is one. */
  readonly file?: string;
  readonly submissions: readonly EventSubmission[];
  /** The sessions that only the file has: breaks, and further slots of talks. */
  readonly inFile: readonly Session[];
  /** @throws {ConflictError} if the file has one of the talks with these ids in several slots */
  refuseSlots(ids: readonly string[]): void;
  /** @throws {ConflictError} if it has one in several, and none is that of the service */
  refuseUnclear(ids: readonly string[]): void;
}

/** @param rooms all that the event has, if that is known */
export type AddDetails = (
  submissions: readonly EventSubmission[],
  defaultMs: number,
  rooms: readonly Room[] | undefined,
) => Details;

/** @param flags how the file of `--schedule` is read */
export async function loadDetails(
  context: Context,
  flags: FileFlags & ScheduleFlag,
): Promise<AddDetails> {
  const loaded = await loadScheduleFlag({ ...context, flags });
  const withPeople = await workingPeople(context);
  if (loaded === undefined) {
    const refuse = () => undefined;
    return (listed) => ({
      submissions: withPeople(listed),
      inFile: [],
      refuseSlots: refuse,
      refuseUnclear: refuse,
    });
  }
  const { file, rows } = loaded;
  await noticePeople(context, loaded);
  const timeZone = await context.timeZone();
  return (listed, defaultMs, rooms) => {
    const submissions = withPeople(listed);
    const matches = matchSessions(rows, submissions, { listed: rooms });
    const further = furtherSlots(matches, defaultMs).filter(takesPlace);
    const filed = { file, timeZone, talks: filedTalks(matches) };
    return {
      file,
      submissions: enrichAll(submissions, matches),
      inFile: [...breakSessions(matches, defaultMs), ...further],
      refuseSlots: (ids) => refuseSeveralSlots({ ...filed, ids }),
      refuseUnclear: (ids) => refuseUnclearSlots({ ...filed, ids }),
    };
  };
}
