// The schedule file that a command is given, read by its flags.
import type { Mapping } from '../../../columns/mapping.ts';
import { csvSource, type RowSource } from '../../../csv/source.ts';
import type { DateOrder } from '../../../schedule/calendar-date.ts';
import { matchRows, type UnknownRow } from '../../../schedule/plan.ts';
import { enrich, type Submission } from '../../../schedule/program.ts';
import { quote } from '../../../schedule/quote.ts';
import { readSchedule, type ScheduleFile } from '../../../schedule/sheet.ts';
import type { Context } from '../../context.ts';
import { refuseFlags } from '../../flags.ts';
import { toLine } from '../../output/terminal-text.ts';
import { amount } from '../../output/text.ts';
import { openSource } from '../../user-files.ts';
import { columnMapper, tellSuggestions } from '../import/columns.ts';

export interface ScheduleSource extends ScheduleFile {
  /** Names the file in messages. */
  readonly file: string;
  readonly source: RowSource;
}

/** @param path `-` is standard input @throws {InvalidInputError} for what cannot be read */
export async function readScheduleFile(context: Context, path: string): Promise<ScheduleSource> {
  const { io, own } = context;
  const encoding = typeof own.encoding === 'string' ? own.encoding : undefined;
  const { file, open } = await openSource(io, path);
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
  await tellUnused(context, read.mapping);
  return { ...read, file, source };
}

/** Every column that means nothing here is named: it may be one that was meant. */
async function tellUnused(context: Context, { unmapped }: Mapping): Promise<void> {
  if (unmapped.length === 0) return;
  await context.notice(`Not used: ${unmapped.map(({ column }) => JSON.stringify(column)).join(', ')}.`);
  await tellSuggestions(
    context,
    unmapped.flatMap(({ column, suggestion: field }) => (field === undefined ? [] : [{ column, field }])),
  );
}

/** The file of `--schedule`, and no flags that only it would need. @throws {UsageError} */
export async function readTold(context: Context): Promise<ScheduleSource | undefined> {
  const { schedule } = context.own;
  if (typeof schedule === 'string') return readScheduleFile(context, schedule);
  refuseFlags(context.typed, readingFlags, 'there is no file to be read by it; give --schedule');
  return undefined;
}

const readingFlags = ['map', 'mapFile', 'dateOrder', 'encoding'];

/** What the service holds, with what the file says of it beyond room and start. */
export async function toldBy(
  context: Context,
  { rows, file }: ScheduleSource,
  held: readonly Submission[],
): Promise<readonly Submission[]> {
  const { matched, unknown } = matchRows(rows, held);
  await tellUnplaced(context, unknown, file);
  const rowOf = new Map(
    rows.flatMap((row) => {
      const submission = matched.get(row.line);
      return submission === undefined ? [] : [[submission.id, row] as const];
    }),
  );
  return held.map((submission) => enrich(submission, rowOf.get(submission.id)));
}

const shownRows = 5;

async function tellUnplaced(context: Context, unknown: readonly UnknownRow[], file: string): Promise<void> {
  if (unknown.length === 0) return;
  const named = unknown
    .slice(0, shownRows)
    .map(({ line, title, submissionId }) => `line ${line} ${quote(title || (submissionId ?? ''))}`);
  const more = unknown.length > shownRows ? `, and ${unknown.length - shownRows} more` : '';
  await context.notice(
    toLine(`Note: ${amount(unknown.length, 'row')} of ${file} without a placed session: ${named.join(', ')}${more}.`),
  );
}

function isDateOrder(value: unknown): value is DateOrder {
  return value === 'dmy' || value === 'mdy' || value === 'ymd';
}
