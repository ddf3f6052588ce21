// Reads what `sessions autoplace` needs: the files, and the submissions of the event. Must not
// place talks.

import { isBreakRow } from '../../../../columns/breaks.ts';
import { mostSimilar } from '../../../../columns/similarity.ts';
import { listText, quoted } from '../../../../contract/amount.ts';
import { flagValue } from '../../../../contract/escape.ts';
import { foldKey } from '../../../../contract/key.ts';
import { isRecommended, statuses } from '../../../../contract/statuses.ts';
import { NotFoundError, UsageError } from '../../../../errors.ts';
import type { PlacingOptions } from '../../../../schedule/autoplace/drafts.ts';
import { withEventRows } from '../../../../schedule/autoplace/files/event-rows.ts';
import {
  type PeopleFile,
  peopleSheet,
  readPeopleFile,
} from '../../../../schedule/autoplace/files/people.ts';
import type { RoomsFile } from '../../../../schedule/autoplace/files/rooms.ts';
import { autoplaceInput } from '../../../../schedule/autoplace/input.ts';
import { wantedPlacement } from '../../../../schedule/match/talk-slots.ts';
import { refuseUnknownRooms } from '../../../../schedule/plan/known-rooms.ts';
import type { Room } from '../../../../schedule/rooms/room-name.ts';
import { createRoomReader } from '../../../../schedule/rooms/row-rooms.ts';
import {
  type EventSubmission,
  fetchSubmissions,
  isCalledOff,
} from '../../../../schedule/submissions.ts';
import type { Context } from '../../../context.ts';
import type { ReadingFlags } from '../../../flag-sets.ts';
import { workingPeople } from '../../../folder-people.ts';
import { noticePeople, noticeUnusedColumns } from '../file-notices.ts';
import { loadRooms, openTimedSheet } from '../rooms-file.ts';
import { type LoadedSchedule, loadTalks } from '../schedule-file.ts';

/**
 * @param path of the file with the talks; undefined if the submissions of the event are the talks
 * @param isOfFolder whether it is the schedule of the folder: talks of the event that have no row
 *   get one
 */
export async function readInput(
  context: Context<ReadingFlags & Readonly<Record<'status' | 'peopleFile', string | undefined>>>,
  { roomsFile, placing }: { readonly roomsFile: string; readonly placing: PlacingOptions },
  path: string | undefined,
  isOfFolder: boolean,
) {
  const { status, peopleFile } = context.flags;
  const loaded = path === undefined ? undefined : await loadTalks(context, path);
  if (loaded !== undefined) await noticePeople(context, loaded);
  const rooms = await loadRooms(context, roomsFile);
  const people = peopleFile === undefined ? undefined : await loadPeople(context, peopleFile);
  const timeZone = await context.timeZone();
  const event = await context.event();
  if (loaded === undefined && event === undefined) {
    throw new UsageError('there are no talks: no schedule file is given, and no event is set', {
      fix: 'pass a schedule file, or the event whose submissions are placed with --event',
    });
  }
  if (status !== undefined && event === undefined) {
    throw new UsageError('--status needs an event, whose submissions have statuses', {
      fix: 'pass it with --event',
    });
  }
  const listed =
    event === undefined ? [] : await fetchSubmissions(await context.client(), { event, timeZone });
  const isNamed = path !== undefined && !isOfFolder;
  const submissions = isNamed ? listed : (await workingPeople(context))(listed);
  if (status !== undefined) checkStatus(status, submissions);
  const listedRooms = event === undefined ? undefined : await (await context.eventLists()).rooms();
  if (listedRooms !== undefined) checkRooms(listedRooms, rooms, loaded);
  const talks =
    loaded?.talks !== undefined && isOfFolder
      ? withEventRows(loaded.talks, submissions, status)
      : loaded?.talks;
  const input = autoplaceInput({
    ...placing,
    rooms,
    listedRooms,
    people,
    submissions,
    timeZone,
    status,
    ...(loaded !== undefined && {
      schedule: { wishes: new Map(), rows: loaded.rows, ...talks, file: loaded.file },
    }),
  });
  const isEventEmpty = submissions.length === 0;
  return { input, rooms, isEventEmpty, table: talks?.table, file: loaded?.file };
}

/** @throws {InvalidInputError} for rooms of the files that the event does not have */
function checkRooms(
  listed: readonly Room[],
  { file, rooms }: RoomsFile,
  loaded: LoadedSchedule | undefined,
): void {
  const talks = loaded === undefined ? [] : [{ file: loaded.file, rows: roomsOf(loaded, listed) }];
  refuseUnknownRooms([{ file, rows: rooms }, ...talks], listed);
}

/** The rooms in which a file places talks. */
function roomsOf({ rows }: LoadedSchedule, listed: readonly Room[]) {
  const placed = rows.filter((row) => wantedPlacement(row) !== undefined && !isBreakRow(row));
  const roomsOfRow = createRoomReader(rows, { listed, names: [] });
  return placed.flatMap((row) => {
    return roomsOfRow(row).map(({ name }) => ({ line: row.line, room: name }));
  });
}

/** @throws {NotFoundError} if no submission has it, and it is no usual one */
function checkStatus(status: string, submissions: readonly EventSubmission[]): void {
  const eventStatuses = [
    ...new Set(submissions.flatMap((talk) => (isCalledOff(talk) ? [] : (talk.status ?? [])))),
  ];
  if (eventStatuses.some((eventStatus) => foldKey(eventStatus) === foldKey(status))) return;
  if (isRecommended(statuses.submissions, status)) return;
  const similar = mostSimilar(status, eventStatuses);
  const choices =
    eventStatuses.length === 0
      ? 'remove --status: no submission has a status'
      : `pass one of these with --status: ${listText(eventStatuses.toSorted().map(flagValue))}`;
  throw new NotFoundError(`no submission that takes place has the status ${quoted(status)}`, {
    fix: similar === undefined ? choices : `did you mean ${quoted(similar)}?`,
  });
}

async function loadPeople(context: Context<ReadingFlags>, path: string): Promise<PeopleFile> {
  const { sheet, options } = await openTimedSheet(context, path, peopleSheet);
  const people = await readPeopleFile(sheet, options);
  await noticeUnusedColumns(context, people.mapping, path);
  return people;
}
