// Matches the rows of a schedule file to submissions, by id or title. Must not word why a row
// matches none. Pure.

import { filePlaceKey, filePlaceOf } from '../changes/file-place.ts';
import { keyMark } from '../changes/names.ts';
import { isBreakRow } from '../columns/breaks.ts';
import { canBeSamePerson } from '../columns/record-name.ts';
import { nearestOf } from '../columns/similarity.ts';
import { endpoints } from '../contract/index.ts';
import { foldKey, foldKeys, isSamePerson, keyOf, otherTextsOf, titleKey } from '../contract/key.ts';
import { resolveCells } from './grid/cell.ts';
import { grouped } from './grouped.ts';
import type { RespelledRoom, Room } from './room-name.ts';
import { createRoomReader, inRooms } from './row-rooms.ts';
import type { ScheduleRow } from './schedule-row.ts';
import { comparedNames, type Person } from './session.ts';
import { type EventSubmission, isCalledOff } from './submissions.ts';
import {
  type NotFound,
  otherSpeakerText,
  sharedTitleText,
  type UnknownRow,
  unknownText,
} from './unknown-rows.ts';

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

/** What has rooms beside the rows, and the submissions. */
export interface OtherRooms {
  /** All rooms that there are, if that is known. */
  readonly listed?: readonly Room[] | undefined;
  /** Rows of the file that cannot be read. */
  readonly leftOut?: readonly ScheduleRow[] | undefined;
}

/**
 * Finds the submission of each row. A row that is a break by its cells is one, unless it matches a
 * submission; the submission of a title belongs to the talks of the file that have it. Each row is
 * in the rooms that its cell means.
 */
export function matchSessions(
  rowsOfFile: readonly ScheduleRow[],
  submissions: readonly EventSubmission[],
  { listed, leftOut = [] }: OtherRooms = {},
): Matches {
  const rows = resolveCells(rowsOfFile, submissions);
  const find = createFinder(submissions);
  const titlesOfTalks = new Set(rows.flatMap((row) => (isBreakRow(row) ? [] : foldKey(row.title))));
  const matched = new Map<string, EventSubmission>();
  const breaks = new Set<string>();
  const unknown: UnknownRow[] = [];
  for (const row of rows) {
    const mayBeBreak = isBreakRow(row);
    const match = find(
      mayBeBreak && titlesOfTalks.has(foldKey(row.title)) ? { ...row, title: '' } : row,
    );
    if (!('code' in match)) matched.set(filePlaceKey(row), match);
    else if (mayBeBreak && match.code === 'not_found') breaks.add(filePlaceKey(row));
    else {
      const { title, submissionId } = row;
      const code = submissionId === undefined && title === '' ? 'no_title' : match.code;
      unknown.push({
        ...filePlaceOf(row),
        code,
        title,
        submissionId,
        message: unknownText(row, match),
      });
    }
  }
  for (const { row, submission } of sharedTitles(rows, matched)) {
    const { title, submissionId } = row;
    matched.delete(filePlaceKey(row));
    const message = sharedTitleText(row, submission);
    unknown.push({ ...filePlaceOf(row), code: 'ambiguous', title, submissionId, message });
  }
  for (const { row, submission } of rowsOfOthers(rows, matched)) {
    matched.delete(filePlaceKey(row));
    const message = otherSpeakerText(row, submission);
    unknown.push({ ...filePlaceOf(row), code: 'ambiguous', title: row.title, message });
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

/** Whether the address of a row could not be compared with that of its submission. */
export function isFoundByTitle(row: ScheduleRow, submission: EventSubmission | undefined): boolean {
  const { submissionId, possibleId, submitterEmail } = row;
  if (submission === undefined || submitterEmail === undefined || submissionId !== undefined)
    return false;
  const isHidden = submission.submitterEmail === undefined && submission.createdFor === undefined;
  return isHidden && possibleId !== submission.id;
}

interface FoundRow {
  readonly row: ScheduleRow;
  readonly submission: EventSubmission;
}

/**
 * The rows of several people that have found one submission, which is the talk of one of them at
 * most.
 */
function sharedTitles(
  rows: readonly ScheduleRow[],
  matched: ReadonlyMap<string, EventSubmission>,
): readonly FoundRow[] {
  const byTitle = rows.flatMap((row): FoundRow[] => {
    const submission = matched.get(filePlaceKey(row));
    return submission !== undefined && isFoundByTitle(row, submission) ? [{ row, submission }] : [];
  });
  return [...grouped(byTitle, ({ submission }) => submission.id).values()].flatMap((sameTalk) => {
    const addresses = new Set(foldKeys(sameTalk.map(({ row }) => row.submitterEmail)));
    return addresses.size > 1 ? sameTalk : [];
  });
}

/**
 * The rows that have found a submission by their title alone, and name none of the people whom it
 * or its first row has: they may be another talk.
 */
function rowsOfOthers(
  rows: readonly ScheduleRow[],
  matched: ReadonlyMap<string, EventSubmission>,
): readonly FoundRow[] {
  const byTitle = rows.flatMap((row): FoundRow[] => {
    const submission = matched.get(filePlaceKey(row));
    const { submissionId, possibleId, submitterEmail } = row;
    const isCertain = submissionId !== undefined || submitterEmail !== undefined;
    if (submission === undefined || isCertain || possibleId === submission.id) return [];
    return comparedNames(row).length === 0 ? [] : [{ row, submission }];
  });
  return [...grouped(byTitle, ({ submission }) => submission.id).values()].flatMap((sameTalk) => {
    const [first] = sameTalk;
    if (first === undefined || sameTalk.length < 2) return [];
    const submissionNames = comparedNames(first.submission);
    const isOwn = ({ row }: FoundRow) => haveOneInCommon(comparedNames(row), submissionNames);
    const meant = sameTalk.find(isOwn) ?? first;
    const names = [...submissionNames, ...comparedNames(meant.row)];
    return sameTalk.filter(({ row }) => !haveOneInCommon(comparedNames(row), names));
  });
}

function haveOneInCommon(some: readonly string[], others: readonly string[]): boolean {
  return some.some((name) => others.some((other) => canBeSamePerson(name, other)));
}

function createFinder(
  submissions: readonly EventSubmission[],
): (row: ScheduleRow) => EventSubmission | NotFound {
  const byId = new Map(submissions.map((submission) => [submission.id, submission]));
  const byMark = new Map(
    submissions.flatMap((submission) =>
      submission.createdFor ? [[submission.createdFor, submission] as const] : [],
    ),
  );
  const byTitle = grouped(submissions, ({ title }) => foldKey(title));
  const others = submissions.flatMap((submission) =>
    otherTextsOf(submission.title).map((text) => ({ text: foldKey(text), submission })),
  );
  const byOtherTitle = grouped(others, ({ text }) => text);
  const byTitleKey = grouped(submissions, ({ title }) => titleKey(title));
  const nearest = nearestOf(byTitle.keys());
  let searched = 0;
  return ({ submissionId, possibleId, title, submitterEmail, people }) => {
    const named = title === '' ? [] : titled(title);
    const key = keyOf(endpoints.createSubmission, { title, submitter_email: submitterEmail });
    const created =
      submissionId === undefined && key !== undefined ? byMark.get(keyMark(key)) : undefined;
    if (created !== undefined) return created;
    const id = submissionId ?? possibleId;
    const meant = id === undefined ? undefined : byId.get(id);
    if (submissionId !== undefined && meant === undefined) return notFound(title);
    if (meant !== undefined) {
      // A title of no submission may be an old one; a title of another submission is a mistake.
      const isOther = named.length > 0 && !named.includes(meant);
      return isOther ? { code: 'other_title', candidates: [meant, ...named] } : meant;
    }
    const theirs = submitterEmail === undefined ? named : submittedBy(named, submitterEmail);
    const isNamed = ({ name }: Person) => people.some((person) => isSamePerson(person.name, name));
    const byName =
      theirs.length > 1 ? theirs.filter((submission) => submission.people.some(isNamed)) : [];
    const meantOnes = byName.length > 0 ? byName : theirs;
    const live = meantOnes.filter((submission) => !isCalledOff(submission));
    const [submission, ...others] = live.length === 1 ? live : meantOnes;
    if (submission === undefined)
      return named.length > 0 ? { code: 'other_submitter', candidates: named } : notFound(title);
    return others.length === 0 ? submission : { code: 'ambiguous', candidates: meantOnes };
  };

  /** Records, and rows too, may have text as HTML, and other apostrophes and dashes. */
  function titled(title: string): readonly EventSubmission[] {
    const exact = byTitle.get(foldKey(title));
    if (exact !== undefined) return exact;
    const [text = title] = otherTextsOf(title);
    const other = foldKey(String(text));
    const inHtml =
      byTitle.get(other) ?? byOtherTitle.get(other)?.map(({ submission }) => submission);
    return inHtml ?? byTitleKey.get(titleKey(title)) ?? [];
  }

  function notFound(title: string): NotFound {
    const similar = searched++ < searchedRows ? nearest(title) : undefined;
    const candidates = similar === undefined ? [] : (byTitle.get(similar) ?? []);
    return { code: 'not_found', candidates: candidates.slice(0, shownCandidates) };
  }
}

const shownCandidates = 3;

/** In how many rows that match nothing a similar title is looked for. */
const searchedRows = 20;

/**
 * The submissions with this submitter address; if there are none, those whose address is unknown.
 */
function submittedBy(named: readonly EventSubmission[], email: string): readonly EventSubmission[] {
  const theirs = named.filter(
    ({ submitterEmail }) =>
      submitterEmail !== undefined && foldKey(submitterEmail) === foldKey(email),
  );
  if (theirs.length > 0) return theirs;
  return named.filter(
    ({ submitterEmail, createdFor }) => submitterEmail === undefined && createdFor === undefined,
  );
}
