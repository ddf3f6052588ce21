// Owns which talks there are, placed or not: the rows of a schedule file with their submissions, or
// those of the event. Pure.

import { filePlaceKey, filePlaceOf } from '../../changes/file-place.ts';
import { isSamePlace, type Placement } from '../../changes/place.ts';
import { takesRoom } from '../../changes/room-rule.ts';
import { toRfc3339 } from '../../columns/dates/zoned-time.ts';
import { grouped } from '../../contract/grouped.ts';
import { foldKey } from '../../contract/key.ts';
import { enrich } from '../match/file-details.ts';
import { breakSessions, unmatched } from '../match/filed-sessions.ts';
import { matchSessions } from '../match/match.ts';
import {
  filedTalks,
  isOffInFile,
  numberedSlots,
  storedSlot,
  wantedPlacement,
} from '../match/talk-slots.ts';
import type { ScheduleRow } from '../read/schedule-row.ts';
import type { RespelledRoom, Room } from '../rooms/room-name.ts';
import { turnaroundIn } from '../rooms/room-terms.ts';
import type { Session } from '../session.ts';
import { trimAssumedEnds } from '../session-end.ts';
import { type EventSubmission, isCalledOff, type KnownTalk, toSession } from '../submissions.ts';
import type { PeopleFile } from './files/people.ts';
import { type RoomsFile, termsOfRooms } from './files/rooms.ts';
import type { TalksFile, TalksTable, TalkWishes } from './files/talks.ts';

/** `placed`: a placed session keeps its place; `none`: where it was does not matter. */
export type Keep = 'placed' | 'none';

export interface PlacingOptions {
  readonly keep: Keep;
  readonly turnaroundMs: number;
  /** Talks start only at multiples of it on the clock; undefined for any start. */
  readonly everyMinutes?: number | undefined;
  /** How long a talk without a duration lasts. */
  readonly defaultDurationMs: number;
}

export interface AutoplaceFiles extends PlacingOptions {
  /** Undefined without a schedule file: all submissions are placed. */
  readonly schedule?: {
    readonly file: string;
    readonly rows: readonly ScheduleRow[];
    readonly wishes: TalksFile['wishes'];
    readonly table?: TalksTable | undefined;
  };
  readonly rooms: RoomsFile;
  /** All that the event has, if that is known. */
  readonly listedRooms?: readonly Room[] | undefined;
  readonly people?: PeopleFile | undefined;
  /** Those of the event; empty if it was not asked. */
  readonly submissions: readonly EventSubmission[];
  /** Only submissions with this status are placed; the others stay where they are. */
  readonly status?: string | undefined;
  readonly timeZone: string | undefined;
}

/**
 * A talk whose cells are not compared with other rows yet. Its session has a start only if it is
 * placed.
 */
export interface Draft {
  readonly session: Session;
  /** The row of the schedule file. */
  readonly row?: ScheduleRow | undefined;
  readonly wishes: TalkWishes;
  /** Only the submitter is known. */
  readonly isSpeakerAssumed: boolean;
  readonly isPlaced: boolean;
  /**
   * It stays where it is: placed sessions are kept, or it is pinned, in several rooms, or not in
   * the file.
   */
  readonly isFixed: boolean;
  /** It stays only because placed sessions are kept. */
  readonly isKept: boolean;
  /**
   * Its row has neither room nor start, although the file has these columns: its place is that of
   * the event.
   */
  readonly isEmptied: boolean;
  /** Its place in the event. */
  readonly inEvent: Placement | undefined;
  /** The row has a room without a start, or a start without a room. */
  readonly onlyRoom?: string | undefined;
  readonly onlyStartMs?: number | undefined;
}

/** A row that is no talk to place: it is called off, or a break without a start. */
export interface NoTalk {
  readonly title: string;
  readonly line: number;
  /**
   * That of its submission, such as `withdrawn`; undefined if there is none, and the title says it.
   */
  readonly status: string | undefined;
}

export interface Drafts {
  readonly drafts: readonly Draft[];
  /** With a known end. */
  readonly breaks: readonly Session[];
  readonly noTalks: readonly NoTalk[];
  readonly respelled: readonly RespelledRoom[];
}

/** All talks of the files and the event, and the breaks of the schedule file. */
export function draftsOf(files: AutoplaceFiles): Drafts {
  const { drafts, breaks, noTalks, respelled } =
    files.schedule === undefined ? fromSubmissions(files) : fromRows(files, files.schedule);
  const fixed = drafts.flatMap(({ isFixed, session }) => (isFixed ? [session] : []));
  const rooms = { turnaroundMs: files.turnaroundMs, ofRooms: termsOfRooms(files.rooms) };
  const gapIn = (room: string) => turnaroundIn(room, rooms);
  const ended = new Map(
    trimAssumedEnds([...fixed, ...breaks], gapIn).map((session) => {
      return [keyOf(session), session];
    }),
  );
  const withEnd = (session: Session) => ended.get(keyOf(session)) ?? session;
  return {
    drafts: drafts.map((draft) => {
      return draft.isFixed ? { ...draft, session: withEnd(draft.session) } : draft;
    }),
    breaks: breaks.map(withEnd),
    noTalks,
    respelled,
  };
}

/** A line of a grid has several sessions. */
function keyOf({ line, column, sheet, submissionId, isBreak }: Session): string {
  return JSON.stringify([line, column, sheet, submissionId, isBreak]);
}

function fromSubmissions(files: AutoplaceFiles): Drafts {
  const drafts = files.submissions.flatMap((submission): Draft[] => {
    const isWanted = hasStatus(submission, files.status);
    const isPlaced = submission.placement !== undefined;
    if (isCalledOff(submission) || !(isWanted || isPlaced)) return [];
    const draft = draftOf(submission, files);
    return [isWanted ? draft : neverMoving(draft)];
  });
  return { drafts, breaks: [], noTalks: [], respelled: [] };
}

/**
 * The service refuses a place that is free only by the file's duration, and the file knows what the
 * talk needs.
 */
function longerOf(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}

/** Whether a submission has the status that is wanted, if one is. */
export function hasStatus(submission: KnownTalk, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  return submission.status !== undefined && foldKey(submission.status) === foldKey(wanted);
}

function fromRows(
  files: AutoplaceFiles,
  { rows: rowsOfFile, wishes }: NonNullable<AutoplaceFiles['schedule']>,
): Drafts {
  const { submissions, status: wanted, defaultDurationMs } = files;
  const listed = files.listedRooms ?? roomsOfPeriods(files.rooms);
  const matches = matchSessions(rowsOfFile, submissions, { listed });
  const { rows, matched, breaks, respelled } = matches;
  const noTalks: NoTalk[] = rows
    .filter((row) => row.startMs === undefined && breaks.has(filePlaceKey(row)))
    .map(({ title, line }) => ({ title, line, status: undefined }));
  const talks = filedTalks(matches);
  const sharedOf = new Map(talks.flatMap((talk) => talk.rows.map((row) => [row, talk.shared])));
  const slots = talks.flatMap((talk) => numberedSlots(talk, storedSlot(talk)));
  const numbers = new Map(slots.map(({ row, number }) => [filePlaceKey(row), number]));
  // The event has one place of each talk: that of the row that specifies it, or else of the first.
  const rowsOfEvent = new Set(
    talks.map(({ submission, rows: [first, ...further] }) => {
      const placed = further.find((row) =>
        isSamePlace(wantedPlacement(row), submission?.placement),
      );
      return placed ?? first;
    }),
  );
  const draftsOfRows = rows
    .filter((row) => !breaks.has(filePlaceKey(row)))
    .flatMap((row): Draft[] => {
      const { title, submitterEmail } = row;
      const submissionOfRow = matched.get(filePlaceKey(row)) ?? {
        ...unmatched,
        title,
        submitterEmail,
      };
      const submission = {
        ...enrich(submissionOfRow, row),
        placement: rowsOfEvent.has(row) ? submissionOfRow.placement : undefined,
        durationMs: longerOf(
          submissionOfRow.durationMs,
          row.durationMs ?? sharedOf.get(row)?.durationMs,
        ),
        isOffInFile: row.isCalledOff,
      };
      const draft = draftOf(submission, files, { row, wishes: wishes.get(row.line) ?? {} });
      const stays = !hasStatus(submission, wanted);
      if (!isCalledOff(submission) && (!stays || draft.isPlaced)) {
        const number = numbers.get(filePlaceKey(row)) ?? 1;
        const session = { ...draft.session, slotNumber: number > 1 ? number : undefined };
        return [{ ...(stays ? neverMoving(draft) : draft), session }];
      }
      const status = row.isCalledOff ? 'called off' : submission.status;
      noTalks.push({ title: row.title || submission.title, line: row.line, status });
      return [];
    });
  const sameTalk = grouped(
    draftsOfRows.filter(({ isPlaced }) => isPlaced),
    ({ session: { submissionId, title } }) => submissionId ?? foldKey(title),
  );
  // The rows of one talk in several places stay: the search moves a talk as a whole.
  const divided = new Set([...sameTalk.values()].filter(({ length }) => length > 1).flat());
  const inFile = new Set([...matched.values()].map(({ id }) => id));
  const others = submissions
    .filter((submission) => !inFile.has(submission.id) && !isCalledOff(submission))
    .filter(({ placement }) => placement !== undefined)
    .map((submission) => neverMoving(draftOf(submission, files)));
  const staying = talks.flatMap(({ submission, ...talk }): Draft[] => {
    if (submission?.placement === undefined || !isOffInFile(talk) || isCalledOff(submission))
      return [];
    return takesRoom(submission.status) ? [occupiedPlace(submission, files)] : [];
  });
  const kept = draftsOfRows.map((draft) => (divided.has(draft) ? neverMoving(draft) : draft));
  const drafts = [...kept, ...others, ...staying];
  return { drafts, breaks: breakSessions(matches, defaultDurationMs), noTalks, respelled };
}

/** A talk that only the file calls off keeps its place in the service, but not its people. */
function occupiedPlace(submission: EventSubmission, files: AutoplaceFiles): Draft {
  return neverMoving(draftOf({ ...submission, people: [] }, files));
}

/** A talk that stays where it is, whatever `--keep` says. */
function neverMoving(draft: Draft): Draft {
  return { ...draft, isFixed: true, isKept: false };
}

/** The rooms of a file, which have no ids but their names. */
export function roomsOfPeriods({ periods }: RoomsFile): readonly Room[] {
  return [...new Set(periods.map(({ room }) => room))].map((name) => ({ id: name, name }));
}

/** Whether it has columns for rooms and starts, so that an empty cell says something. */
function hasPlaces(table: TalksTable | undefined): boolean {
  const targets = new Set(table?.mapped.map(({ target }) => target));
  return targets.has('room') && (targets.has('start') || targets.has('time'));
}

/**
 * A row without a room and a start, or with one of them, is of a session where the event has it;
 * unless it is to move.
 */
function draftOf(
  submission: KnownTalk,
  { keep, defaultDurationMs, schedule }: AutoplaceFiles,
  { row, wishes = {} }: Partial<Pick<Draft, 'row' | 'wishes'>> = {},
): Draft {
  const inEvent = submission.placement;
  const { room = '', startMs, otherRooms } = row ?? {};
  const isHalf = row !== undefined && (room === '') !== (startMs === undefined);
  const isEmpty = row !== undefined && room === '' && startMs === undefined;
  const placement =
    (row && wantedPlacement(row)) ?? (isHalf && keep === 'none' ? undefined : inEvent);
  // As if it were placed, because only its people and its length matter.
  const anywhere = { room: '', start: toRfc3339(0, 'UTC') };
  const isPlaced = placement !== undefined;
  const isPinned = wishes.pinned === 'yes';
  const mayMove = !isPinned && otherRooms === undefined;
  const place = isPlaced ? { placement, otherRooms } : { placement: anywhere };
  const session = toSession({ ...submission, ...place }, defaultDurationMs) as Session;
  return {
    row,
    session: {
      ...session,
      ...(row !== undefined && {
        submissionId: submission.id ?? row.submissionId,
        ...filePlaceOf(row),
      }),
    },
    wishes,
    isSpeakerAssumed: submission.isSpeakerAssumed ?? false,
    isPlaced,
    isEmptied: isEmpty && !isPinned && inEvent !== undefined && hasPlaces(schedule?.table),
    isFixed: isPlaced && (keep === 'placed' || !mayMove),
    isKept: isPlaced && keep === 'placed' && mayMove,
    inEvent,
    ...(isHalf && { onlyRoom: room || undefined, onlyStartMs: startMs }),
  };
}
