// Matches the rows of a schedule file to submissions, by id or title. Must not word why a row
// matches none. Pure.

import { filePlaceKey, filePlaceOf } from '../changes/file-place.ts';
import { isBreakRow } from '../columns/breaks.ts';
import { nearestOf } from '../columns/similarity.ts';
import { foldKey, foldKeys, isSamePerson, otherTextsOf, titleKey } from '../contract/key.ts';
import { resolveCells } from './grid/cell.ts';
import { grouped } from './grouped.ts';
import type { RespelledRoom, Room } from './room-name.ts';
import { createRoomReader, inRooms } from './row-rooms.ts';
import type { ScheduleRow } from './schedule-row.ts';
import type { Person } from './session.ts';
import { type EventSubmission, isCalledOff } from './submissions.ts';
import {
  type NotFound,
  otherSpeakerText,
  sharedTitleText,
  type UnknownRow,
  unknownText,
} from './unknown-rows.ts';
import {
  addressesOf,
  canCompare,
  hasPeople,
  marksOf,
  shareNameOrAddress,
  sharePerson,
} from './whose-talk.ts';

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
 * or another row of it has: they may be another talk.
 */
function rowsOfOthers(
  rows: readonly ScheduleRow[],
  matched: ReadonlyMap<string, EventSubmission>,
): readonly FoundRow[] {
  const withPeople = rows.flatMap((row): FoundRow[] => {
    const submission = matched.get(filePlaceKey(row));
    return submission !== undefined && hasPeople(row) ? [{ row, submission }] : [];
  });
  return [...grouped(withPeople, ({ submission }) => submission.id).values()].flatMap(
    (sameTalk) => {
      if (sameTalk.length < 2) return [];
      const meant = sameTalk.find(isOwnRow) ?? sameTalk.find(isCertain) ?? sameTalk[0];
      if (meant === undefined) return [];
      return sameTalk.filter((found) => {
        if (isOwnRow(found) || isCertain(found)) return false;
        return !sharePerson(found.row, meant.row);
      });
    },
  );
}

/** Whether a row names one of the people of its submission. */
function isOwnRow({ row, submission }: FoundRow): boolean {
  return sharePerson(row, submission);
}

/** Whether a row has found its submission by more than its title. */
function isCertain({ row, submission }: FoundRow): boolean {
  if (row.submissionId !== undefined || row.possibleId === submission.id) return true;
  return submission.createdFor !== undefined && marksOf(row).includes(submission.createdFor);
}

/**
 * Whether a row has found a submission by its title, and names none of the people that this is
 * known to have. The same person may have another address. A submitter need not be on stage, so
 * that its name alone says nothing.
 */
export function namesOthers(row: ScheduleRow, submission: EventSubmission | undefined): boolean {
  if (submission === undefined || isCertain({ row, submission })) return false;
  if (submission.isSpeakerAssumed === true && addressesOf(row).length === 0) return false;
  return !shareNameOrAddress(row, submission) && canCompare(row, submission);
}

/**
 * Whether a row that means one of several submissions of a title names the people of another one,
 * or none that the one has.
 */
function isDoubtful({ row, submission }: FoundRow, named: readonly EventSubmission[]): boolean {
  if (named.length < 2 || isOwnRow({ row, submission }) || isCertain({ row, submission }))
    return false;
  return canCompare(row, submission) || named.some((other) => sharePerson(row, other));
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
  return (row) => {
    const { submissionId, possibleId, title } = row;
    const named = title === '' ? [] : titled(title);
    const [mark] = submissionId === undefined ? marksOf({ ...row, people: [] }) : [];
    const created = mark === undefined ? undefined : byMark.get(mark);
    if (created !== undefined) return created;
    const id = submissionId ?? possibleId;
    const meant = id === undefined ? undefined : byId.get(id);
    if (submissionId !== undefined && meant === undefined) return notFound(title);
    if (meant !== undefined) {
      // A title of no submission may be an old one; a title of another submission is a mistake.
      const isOther = named.length > 0 && !named.includes(meant);
      return isOther ? { code: 'other_title', candidates: [meant, ...named] } : meant;
    }
    const meantOnes = ofPeople(row, named);
    const live = meantOnes.filter((submission) => !isCalledOff(submission));
    const [submission, ...others] = live.length === 1 ? live : meantOnes;
    if (submission === undefined)
      return named.length > 0 ? { code: 'other_submitter', candidates: named } : notFound(title);
    if (others.length > 0) return { code: 'ambiguous', candidates: meantOnes };
    const isUnclear = isDoubtful({ row, submission }, named);
    return isUnclear ? { code: 'other_people', candidates: named } : submission;
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

/** Those of the submissions of a title that a row means by its people. */
function ofPeople(row: ScheduleRow, named: readonly EventSubmission[]): readonly EventSubmission[] {
  const { submitterEmail, people } = row;
  const theirs = submitterEmail === undefined ? named : submittedBy(named, submitterEmail);
  if (theirs.length < 2) return theirs;
  const marks = marksOf(row);
  const isCreated = ({ createdFor = '' }: EventSubmission) => marks.includes(createdFor);
  const withOwn = new Set([...withAddress(theirs, addressesOf(row)), ...theirs.filter(isCreated)]);
  const byAddress = [...withOwn];
  if (byAddress.length > 0) return byAddress;
  const isNamed = ({ name }: Person) => people.some((person) => isSamePerson(person.name, name));
  const byName = theirs.filter((submission) => submission.people.some(isNamed));
  return byName.length > 0 ? byName : theirs;
}

/**
 * The submissions with this address, first as that of the submitter; if there are none, those whose
 * submitter is unknown.
 */
function submittedBy(named: readonly EventSubmission[], email: string): readonly EventSubmission[] {
  const theirs = named.filter(
    ({ submitterEmail }) =>
      submitterEmail !== undefined && foldKey(submitterEmail) === foldKey(email),
  );
  if (theirs.length > 0) return theirs;
  const onStage = withAddress(named, [foldKey(email)]);
  if (onStage.length > 0) return onStage;
  return named.filter(
    ({ submitterEmail, createdFor }) => submitterEmail === undefined && createdFor === undefined,
  );
}

/** @param addresses in the form in which they are compared */
function withAddress(
  submissions: readonly EventSubmission[],
  addresses: readonly string[],
): readonly EventSubmission[] {
  return submissions.filter((submission) => {
    return addressesOf(submission).some((address) => addresses.includes(address));
  });
}
