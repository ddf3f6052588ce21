// The schedule file that a command is given, read by its flags.

import { quoteCell } from '../../../columns/cell.ts';
import type { Mapping } from '../../../columns/mapping.ts';
import { csvSource, type RowSource } from '../../../csv/source.ts';
import type { DateOrder } from '../../../schedule/calendar-date.ts';
import { matchSubmissions, type UnknownRow } from '../../../schedule/match.ts';
import { readScheduleFile, type ScheduleFile } from '../../../schedule/schedule-file.ts';
import { type EventSubmission, enrich } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import { refuseFlags } from '../../flags.ts';
import { toLine } from '../../output/terminal-text.ts';
import { amount } from '../../output/text.ts';
import { openSource } from '../../user-files.ts';
import { columnMapper, noticeSuggestions } from '../import/columns.ts';

export interface LoadedSchedule extends ScheduleFile {
  /** Names the file in messages. */
  readonly file: string;
  readonly source: RowSource;
}

/** @param path `-` is standard input @throws {InvalidInputError} for what cannot be read */
export async function loadSchedule(context: Context, path: string): Promise<LoadedSchedule> {
  const { io, own } = context;
  const encoding = typeof own.encoding === 'string' ? own.encoding : undefined;
  const { file, open } = await openSource(io, path);
  const source = csvSource(file, open, encoding);
  const read = await readScheduleFile(await source.open(), {
    file,
    map: Array.isArray(own.map) ? own.map.map(String) : [],
    mapColumns: await columnMapper(context, undefined),
    time: {
      timeZone: (await context.setting('timezone')).value,
      dateOrder: isDateOrder(own.dateOrder) ? own.dateOrder : undefined,
    },
  });
  await noticeUnusedColumns(context, read.mapping);
  return { ...read, file, source };
}

/** Every column that means nothing here is named: it may be one that was meant. */
async function noticeUnusedColumns(context: Context, { unmapped }: Mapping): Promise<void> {
  if (unmapped.length === 0) return;
  await context.notice(`Not used: ${unmapped.map(({ column }) => JSON.stringify(column)).join(', ')}.`);
  await noticeSuggestions(
    context,
    unmapped.flatMap(({ column, suggestion: field }) => (field === undefined ? [] : [{ column, field }])),
  );
}

/** The file of `--schedule`, and no flags that only it would need. @throws {UsageError} */
export async function loadScheduleFlag(context: Context): Promise<LoadedSchedule | undefined> {
  const { schedule } = context.own;
  if (typeof schedule === 'string') return loadSchedule(context, schedule);
  refuseFlags(context.typed, readingFlags, 'there is no file to be read by it; give --schedule');
  return undefined;
}

const readingFlags = ['map', 'mapFile', 'dateOrder', 'encoding'];

/** What the service holds, with what the file says of it beyond room and start. */
export async function enrichFrom(
  context: Context,
  { rows, file }: LoadedSchedule,
  held: readonly EventSubmission[],
): Promise<readonly EventSubmission[]> {
  const { matched, unknown } = matchSubmissions(rows, held);
  await noticeUnplacedRows(context, unknown, file);
  const rowOf = new Map(
    rows.flatMap((row) => {
      const submission = matched.get(row.line);
      return submission === undefined ? [] : [[submission.id, row] as const];
    }),
  );
  return held.map((submission) => enrich(submission, rowOf.get(submission.id)));
}

const shownRows = 5;

async function noticeUnplacedRows(context: Context, unknown: readonly UnknownRow[], file: string): Promise<void> {
  if (unknown.length === 0) return;
  const named = unknown
    .slice(0, shownRows)
    .map(({ line, title, submissionId }) => `line ${line} ${quoteCell(title || (submissionId ?? ''))}`);
  const more = unknown.length > shownRows ? `, and ${unknown.length - shownRows} more` : '';
  await context.notice(
    toLine(`Note: ${amount(unknown.length, 'row')} of ${file} without a placed session: ${named.join(', ')}${more}.`),
  );
}

function isDateOrder(value: unknown): value is DateOrder {
  return value === 'dmy' || value === 'mdy' || value === 'ymd';
}
