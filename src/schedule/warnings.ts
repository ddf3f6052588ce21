// Owns the warnings about a schedule, as data: incomplete or repeated rows, rooms, times, submitters, assumed durations. Must not word them.
import { isBreakTitle, isEveryRoom } from '../columns/breaks.ts';
import { foldKey } from '../contract/key.ts';
import type { FurtherSlot } from './changes.ts';
import type { ClashWarning } from './clash-report.ts';
import { type ClashOptions, findClashes } from './clashes.ts';
import { clockTime } from './dates/zoned-time.ts';
import { grouped } from './grouped.ts';
import { type Place, placeOf } from './place.ts';
import type { ScheduleRow } from './row.ts';
import { roomsOf, type Session } from './session.ts';
import { createRoomIndex } from './similar-rooms.ts';
import { type EventSubmission, isCalledOff } from './submissions.ts';

/** A warning of a file's row has its place. */
export type Warning = (Problem & Partial<Place>) | (RowProblem & Place);

type RowProblem =
  | {
      readonly code: 'no_start' | 'no_room';
      readonly title: string;
      readonly submissionId: string | undefined;
    }
  /** A row that is not a talk. */
  | { readonly code: 'break_without_start'; readonly title: string }
  /** Its submission is created, because the row names people or has an abstract. */
  | { readonly code: 'break_title'; readonly title: string }
  /** `line` repeats `firstLine`. */
  | { readonly code: 'repeated_row'; readonly firstLine: number }
  | { readonly code: 'called_off'; readonly title: string; readonly status: string }
  /** Its submission is created, although the title differs in a few letters from `other`: that of a submission, or of a row. */
  | {
      readonly code: 'similar_title';
      readonly title: string;
      readonly other: string;
      readonly otherLine: number | undefined;
    }
  /** The session is in several rooms; the service gets `used`. */
  | { readonly code: 'several_rooms'; readonly title: string; readonly rooms: readonly string[]; readonly used: string }
  /** The session has an earlier slot, which is the one that the service gets. */
  | {
      readonly code: 'further_slot';
      readonly title: string;
      readonly used: Place & { readonly room: string; readonly start: string };
    }
  /** A part of the cell that may be several people, or contain more than a name; it is taken as one person. */
  | {
      readonly code: 'unclear_people';
      readonly text: string;
      readonly kind: 'count' | 'extent';
      /** How many rows have it; `line` is that of the first. */
      readonly rows: number;
    }
  /** Sessions start at night and none in the afternoon, as if its times lacked p.m.; `earliest` is `HH:MM`. */
  | { readonly code: 'no_afternoon'; readonly sessions: number; readonly earliest: string };

/** `room` is probably another spelling of `usualRoom`. */
interface SimilarRoom {
  readonly code: 'similar_room';
  readonly room: string;
  readonly usualRoom: string;
}

type Problem =
  | ClashWarning
  | SimilarRoom
  /** The service shows a room or a start of the session that cannot be read. */
  | {
      readonly code: 'unreadable_placement';
      readonly title: string;
      readonly submissionId: string;
      readonly field: 'room' | 'start';
      readonly value: string;
    }
  /** A shared room without a session. */
  | { readonly code: 'unused_room'; readonly room: string }
  /** Pairs of sessions at the same time that have one submitter and no known speakers; the titles are those of a pair. */
  | { readonly code: 'same_submitter'; readonly pairs: number; readonly titles: readonly [string, string] }
  /** The number of sessions without a duration of their own. */
  | {
      readonly code: 'assumed_duration';
      readonly sessions: number;
      readonly durationMs: number;
    };

/** The warnings of one row of the file. @param submission the one that the row matches @param title of its session, if it has one */
export function rowWarnings(
  row: ScheduleRow,
  submission: EventSubmission | undefined,
  title = submission?.title,
): readonly Warning[] {
  const warnings = unplaced(row);
  return [
    ...(warnings.length > 0 ? warnings : calledOff(row, submission)),
    ...(submission === undefined && title !== undefined && isBreakTitle(title)
      ? [{ code: 'break_title' as const, ...placeOf(row), title }]
      : []),
    ...severalRooms(row, title),
    ...repeated(row),
  ];
}

/** The warnings of a row that is not a talk. It may have no room, because it is in all of them. */
export function breakWarnings(row: ScheduleRow): readonly Warning[] {
  const { startMs, title } = row;
  const unplaced: readonly Warning[] =
    startMs === undefined ? [{ code: 'break_without_start', ...placeOf(row), title }] : [];
  return [...unplaced, ...repeated(row)];
}

/** Names that stay whole, because they can be read in several ways; each once. */
export function peopleWarnings(rows: readonly ScheduleRow[]): readonly Warning[] {
  const doubts = rows.flatMap(({ doubts = [], ...row }) => doubts.map((doubt) => ({ ...placeOf(row), ...doubt })));
  return [...grouped(doubts, ({ text }) => text).values()].flatMap(([first, ...others]): readonly Warning[] =>
    first === undefined ? [] : [{ code: 'unclear_people', ...first, rows: 1 + others.length }],
  );
}

/** New rooms that are similar to one that exists, or to one that a row above has; each once. */
export function roomWarnings(
  rows: readonly { readonly room: string; readonly line?: number | undefined }[],
  existing: readonly string[],
): readonly (SimilarRoom & Partial<Place>)[] {
  const known = new Set(existing.map(foldKey));
  const added = rows.filter(({ room }) => {
    const isNew = !known.has(foldKey(room)) && !isEveryRoom(room);
    known.add(foldKey(room));
    return isNew;
  });
  const find = createRoomIndex([...existing, ...added.map(({ room }) => room)]);
  const before = new Set(existing);
  return added.flatMap(({ room, line, ...rest }) => {
    const usualRoom = find(room).find((other) => before.has(other));
    before.add(room);
    const place = line === undefined ? {} : placeOf({ line, ...rest });
    return usualRoom === undefined ? [] : [{ code: 'similar_room' as const, ...place, room, usualRoom }];
  });
}

/** The slots that are not used, because the service has one for each session. */
export function slotWarnings(further: readonly FurtherSlot[]): readonly Warning[] {
  return further.map(({ row, used, title }) => ({
    code: 'further_slot',
    ...placeOf(row),
    title,
    used: { ...placeOf(used), ...used.to },
  }));
}

/** The sessions whose present placement cannot be read. @param places by the submission's id, those of its rows */
export function placementWarnings(
  submissions: readonly EventSubmission[],
  places: ReadonlyMap<string, Place> = new Map(),
): readonly Warning[] {
  return submissions.flatMap(({ id: submissionId, title, unreadable }): readonly Warning[] => {
    if (unreadable === undefined) return [];
    return [{ code: 'unreadable_placement', ...places.get(submissionId), title, submissionId, ...unreadable }];
  });
}

/** A shared room without a session is most likely misspelled. */
export function sharedRoomWarnings(sharedRooms: readonly string[], sessions: readonly Session[]): readonly Warning[] {
  const used = new Set(sessions.flatMap((session) => roomsOf(session).map(foldKey)));
  return sharedRooms.filter((room) => !used.has(foldKey(room))).map((room) => ({ code: 'unused_room', room }));
}

/** At most one warning: how many sessions have no duration of their own. */
export function durationWarnings(sessions: readonly Session[], defaultDurationMs: number): readonly Warning[] {
  const count = sessions.filter(({ isDurationAssumed }) => isDurationAssumed).length;
  return count === 0 ? [] : [{ code: 'assumed_duration', sessions: count, durationMs: defaultDurationMs }];
}

/** At most one warning: `1:30` in a file without any start after 13:00 is most likely half past one p.m.; `01:30+00:00` is not. */
export function clockWarnings(rows: readonly ScheduleRow[], timeZone: string | undefined): readonly Warning[] {
  const starts = rows.flatMap(({ line, startMs, start = '', hasOffset }) =>
    startMs === undefined || hasOffset === true
      ? []
      : [{ line, clock: timeZone === undefined ? start.slice(11, 16) : clockTime(startMs, timeZone) }],
  );
  const early = starts.filter(({ clock }) => clock >= '01:00' && clock < '07:00');
  const [first] = early;
  const hasMorning = starts.some(({ clock }) => clock >= '07:00' && clock < '13:00');
  if (first === undefined || !hasMorning || starts.some(({ clock }) => clock >= '13:00')) return [];
  const earliest = early.map(({ clock }) => clock).toSorted()[0] ?? first.clock;
  return [{ code: 'no_afternoon', line: first.line, sessions: early.length, earliest }];
}

/**
 * At most one warning: how many pairs of sessions at the same time have one submitter.
 * @param standIn an address that is known to be nobody's on stage
 * @param apart leaves out pairs of two sessions for which it is true
 */
export function submitterWarnings(
  sessions: readonly Session[],
  options: ClashOptions,
  {
    standIn = '',
    apart = () => false,
  }: { readonly standIn?: string | undefined; readonly apart?: (session: Session) => boolean } = {},
): readonly Warning[] {
  const submitters = new Set(sessions.flatMap(({ submitter }) => (submitter === undefined ? [] : foldKey(submitter))));
  submitters.delete(foldKey(standIn));
  if (submitters.size === 0) return [];
  const reduced = sessions.flatMap((session): Session[] => {
    const { people, submitter } = session;
    const present = submitter === undefined ? people : [{ name: '', email: submitter }];
    const same = present.filter(({ email = '' }) => submitters.has(foldKey(email)));
    return same.length === 0 ? [] : [{ ...session, room: '', otherRooms: [], people: same }];
  });
  const named = reduced.filter(({ submitter }) => submitter === undefined);
  const { listed, count } = findClashes(reduced, options, apart);
  const pairs = count - findClashes(named, options, apart).count;
  const example = listed.find((clash) => clash.sessions.some(({ submitter }) => submitter !== undefined))?.sessions;
  if (example === undefined) return [];
  return [{ code: 'same_submitter', pairs, titles: [example[0].title, example[1].title] }];
}

function unplaced(row: ScheduleRow): readonly Warning[] {
  const { title, submissionId, room, startMs } = row;
  if (startMs === undefined) return [{ code: 'no_start', ...placeOf(row), title, submissionId }];
  return room === '' ? [{ code: 'no_room', ...placeOf(row), title, submissionId }] : [];
}

function severalRooms(row: ScheduleRow, title: string | undefined): readonly Warning[] {
  const { room, otherRooms = [] } = row;
  if (title === undefined || otherRooms.length === 0) return [];
  return [{ code: 'several_rooms', ...placeOf(row), title, rooms: roomsOf(row), used: room }];
}

function calledOff(row: ScheduleRow, submission: EventSubmission | undefined): readonly Warning[] {
  if (submission === undefined || !isCalledOff(submission)) return [];
  return [{ code: 'called_off', ...placeOf(row), title: submission.title, status: submission.status ?? '' }];
}

function repeated({ line, repeatedOn = [] }: ScheduleRow): readonly Warning[] {
  return repeatedOn.map((again) => ({ code: 'repeated_row', line: again, firstLine: line }));
}
