// Reads the files that flags name beside the schedule: that of rooms, as checks and autoplace use
// it, and others of the same kind.
import { isHeaderOfTable, type SheetMarks } from '../../../schedule/autoplace/files/columns.ts';
import {
  type RoomsFile,
  readRooms,
  roomSheet,
  sharedRoomsOf,
} from '../../../schedule/autoplace/files/rooms.ts';
import type { Context } from '../../context.ts';
import type { ClashFlags } from '../../flag-sets.ts';
import { openOtherRows } from '../../row-source.ts';
import { noticeUnusedColumns } from './file-notices.ts';
import { askableTime } from './schedule-file.ts';

/**
 * The file of rooms; without their turnarounds if one is typed, which is for all rooms.
 * @param path `-` is standard input
 * @throws {InvalidInputError} for rows that cannot be read
 */
export async function loadRooms(context: Context, path: string): Promise<RoomsFile> {
  const { sheet, options } = await openTimedSheet(context, path, roomSheet);
  const file = await readRooms(sheet, options);
  await noticeUnusedColumns(context, file.mapping, path);
  if (!context.typed.has('turnaround')) return file;
  return { ...file, rooms: file.rooms.map((room) => ({ ...room, turnaroundMs: undefined })) };
}

/** The rooms that hold several sessions at once, by a flag or the file of rooms. */
export async function sharedRoomsFor(
  context: Context<Pick<ClashFlags, 'sharedRoom' | 'roomsFile'>>,
): Promise<readonly string[]> {
  const { sharedRoom, roomsFile } = context.flags;
  if (roomsFile === undefined) return sharedRoom;
  return [...sharedRoom, ...sharedRoomsOf(await loadRooms(context, roomsFile))];
}

/** A sheet, and how its times are read. @throws {UsageError} if the file cannot be read */
export async function openTimedSheet(context: Context, file: string, marks: SheetMarks) {
  const source = await openOtherRows(context, file, {
    contents: 'sessions',
    isHeader: (cells) => isHeaderOfTable(cells, marks),
  });
  const sheet = await source.open();
  return { sheet, options: { file, ...(await askableTime(context, file, source.file)) } };
}
