// Finds which talks there are, placed or not: the rows of a schedule file with their submissions, or those of the event. Pure.
import { foldKey } from '../../contract/key.ts';
import { toRfc3339 } from '../dates/zoned-time.ts';
import { matchRows } from '../match.ts';
import { placeKey } from '../place.ts';
import { breakSessions, fileSessions, unmatched } from '../planned-sessions.ts';
import type { ScheduleRow } from '../row.ts';
import { type Person, type Session, trimAssumedEnds } from '../session.ts';
import { type EventSubmission, enrich, isCalledOff, toSession } from '../submissions.ts';
import type { PeopleFile } from './files/people.ts';
import type { RoomsFile } from './files/rooms.ts';
import { noWishes, type TalkWishes, type WishesByLine } from './files/talks.ts';

export interface AutoplaceFiles {
  /** Undefined without a schedule file: all submissions are placed. */
  readonly schedule?: {
    readonly file: string;
    readonly rows: readonly ScheduleRow[];
    readonly wishes: WishesByLine;
  };
  readonly rooms: RoomsFile;
  readonly people?: PeopleFile | undefined;
  /** Those of the event; empty if it was not asked. */
  readonly submissions: readonly EventSubmission[];
  /** Only submissions with this status are placed; the others stay where they are. */
  readonly status?: string | undefined;
  readonly timeZone: string | undefined;
  readonly defaultDurationMs: number;
}

/** A talk whose cells are not compared with other rows yet. */
export interface Draft {
  readonly session: Session;
  /** The row of the schedule file. */
  readonly row?: ScheduleRow | undefined;
  readonly possibleId?: string | undefined;
  readonly wishes: TalkWishes;
  /** Only the submitter is known. */
  readonly isSpeakerAssumed: boolean;
  readonly isPlaced: boolean;
  /** It stays where it is: it is pinned, in several rooms, or not in the file. */
  readonly isFixed: boolean;
  /** It is pinned to a room without a start, or to a start without a room. */
  readonly onlyRoom?: string | undefined;
  readonly onlyStartMs?: number | undefined;
}

/** A row that is no talk to place: it is called off, is a break without a start, or stands for no talk yet. */
export interface NoTalk {
  readonly title: string;
  readonly line: number;
  readonly people: readonly Person[];
  /** That of its submission, such as `withdrawn`; undefined if there is none, and the title says it. */
  readonly status: string | undefined;
  /** Undefined if it has no room or no start. */
  readonly session: Session | undefined;
}

export interface Drafts {
  readonly drafts: readonly Draft[];
  readonly breaks: readonly Session[];
  readonly noTalks: readonly NoTalk[];
}

/** All talks of the files and the event, and the breaks of the schedule file. */
export function draftsOf(files: AutoplaceFiles): Drafts {
  return files.schedule === undefined ? fromSubmissions(files) : fromRows(files, files.schedule);
}

function fromSubmissions({ submissions, status, defaultDurationMs }: AutoplaceFiles): Drafts {
  const drafts = submissions
    .filter((each) => !isCalledOff(each) && (hasStatus(each, status) || each.placement !== undefined))
    .map((each): Draft => {
      const own = sessionOf(each, defaultDurationMs);
      return { ...own, wishes: noWishes, isFixed: own.isPlaced && !hasStatus(each, status) };
    });
  return { drafts, breaks: [], noTalks: [] };
}

function hasStatus(submission: EventSubmission, wanted: string | undefined): boolean {
  return wanted === undefined || foldKey(submission.status ?? '') === foldKey(wanted);
}

function fromRows(
  { submissions, status: wanted, defaultDurationMs }: AutoplaceFiles,
  { rows: given, wishes }: NonNullable<AutoplaceFiles['schedule']>,
): Drafts {
  const matches = matchRows(given, submissions);
  const { rows, matched, breaks } = matches;
  const noTalks: NoTalk[] = rows
    .filter((row) => row.startMs === undefined && breaks.has(placeKey(row)))
    .map(({ title, line }) => ({ title, line, people: [], status: undefined, session: undefined }));
  const own = rows
    .filter((row) => !breaks.has(placeKey(row)))
    .flatMap((row): Draft[] => {
      const submission = enrich(matched.get(placeKey(row)) ?? { ...unmatched, title: row.title }, row);
      const draft = draftOf(row, submission, wishes.get(row.line) ?? noWishes, defaultDurationMs);
      const stays = !hasStatus(submission, wanted);
      if (!isCalledOff(submission) && (!stays || draft.isPlaced)) {
        return [{ ...draft, isFixed: draft.isFixed || stays }];
      }
      const { people, status } = submission;
      const [session] = fileSessions({ ...matches, rows: [row], matched: new Map() }, defaultDurationMs);
      noTalks.push({ title: row.title || submission.title, line: row.line, people, status, session });
      return [];
    });
  const inFile = new Set([...matched.values()].map(({ id }) => id));
  const others = submissions
    .filter((each) => !inFile.has(each.id) && !isCalledOff(each))
    .flatMap((each): Draft[] => {
      const own = sessionOf(each, defaultDurationMs);
      return own.isPlaced ? [{ ...own, wishes: noWishes, isFixed: true }] : [];
    });
  const drafts = [...own, ...others];
  const placed = drafts.filter(({ isPlaced }) => isPlaced).map(({ session }) => session);
  const ended = trimAssumedEnds([...breakSessions(matches, defaultDurationMs), ...placed]);
  return { drafts, breaks: ended.filter(({ isBreak }) => isBreak === true), noTalks };
}

function draftOf(row: ScheduleRow, submission: EventSubmission, wishes: TalkWishes, defaultDurationMs: number): Draft {
  const { room, start, startMs, otherRooms } = row;
  const isHalf = (room === '') !== (start === undefined);
  const own = start !== undefined && room !== '' ? { placement: { room, start } } : {};
  const { session, isPlaced, isSpeakerAssumed } = sessionOf(
    isHalf ? { ...submission, placement: undefined } : { ...submission, ...own },
    defaultDurationMs,
  );
  return {
    row,
    session: {
      ...session,
      submissionId: submission.id || row.submissionId,
      line: row.line,
      ...(isPlaced && otherRooms !== undefined && { otherRooms }),
    },
    possibleId: row.possibleId,
    wishes,
    isPlaced,
    isSpeakerAssumed,
    isFixed: isPlaced && (wishes.pinned || otherRooms !== undefined),
    ...(isHalf && { onlyRoom: room || undefined, onlyStartMs: startMs }),
  };
}

function sessionOf(submission: EventSubmission, defaultDurationMs: number) {
  const { isSpeakerAssumed = false } = submission;
  const placed = toSession(submission, defaultDurationMs);
  if (placed !== undefined) return { session: placed, isPlaced: true, isSpeakerAssumed };
  // As if it were placed, because only its people and its length matter.
  const anywhere = { room: '', start: toRfc3339(0, 'UTC') };
  const session = toSession({ ...submission, placement: anywhere }, defaultDurationMs) as Session;
  return { session, isPlaced: false, isSpeakerAssumed };
}
