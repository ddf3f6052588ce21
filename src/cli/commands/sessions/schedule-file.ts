// Reads the schedule file of a command as its flags specify, and prints notices about its columns.

import type { Mapping } from '../../../columns/mapping.ts';
import { describeMapping } from '../../../columns/mapping-report.ts';
import { quoteCell } from '../../../columns/quote.ts';
import { settingFault } from '../../../config/settings.ts';
import { UsageError } from '../../../errors.ts';
import { readPlacedFile, readTalks, type TalksFile } from '../../../schedule/autoplace/files/talks.ts';
import type { TimeOptions } from '../../../schedule/dates/read-time.ts';
import type { AskableTime } from '../../../schedule/faults.ts';
import { resolveCells } from '../../../schedule/grid/cell.ts';
import { type GridReading, type Layout, readIfGrid } from '../../../schedule/layout.ts';
import { matchSubmissions } from '../../../schedule/match.ts';
import { enrichAll } from '../../../schedule/planned-sessions.ts';
import type { ScheduleRow } from '../../../schedule/row.ts';
import { readScheduleFile, type ScheduleFile } from '../../../schedule/schedule-file.ts';
import type { EventSubmission } from '../../../schedule/submissions.ts';
import { peopleWarnings } from '../../../schedule/warnings.ts';
import type { RowSource } from '../../../sheets/table.ts';
import type { Context } from '../../context.ts';
import type { ReadingFlags } from '../../flag-sets.ts';
import { refuseFlags, type Some } from '../../flags.ts';
import { columnMapper, readMapFile } from '../../mapping/columns.ts';
import { noticeMapping, noticeSuggestions } from '../../mapping/table.ts';
import { toLine } from '../../output/terminal-text.ts';
import { amount, listText, namedColumns, plural, quoted } from '../../output/text.ts';
import { openRows } from '../../row-source.ts';
import { type SinkFlags, usingSinks } from '../../sinks.ts';
import type { Sink } from '../../user-files.ts';
import { placeText, warningText } from './words.ts';

/** How a file is read, as far as a command has flags for it. */
export type FileFlags = Some<ReadingFlags>;

export interface ScheduleFlag {
  readonly schedule: string | undefined;
}

export interface LoadedSchedule extends ScheduleFile {
  /** The file's name in messages. */
  readonly file: string;
  readonly source: RowSource;
}

/**
 * Reads the file whose rows a plan places, and shows which columns it uses.
 * @param path `-` is standard input
 * @throws {InvalidInputError} for rows that cannot be read
 */
export async function loadPlanned(context: Context<FileFlags & SinkFlags>, path: string): Promise<LoadedSchedule> {
  return usingSinks(context, path, async ({ saveMap }) => {
    const loaded = await loadSchedule(context, path, { saveMap, isForSending: true });
    await noticeMapping(context, describeMapping(loaded.mapping));
    return loaded;
  });
}

/** A file whose rows are placed; a grid has no wishes, and no columns to write again. */
export interface LoadedTalks extends LoadedSchedule {
  readonly talks: TalksFile | undefined;
}

/** @param path `-` is standard input @throws {InvalidInputError} for rows that cannot be read */
export async function loadTalks(context: Context<FileFlags>, path: string): Promise<LoadedTalks> {
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

/** How the times of a file are read, as the flags specify. */
export async function timeOptions(context: Context<FileFlags>): Promise<TimeOptions> {
  const { dateOrder, firstDay } = context.flags;
  return {
    timeZone: (await context.setting('timezone')).value,
    dateOrder,
    firstDay,
  };
}

interface LoadingOptions {
  readonly saveMap?: Sink | undefined;
  readonly isForSending?: boolean;
  readonly readList?: typeof readScheduleFile;
}

async function loadSchedule(
  context: Context<FileFlags>,
  path: string,
  { saveMap, isForSending = false, readList = readScheduleFile }: LoadingOptions = {},
): Promise<LoadedSchedule> {
  const { room, map = [] } = context.flags;
  const source = await openRows(context, path, 'sessions');
  const { file } = source;
  const askable = { ...(await askableTime(context, path, file)), isForSending };
  const grid = await readIfGrid(await source.tables(), { file, layout: layoutOf(context), ...askable });
  if (grid !== undefined) {
    await noticeGrid(context, grid, file);
    return { rows: grid.rows, mapping: noColumns, file, source };
  }
  const mapColumns = columnMapper(context, await readMapFile(context), saveMap);
  const read = await readList(await source.open(), {
    file,
    map,
    async mapColumns(options) {
      const mapping = await mapColumns(options);
      if (room !== undefined) refuseRooms(room, mapping);
      return mapping;
    },
    room,
    ...askable,
  });
  await noticeDates(context, read);
  return { ...read, file, source };
}

/** How the times of a file are read, and whom to ask for their time zone. @param path `-` is standard input, where answers would come from */
export async function askableTime(context: Context<FileFlags>, path: string, file: string): Promise<AskableTime> {
  const canAsk = context.interactive && path !== '-';
  return {
    time: await timeOptions(context),
    askTimeZone: canAsk ? () => askTimeZone(context, file) : undefined,
  };
}

/** @throws {UsageError} if the file has rooms of its own */
function refuseRooms(room: string, { mapped }: Mapping): void {
  const own = mapped.find(({ target }) => target === 'room');
  if (own === undefined) return;
  throw new UsageError(`--room ${room}: the file has a column of rooms, ${quoted(own.column)}`, {
    fix: `remove --room, or pass --map ${quoted(`${own.column}=`)} to leave out the column`,
  });
}

/** The answer is the setting for the rest of the command. */
async function askTimeZone(context: Context, file: string): Promise<string> {
  const { askText } = await import('../../ask.ts');
  const question = `Time zone of the local times in ${file}, for example Europe/Berlin`;
  const zone = await askText(context, question, (text) => settingFault('timezone', text));
  context.answer('timezone', zone);
  return zone;
}

/** As the user decides; only a list has columns to map. @throws {UsageError} for a grid with mapped columns */
function layoutOf({ flags, typed }: Context<FileFlags>): Layout | undefined {
  const { layout, map = [], mapFile, room } = flags;
  if (layout === 'grid') refuseFlags(typed, mappingFlags, 'used only with a list, not with --layout grid');
  return map.length > 0 || mapFile !== undefined || room !== undefined ? 'list' : layout;
}

const mappingFlags = ['map', 'mapFile', 'room'];

const noColumns: Mapping = { mapped: [], unmapped: [], absent: [] };

/** How a grid was read, and what of it was not. */
async function noticeGrid(
  context: Context<FileFlags>,
  { summary, sheets, otherSheets }: GridReading,
  file: string,
): Promise<void> {
  const { rooms, days, sessions, notes } = summary;
  const counts = `${amount(rooms, 'room')}, ${amount(days, 'day')}, ${amount(sessions, 'session')}`;
  const from = sheets.length > 1 ? `, in the sheets ${sheets.map(quoted).join(', ')}` : '';
  await context.notice(
    `${file} was read as a grid: ${counts}${from}${context.flags.layout === undefined ? ' (--layout list reads it as a list)' : ''}.`,
  );
  if (otherSheets.length > 0) {
    await context.notice(
      `Not read: ${plural(otherSheets.length, 'sheet')} ${listText(otherSheets.map(quoted), namedColumns)}.`,
    );
  }
  for (const note of notes.slice(0, shownRows)) {
    await context.notice(
      toLine(`Not read: ${placeText({ line: note.line, sheet: note.sheet })}, ${quoteCell(note.text)}.`),
    );
  }
  if (notes.length > shownRows)
    await context.notice(`Not read: ${notes.length - shownRows} more lines without a time.`);
}

async function noticeDates(context: Context<FileFlags>, { datedAbove = [], isDateless }: ScheduleFile): Promise<void> {
  const [first] = datedAbove;
  if (isDateless) {
    await context.notice(`Note: the times have no dates, and ${context.flags.firstDay} (--first-day) is used.`);
  }
  if (first === undefined) return;
  const rows = amount(datedAbove.length, 'row has', 'rows have');
  await context.notice(`Note: ${rows} a time and no date, and the date above is used (first in line ${first}).`);
}

/** Names every column that is not used, once, because its header may be misspelled. */
async function noticeUnusedColumns(context: Context, mapping: Mapping): Promise<void> {
  const { unmapped, suggestions } = describeMapping(mapping);
  const unlike = unmapped.filter((each) => !suggestions.some(({ column }) => column === each));
  if (unlike.length > 0) await context.notice(`Not used: ${listText(unlike.map(quoted), namedColumns)}.`);
  await noticeSuggestions(context, suggestions);
}

/** The file of `--schedule`, if given. */
export async function loadScheduleFlag(
  context: Context<FileFlags & ScheduleFlag>,
): Promise<LoadedSchedule | undefined> {
  const { schedule } = context.flags;
  if (schedule === undefined) return undefined;
  const loaded = await loadSchedule(context, schedule, { readList: readPlacedFile });
  await noticeUnusedColumns(context, loaded.mapping);
  return loaded;
}

/** What the file of `--schedule` adds to submissions. @param flags how that file is read */
export async function loadDetails(
  context: Context,
  flags: FileFlags & ScheduleFlag,
): Promise<(submissions: readonly EventSubmission[]) => readonly EventSubmission[]> {
  const loaded = await loadScheduleFlag({ ...context, flags });
  if (loaded === undefined) return (submissions) => submissions;
  await noticePeople(context, loaded.rows);
  return (submissions) => {
    const rows = resolveCells(loaded.rows, submissions);
    return enrichAll(submissions, rows, matchSubmissions(rows, submissions).matched);
  };
}

/** Warns of what may be one person, or several. */
export async function noticePeople(context: Context, rows: readonly ScheduleRow[]): Promise<void> {
  for (const warning of peopleWarnings(rows).slice(0, shownRows)) {
    await context.notice(`Warning: ${toLine(warningText(warning))}.`);
  }
}

export const shownRows = 5;
