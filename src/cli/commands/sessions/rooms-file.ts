// Reads the file of rooms, and others with times that flags name beside the schedule.
import { isHeaderOfTable, type SheetMarks } from '../../../schedule/autoplace/files/columns.ts';
import { type RoomsFile, readRooms, roomSheet } from '../../../schedule/autoplace/files/rooms.ts';
import type { Context } from '../../context.ts';
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

/** A sheet, and how its times are read. @throws {UsageError} if the file cannot be read */
export async function openTimedSheet(context: Context, file: string, marks: SheetMarks) {
  const source = await openOtherRows(context, file, {
    contents: 'sessions',
    isHeader: (cells) => isHeaderOfTable(cells, marks),
  });
  const sheet = await source.open();
  return { sheet, options: { file, ...(await askableTime(context, file, source.file)) } };
}
