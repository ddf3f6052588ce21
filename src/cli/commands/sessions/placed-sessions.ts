// Reads the sessions of an event with what the file of `--schedule` adds, or those of the file
// alone.

import { type FilePlace, filePlaceOf, placeText } from '../../../changes/file-place.ts';
import { quoteCell } from '../../../columns/quote.ts';
import { amount, listText, plural } from '../../../contract/amount.ts';
import { resolveCells } from '../../../schedule/grid/cell.ts';
import {
  breakSessions,
  calledOffBreaks,
  enrichAll,
  furtherSlots,
  takesPlace,
  withSubmissionDetails,
} from '../../../schedule/match/filed-sessions.ts';
import { matchSessions } from '../../../schedule/match/match.ts';
import { filedTalks, waitsForPlace } from '../../../schedule/match/talk-slots.ts';
import type { ScheduleRow } from '../../../schedule/read/schedule-row.ts';
import type { Room } from '../../../schedule/rooms/room-name.ts';
import { hasOtherRooms } from '../../../schedule/rooms/row-rooms.ts';
import type { Session } from '../../../schedule/session.ts';
import { type EventSubmission, fetchSubmissions, isPlaced } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import { workingPeople } from '../../folder-people.ts';
import { toLine } from '../../output/terminal-text.ts';
import { noticeNights, noticePeople, shownRows } from './file-notices.ts';
import {
  type FileFlags,
  type LoadedSchedule,
  loadScheduleFlag,
  type ScheduleFlag,
} from './schedule-file.ts';

export interface PlacedSessions {
  /** The placed submissions, with the durations, speakers, tracks and formats of the file. */
  readonly submissions: readonly EventSubmission[];
  /** The sessions that only the file has: breaks, and further slots of talks. */
  readonly inFile: readonly Session[];
  /** Breaks that the file calls off, and slots of talks whose other slots take place. */
  readonly calledOff: readonly Session[];
  /** The other submissions, which have no place. */
  readonly unplaced: readonly EventSubmission[];
  /**
   * The file, if it is read alone: without an event, or as a preview of an event without placed
   * sessions.
   */
  readonly alone?: LoadedSchedule;
  /** The name of the file in messages. */
  readonly file?: string;
  /** All that the event has, if that is known. */
  readonly rooms?: readonly Room[] | undefined;
}

export async function readPlaced(
  context: Context<ScheduleFlag & FileFlags>,
  defaultDurationMs: number,
): Promise<PlacedSessions> {
  const file = await loadScheduleFlag(context);
  const named = await context.event();
  if (file !== undefined && named === undefined) return onlyFile(context, file);
  const target = { event: await context.requiredEvent(), timeZone: await context.timeZone() };
  const client = await context.client();
  const withPeople = await workingPeople(context);
  const all = withPeople(await fetchSubmissions(client, target));
  const unplacedTalks = all.filter((talk) => !isPlaced(talk));
  if (file === undefined) {
    const submissions = all.filter(isPlaced);
    return { submissions, inFile: [], calledOff: [], unplaced: unplacedTalks };
  }
  const names = all.flatMap(({ placement }) => placement?.room ?? []);
  const needsRooms = hasOtherRooms(file.rows, names);
  const listed = needsRooms ? await (await context.eventLists()).rooms() : undefined;
  if (!all.some(isPlaced)) {
    await context.notice(`No session of the event is placed yet, so only ${file.file} is used.`);
    const preview = { ...file, rows: withSubmissionDetails(file.rows, all) };
    return { ...(await onlyFile(context, preview)), rooms: listed };
  }
  // With those that are not placed: a row with the title of one of them is no break.
  const matches = matchSessions(file.rows, all, { listed });
  const { rows, unknown } = matches;
  const unplaced = filedTalks(matches).flatMap((talk) => {
    const { submission } = talk;
    const isExpected = submission === undefined || isPlaced(submission) || waitsForPlace(talk);
    return isExpected ? [] : talk.rows.filter(({ isCalledOff }) => isCalledOff !== true);
  });
  await noticeUnplacedRows(context, [...unknown, ...unplaced], file.file);
  await noticePeople(context, { file: file.file, rows });
  const slots = furtherSlots(matches, defaultDurationMs);
  return {
    submissions: enrichAll(all.filter(isPlaced), matches),
    inFile: [...breakSessions(matches, defaultDurationMs), ...slots.filter(takesPlace)],
    calledOff: [
      ...slots.filter((slot) => !takesPlace(slot)),
      ...calledOffBreaks(matches, defaultDurationMs),
    ],
    unplaced: unplacedTalks,
    file: file.file,
  };
}

async function onlyFile(context: Context, loaded: LoadedSchedule): Promise<PlacedSessions> {
  const alone = { ...loaded, rows: resolveCells(loaded.rows, []) };
  await noticePeople(context, alone);
  await noticeNights(context, alone);
  return { submissions: [], inFile: [], calledOff: [], unplaced: [], alone, file: alone.file };
}

async function noticeUnplacedRows(
  context: Context,
  rows: readonly (FilePlace &
    Pick<ScheduleRow, 'title'> & { readonly submissionId?: string | undefined })[],
  file: string,
): Promise<void> {
  if (rows.length === 0) return;
  const named = rows.map(
    (row) => `${placeText(filePlaceOf(row))} ${quoteCell(row.title || (row.submissionId ?? ''))}`,
  );
  const what =
    `${amount(rows.length, 'row')} of ${file} ${plural(rows.length, 'matches', 'match')} no ` +
    'placed session';
  await context.notice(toLine(`${what}: ${listText(named, shownRows)}.`));
}
