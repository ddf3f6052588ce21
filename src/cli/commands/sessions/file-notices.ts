// Prints notices about a schedule file: how it was read, and what of it is not used. Must not read
// files.

import { filePlaceOf, placeText } from '../../../changes/file-place.ts';
import type { Mapping } from '../../../columns/mapping.ts';
import { quoteCell } from '../../../columns/quote.ts';
import {
  amount,
  linesText,
  listText,
  namedColumns,
  plural,
  quoted,
} from '../../../contract/amount.ts';
import type { InputFault } from '../../../errors.ts';
import type { GridReading } from '../../../schedule/grid/grid-or-list.ts';
import { nightWarnings, peopleWarnings } from '../../../schedule/plan/row-warnings.ts';
import type { ScheduleFile } from '../../../schedule/read/schedule-file.ts';
import type { ScheduleRow } from '../../../schedule/read/schedule-row.ts';
import { parentWarnings } from '../../../schedule/read/session-blocks.ts';
import { similarRoomWarnings } from '../../../schedule/rooms/room-name.ts';
import type { Session } from '../../../schedule/session.ts';
import type { Context } from '../../context.ts';
import type { ReadingFlags } from '../../flag-sets.ts';
import type { Some } from '../../flags.ts';
import { faultLines } from '../../output/fault-lines.ts';
import { toLine } from '../../output/terminal-text.ts';
import { scheduleFaults } from '../../review/plan.ts';

/** How a grid was read, and what of it was not. */
export async function noticeGrid(
  context: Context<Some<ReadingFlags>>,
  { summary, sheets, otherSheets, notices }: GridReading,
  file: string,
): Promise<void> {
  const { rooms, days, sessions, hasPeopleBelow, notes } = summary;
  const counts = `${amount(rooms, 'room')}, ${amount(days, 'day')}, ${amount(sessions, 'session')}`;
  const from = sheets.length > 1 ? `, in the sheets ${sheets.map(quoted).join(', ')}` : '';
  const hint = context.flags.layout === undefined ? ' (--layout list reads it as a list)' : '';
  await context.notice(`${file} was read as a grid: ${counts}${from}${hint}.`);
  if (hasPeopleBelow) await context.notice('The lines below the titles were read as people.');
  for (const notice of notices) await context.notice(toLine(notice));
  if (otherSheets.length > 0) {
    await context.notice(
      `Not read: ${plural(otherSheets.length, 'sheet')} ` +
        `${listText(otherSheets.map(quoted), namedColumns)}.`,
    );
  }
  for (const note of notes.slice(0, shownRows)) {
    const place = placeText({ line: note.line, sheet: note.sheet });
    await context.notice(toLine(`Not read: ${file} ${place}, ${quoteCell(note.text)}.`));
  }
  if (notes.length > shownRows)
    await context.notice(`Not read: ${notes.length - shownRows} more texts.`);
}

export async function noticeDates(
  context: Context<Some<ReadingFlags>>,
  file: ScheduleFile,
): Promise<void> {
  const { isDateless, firstDay } = file;
  if (!isDateless || firstDay === undefined) return;
  const from = firstDay === context.flags.firstDay ? '--first-day' : 'the name of the sheet';
  await context.notice(`Note: the times have no dates, and ${firstDay} (${from}) is used.`);
}

/** Names the column by which rows are called off: one such as `Published` may mean less. */
export async function noticeInactive(context: Context, file: ScheduleFile): Promise<void> {
  const { inactive = [], mapping } = file;
  if (inactive.length === 0) return;
  const rows = amount(inactive.length, 'row is', 'rows are');
  const by = `called off by the ${columnsText(mapping, 'active')}`;
  await context.notice(`Note: ${rows} ${by}: ${linesText(inactive)}.`);
}

/** Names the statuses that may mean that a session does not take place, and are not known. */
export async function noticeStatuses(context: Context, file: ScheduleFile): Promise<void> {
  const { unknownStatuses = [], mapping } = file;
  if (unknownStatuses.length === 0) return;
  const named = columnsText(mapping, 'status');
  const what = plural(unknownStatuses.length, 'a status', 'statuses');
  const texts = listText(unknownStatuses.map(quoteCell), shownRows);
  await context.notice(
    toLine(`Note: the ${named} has ${what} that call no session off: ${texts}.`),
  );
}

/** `column "Published"` */
function columnsText({ mapped }: Mapping, target: string): string {
  const columns = mapped.filter((column) => column.target === target);
  const names = listText(columns.map(({ column }) => quoted(column)));
  return `${plural(columns.length, 'column')} ${names}`;
}

/** Names the rows that no timetable has, because they lack a room or a start. */
export async function noticeUnplaced(
  context: Context,
  file: string,
  rows: readonly ScheduleRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const named = rows.map((row) => `${quoteCell(row.title)} (${placeText(filePlaceOf(row))})`);
  const what = `Left out: ${amount(rows.length, 'row')} of ${file} without a room or a start`;
  await context.notice(toLine(`${what}: ${listText(named, shownRows)}.`));
}

/** Names the sessions that a file calls off, by a status or in their titles. */
export async function noticeCalledOff(
  context: Context,
  file: string,
  sessions: readonly Session[],
): Promise<void> {
  if (sessions.length === 0) return;
  const named = sessions.map(({ line, ...session }) => {
    const place = line === undefined ? '' : ` (${placeText({ ...session, line })})`;
    return `${quoteCell(session.title)}${place}`;
  });
  const are = amount(sessions.length, 'session is', 'sessions are');
  const what = `Left out: ${are} called off in ${file}`;
  await context.notice(toLine(`${what}: ${listText(named, shownRows)}.`));
}

/** Warns of sessions at night, whose times are most likely those of the afternoon. */
export async function noticeNights(
  context: Context,
  { file, rows }: { readonly file: string; readonly rows: readonly ScheduleRow[] },
): Promise<void> {
  const warnings = nightWarnings(takingPlace(rows), await context.timeZone());
  await noticeFaults(context, scheduleFaults(warnings, file));
}

/**
 * Names every column that is not used, once, because its header may be misspelled.
 * @param file that has it, if it is not the schedule
 */
export async function noticeUnusedColumns(
  context: Context,
  { unmapped }: Mapping,
  file?: string,
): Promise<void> {
  if (unmapped.length === 0) return;
  const names = unmapped.map(({ column }) => quoted(column));
  const what = file === undefined ? 'Not used' : `Not used of ${file}`;
  await context.notice(`${what}: ${listText(names, namedColumns)}.`);
}

/** Warns of what may be one person, or several, and of parents that no row is. */
export async function noticePeople(
  context: Context,
  { file, rows }: { readonly file: string; readonly rows: readonly ScheduleRow[] },
): Promise<void> {
  const warnings = peopleWarnings(takingPlace(rows)).slice(0, shownRows);
  await noticeFaults(context, scheduleFaults(warnings, file));
  for (const { message } of parentWarnings(rows))
    await context.notice(`Warning: ${toLine(message)}.`);
}

function takingPlace(rows: readonly ScheduleRow[]): readonly ScheduleRow[] {
  return rows.filter(({ isCalledOff }) => isCalledOff !== true);
}

async function noticeFaults(context: Context, faults: readonly InputFault[]): Promise<void> {
  for (const line of faultLines(faults)) await context.notice(`Warning: ${line}.`);
}

/** Warns of rooms that may be one. @param known rooms of the event */
export async function noticeSimilarRooms(
  context: Context,
  sessions: readonly Session[],
  known?: readonly string[],
): Promise<void> {
  for (const { message } of similarRoomWarnings(sessions, known).slice(0, shownRows)) {
    await context.notice(`Warning: ${toLine(message)}.`);
  }
}

export const shownRows = 5;
