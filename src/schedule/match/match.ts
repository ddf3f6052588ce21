// Matches the rows of a schedule file to submissions, by id or title. Must not word why a row
// matches none. Pure.

import { filePlaceKey, filePlaceOf } from '../../changes/file-place.ts';
import { isBreakRow } from '../../columns/breaks.ts';
import { grouped } from '../../contract/grouped.ts';
import { foldKey, foldKeys } from '../../contract/key.ts';
import { resolveCells } from '../grid/cell.ts';
import type { ScheduleRow } from '../read/schedule-row.ts';
import type { RespelledRoom, Room } from '../rooms/room-name.ts';
import { createRoomReader, inRooms } from '../rooms/row-rooms.ts';
import type { EventSubmission } from '../submissions.ts';
import { createFinder } from './find-submission.ts';
import { type FoundRow, isCertain, isFoundByTitle, isOwnRow } from './found-row.ts';
import { otherSpeakerText, sharedTitleText, type UnknownRow, unknownText } from './unknown-rows.ts';
import { hasPeople, sharePerson } from './whose-talk.ts';

/** The rows of a file, and what each of them means in the event. */
export interface Matches {
  /** With the titles, ids and people that the cells of a grid hold. */
  readonly rows: readonly ScheduleRow[];
  /** The submissions of matched rows, by the key of their place. */
  readonly matched: ReadonlyMap<string, EventSubmission>;
  /**
   * The rows that are not talks, such as coffee breaks, by the key of their place: they need no
   * submission.
   */
  readonly breaks: ReadonlySet<string>;
  readonly unknown: readonly UnknownRow[];
  /** Rooms that the event writes in another way. */
  readonly respelled: readonly RespelledRoom[];
}

/**
 * Finds the submission of each row. A row that is a break by its cells is one, unless it matches a
 * submission; the submission of a title belongs to the talks of the file that have it. Each row is
 * in the rooms that its cell means.
 * @param listed all rooms of the event, if that is known
 * @param leftOut rows of the file that cannot be read: cells of others may mean their rooms
 */
export function matchSessions(
  rowsOfFile: readonly ScheduleRow[],
  submissions: readonly EventSubmission[],
  options: {
    readonly listed?: readonly Room[] | undefined;
    readonly leftOut?: readonly ScheduleRow[] | undefined;
  } = {},
): Matches {
  const { listed, leftOut = [] } = options;
  const rows = resolveCells(rowsOfFile, submissions);
  const find = createFinder(submissions);
  const titlesOfTalks = new Set(rows.flatMap((row) => (isBreakRow(row) ? [] : foldKey(row.title))));
  const matched = new Map<string, EventSubmission>();
  const breaks = new Set<string>();
  const unknown: UnknownRow[] = [];
  const addUnknown = (row: ScheduleRow, code: UnknownRow['code'], message: string) => {
    const { title, submissionId } = row;
    unknown.push({ ...filePlaceOf(row), code, title, submissionId, message });
  };
  for (const row of rows) {
    const mayBeBreak = isBreakRow(row);
    const match = find(
      mayBeBreak && titlesOfTalks.has(foldKey(row.title)) ? { ...row, title: '' } : row,
    );
    if (!('code' in match)) matched.set(filePlaceKey(row), match);
    else if (mayBeBreak && match.code === 'not_found') breaks.add(filePlaceKey(row));
    else {
      const isUntitled = row.submissionId === undefined && row.title === '';
      addUnknown(row, isUntitled ? 'no_title' : match.code, unknownText(row, match));
    }
  }
  for (const { row, submission } of sharedTitles(foundRows(rows, matched))) {
    matched.delete(filePlaceKey(row));
    addUnknown(row, 'ambiguous', sharedTitleText(row, submission));
  }
  for (const { row, submission } of rowsOfOthers(foundRows(rows, matched))) {
    matched.delete(filePlaceKey(row));
    addUnknown(row, 'ambiguous', otherSpeakerText(row, submission));
  }
  const names = submissions.flatMap(({ placement }) => placement?.room ?? []);
  const roomsOfRow = createRoomReader([...rows, ...leftOut], { listed, names });
  const respelled: RespelledRoom[] = [];
  const placed = rows.map((row) => {
    const rooms = roomsOfRow(row, breaks.has(filePlaceKey(row)));
    for (const { name, respelled: text } of rooms) {
      if (text !== undefined) respelled.push({ ...filePlaceOf(row), name, respelled: text });
    }
    return inRooms(row, rooms);
  });
  return { rows: placed, matched, breaks, unknown, respelled };
}

function foundRows(rows: readonly ScheduleRow[], matched: Matches['matched']): readonly FoundRow[] {
  return rows.flatMap((row) => {
    const submission = matched.get(filePlaceKey(row));
    return submission === undefined ? [] : [{ row, submission }];
  });
}

/**
 * The rows of several people that have found one submission, which is the talk of one of them at
 * most.
 */
function sharedTitles(found: readonly FoundRow[]): readonly FoundRow[] {
  const byTitle = found.filter(({ row, submission }) => isFoundByTitle(row, submission));
  return [...grouped(byTitle, ({ submission }) => submission.id).values()].flatMap((sameTalk) => {
    const addresses = new Set(foldKeys(sameTalk.map(({ row }) => row.submitterEmail)));
    return addresses.size > 1 ? sameTalk : [];
  });
}

/**
 * The rows that have found a submission by their title alone, and name none of the people whom it
 * or another row of it has: they may be another talk.
 */
function rowsOfOthers(found: readonly FoundRow[]): readonly FoundRow[] {
  const withPeople = found.filter(({ row }) => hasPeople(row));
  return [...grouped(withPeople, ({ submission }) => submission.id).values()].flatMap(
    (sameTalk) => {
      if (sameTalk.length < 2) return [];
      const meant = sameTalk.find(isOwnRow) ?? sameTalk.find(isCertain) ?? sameTalk[0];
      if (meant === undefined) return [];
      return sameTalk.filter((other) => {
        if (isOwnRow(other) || isCertain(other)) return false;
        return !sharePerson(other.row, meant.row);
      });
    },
  );
}
