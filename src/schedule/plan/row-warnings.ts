// Words the warnings about single rows of a schedule file: without a start or a room, with several
// slots or rooms, called off, with unclear people, in new rooms, at night. Pure.

import { filePlaceOf, placeText } from '../../changes/file-place.ts';
import { isEveryRoom } from '../../columns/breaks.ts';
import { clockTime } from '../../columns/dates/zoned-time.ts';
import { namesFixes } from '../../columns/name-form.ts';
import { quoteCell } from '../../columns/quote.ts';
import { amount, listText, plural, quoted } from '../../contract/amount.ts';
import { shellWord } from '../../contract/escape.ts';
import { grouped } from '../../contract/grouped.ts';
import { foldKey } from '../../contract/key.ts';
import { morning } from '../../contract/start.ts';
import { slotText } from '../match/talk-slots.ts';
import type { ScheduleRow } from '../read/schedule-row.ts';
import { roomsOf, type Session } from '../session.ts';
import { calledOffText, type EventSubmission } from '../submissions.ts';
import type { Warning } from '../warning.ts';
import type { FurtherSlot } from './difference.ts';

/** A row whose session stays as it is. */
interface UnplacedRow extends ScheduleRow {
  /** Whether the service has a place of its talk, which no other row has. */
  readonly isPlaced: boolean;
}

/**
 * At most one warning each about rows without a start and without a room.
 * @param rows breaks need no room
 */
export function unplacedWarnings(
  rows: readonly UnplacedRow[],
  isBreak: (row: ScheduleRow) => boolean,
): readonly Warning[] {
  const noRoom = rows.filter(
    (row) => row.startMs !== undefined && row.room === '' && !isBreak(row),
  );
  return [
    ...rowsWarning(
      'no_start',
      rows.filter(({ startMs }) => startMs === undefined),
      'start',
    ),
    ...rowsWarning('no_room', noRoom, 'room'),
  ];
}

function rowsWarning(code: string, rows: readonly UnplacedRow[], what: string): readonly Warning[] {
  if (rows.length === 0) return [];
  const have =
    `${amount(rows.length, 'row has', 'rows have')} no ${what}, and ` +
    `${plural(rows.length, 'its session is', 'their sessions are')} not moved`;
  const placed = rows.filter(({ isPlaced }) => isPlaced).map(nameOf);
  const advice = placed.length === 0 ? '' : `; ${unplaceAdvice(placed)}`;
  return [{ code, message: `${have}: ${rowsText(rows)}${advice}` }];
}

/** How to take talks out of the schedule that a file no longer places. */
export function unplaceAdvice(talks: readonly string[]): string {
  const [talk = '', ...others] = talks;
  if (others.length === 0)
    return `\`plenary sessions unplace ${shellWord(talk)}\` takes it out of the schedule`;
  return '`plenary sessions unplace TALK` takes each of them out of the schedule';
}

/** `"A" (line 7) and "B" (line 8)` */
function rowsText(rows: readonly ScheduleRow[]): string {
  return listText(rows.map((row) => `${quoteCell(nameOf(row))} (${placeText(row)})`));
}

function nameOf({ title, submissionId = '' }: ScheduleRow): string {
  return title || submissionId;
}

/** The session of a row is called off. */
export function calledOffWarning(row: ScheduleRow, submission: EventSubmission): Warning {
  return { code: 'called_off', ...filePlaceOf(row), message: calledOffText(submission) };
}

/** The file calls off the session of a row, which is not sent. */
export function calledOffInFileWarning(
  row: ScheduleRow,
  submission: EventSubmission | undefined,
): Warning {
  const title = submission?.title || nameOf(row);
  const text = `${quoteCell(title)} is called off in the file: its row is not sent`;
  if (submission?.placement === undefined) {
    return { code: 'off_not_placed', ...filePlaceOf(row), message: text };
  }
  // A code of its own: messages are printed once for all rows of a code, and not each has this way.
  const message = `${text}; \`plenary sessions unplace\` takes it out of the schedule`;
  return { code: 'off_in_file', ...filePlaceOf(row), message };
}

/** The service does not show whether the address of a row is that of its submission. */
export function foundByTitleWarnings(rows: readonly ScheduleRow[]): readonly Warning[] {
  if (rows.length === 0) return [];
  const have = `${amount(rows.length, 'row has', 'rows have')} found a submission by title alone`;
  const message = `${have}, because the service does not show who submitted it: ${rowsText(rows)}`;
  return [{ code: 'found_by_title', message }];
}

/** At most one warning: rows may be other talks than the submissions whose titles they have. */
export function otherPeopleWarnings(rows: readonly ScheduleRow[]): readonly Warning[] {
  if (rows.length === 0) return [];
  const have = amount(rows.length, 'row has', 'rows have');
  const people = `${have} other people than the submission of this title: ${rowsText(rows)}`;
  const advice =
    'if it is another talk, create that one and write its id in a column submission_id';
  return [{ code: 'other_people', message: `${people}; ${advice}` }];
}

/** The session of a row is in several rooms; the service has one. */
export function severalRoomsWarnings(row: ScheduleRow, title: string): readonly Warning[] {
  const { room, otherRooms = [] } = row;
  if (otherRooms.length === 0) return [];
  const rooms = roomsOf(row).join(', ');
  const message =
    `${quoteCell(title)} is in several rooms (${rooms}); the service has one for each session: ` +
    `${room} is used`;
  return [{ code: 'several_rooms', ...filePlaceOf(row), message }];
}

/** The session of a row has an earlier row, whose slot is the one that the service stores. */
export function furtherSlotWarning(
  { row, used, title }: FurtherSlot,
  timeZone: string | undefined,
): Warning {
  const stored = `that ${slotText(used.to, timeZone)} (${placeText(used)})`;
  const message = `the service stores one slot of ${quoteCell(title)}, ${stored}, and not this one`;
  return { code: 'further_slot', ...filePlaceOf(row), message };
}

/**
 * Names that stay whole, because they can be read in several ways, texts that are none, and cells
 * that do not say who is meant; each once.
 */
export function peopleWarnings(rows: readonly ScheduleRow[]): readonly Warning[] {
  return [...doubtWarnings(rows), ...problemWarnings(rows)];
}

function problemWarnings(rows: readonly ScheduleRow[]): readonly Warning[] {
  const problems = rows.flatMap(({ problems: problemsOfRow = [], ...row }) => {
    return problemsOfRow.map(({ code, message, column }) => {
      return { code, message, place: filePlaceOf({ ...row, column: row.column ?? column }) };
    });
  });
  const alike = grouped(problems, ({ message, place }) => JSON.stringify([message, place.column]));
  return [...alike.values()].flatMap(([first, ...others]): readonly Warning[] => {
    if (first === undefined) return [];
    const count = countText(others);
    const message = `${first.message}${count}: clashes of these people may be missed`;
    return [{ code: first.code, ...first.place, message }];
  });
}

function doubtWarnings(rows: readonly ScheduleRow[]): readonly Warning[] {
  const doubts = rows.flatMap(({ doubts = [], ...row }) =>
    doubts.map((doubt) => ({ ...doubt, isGrid: row.cell !== undefined, place: filePlaceOf(row) })),
  );
  return [...grouped(doubts, ({ text }) => text).values()].flatMap(
    ([first, ...others]): readonly Warning[] => {
      if (first === undefined) return [];
      const count = countText(others);
      const text = quoteCell(first.text);
      if (first.kind === 'nobody') {
        const none = `${text} is not a name, and is left out${count}`;
        return [{ code: 'no_name', ...first.place, message: none }];
      }
      if (first.kind === 'beside') {
        const beside = `${text} beside a name is not read as a person${count}`;
        const message = `${beside}: if it is one, its clashes may be missed`;
        return [{ code: 'beside_name', ...first.place, message }];
      }
      const names = first.isGrid ? [] : namesFixes([first.text]).map((flag) => `, or pass ${flag}`);
      const isUnclear = first.kind === 'count';
      const fix = isUnclear ? `; separate several people with semicolons${names.join('')}` : '';
      const message = `${text} is taken as the name of one person${count}${fix}`;
      return [{ code: 'unclear_people', ...first.place, message }];
    },
  );
}

/** @param others the rows beside the one that is named */
function countText(others: readonly unknown[]): string {
  return others.length === 0 ? '' : ` (in ${others.length + 1} rows)`;
}

/**
 * At most one warning: rooms that no session of the event is in. Of an event without placed
 * sessions, every room is new.
 */
export function roomWarnings(
  rows: readonly (Pick<Session, 'room'> & { readonly line?: number | undefined })[],
  existing: readonly string[],
): readonly Warning[] {
  const keys = new Set(existing.map(foldKey));
  const added = new Map<string, { readonly room: string; readonly line?: number | undefined }>();
  for (const row of rows) {
    const key = foldKey(row.room);
    if (key !== '' && !keys.has(key) && !added.has(key) && !isEveryRoom(row.room))
      added.set(key, row);
  }
  if (keys.size === 0 || added.size === 0) return [];
  const named = Array.from(
    added.values(),
    ({ room, line }) => quoted(room) + (line === undefined ? '' : ` (line ${line})`),
  );
  return [
    {
      code: 'new_room',
      message:
        `no session of the event is in the ${plural(added.size, 'room')} ` +
        `${listText(named)} yet`,
    },
  ];
}

/**
 * At most one warning: `1:30` is most likely half past one p.m.
 * @param timeZone undefined in a file of starts with offsets
 */
export function nightWarnings(
  rows: readonly ScheduleRow[],
  timeZone: string | undefined,
): readonly Warning[] {
  if (timeZone === undefined) return [];
  const night = rows.flatMap((row) => {
    const clock = row.startMs === undefined ? undefined : clockTime(row.startMs, timeZone);
    return clock !== undefined && clock < morning ? [{ row, clock }] : [];
  });
  const [first] = night;
  if (first === undefined) return [];
  const sessions = amount(night.length, 'session starts', 'sessions start');
  const message =
    `${sessions} between 00:00 and ${morning}, the first at ${first.clock}; if that is p.m., ` +
    'add 12 hours';
  return [{ code: 'at_night', ...filePlaceOf(first.row), message }];
}
