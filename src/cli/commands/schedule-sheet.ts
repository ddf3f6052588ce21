// The schedule file that a command is given, read by its flags.
import { csvSource, type ImportSource } from '../../import/source.ts';
import type { DateOrder } from '../../schedule/calendar-date.ts';
import { readSchedule, type ScheduleFile } from '../../schedule/sheet.ts';
import type { Context } from '../context.ts';
import { openSource } from '../user-files.ts';
import { columnMapper } from './import-map.ts';

export interface ReadSheet extends ScheduleFile {
  /** Names the file in messages. */
  readonly file: string;
  readonly source: ImportSource;
}

/** @param path `-` is standard input @throws {InvalidInputError} for what cannot be read */
export async function readScheduleFile(context: Context, path: string): Promise<ReadSheet> {
  const { io, own } = context;
  const file = path === '-' ? '<stdin>' : path;
  const encoding = typeof own.encoding === 'string' ? own.encoding : undefined;
  const open = path === '-' ? () => io.stdin : await openSource(path);
  const source = csvSource(file, open, encoding);
  const read = await readSchedule(await source.open(), {
    file,
    map: Array.isArray(own.map) ? own.map.map(String) : [],
    mapColumns: await columnMapper(context, undefined),
    time: {
      timeZone: (await context.setting('timezone')).value,
      dateOrder: isDateOrder(own.dateOrder) ? own.dateOrder : undefined,
    },
  });
  return { ...read, file, source };
}

function isDateOrder(value: unknown): value is DateOrder {
  return value === 'dmy' || value === 'mdy' || value === 'ymd';
}
