// Matches the rows of a schedule file to submissions, by id or title, and words why a row matches
// none. Pure.

import { type FilePlace, filePlaceKey, filePlaceOf } from '../changes/file-place.ts';
import { keyMark } from '../changes/names.ts';
import { isBreakRow } from '../columns/breaks.ts';
import { quoteCell } from '../columns/quote.ts';
import { canBeSamePerson } from '../columns/record-name.ts';
import { nearestOf } from '../columns/similarity.ts';
import { listText, quoted } from '../contract/amount.ts';
import { endpoints } from '../contract/index.ts';
import { foldKey, foldKeys, isSamePerson, keyOf, otherTextsOf, titleKey } from '../contract/key.ts';
import { resolveCells } from './grid/cell.ts';
import { grouped } from './grouped.ts';
import type { RespelledRoom, Room } from './room-name.ts';
import { createRoomReader, inRooms } from './row-rooms.ts';
import type { ScheduleRow } from './schedule-row.ts';
import { comparedName, type Person } from './session.ts';
import { type EventSubmission, isCalledOff } from './submissions.ts';

/**
 * `other_submitter`: the title exists, but was submitted with another address; `other_title`: the
 * id exists, but the title belongs to another submission, as if one column of a spreadsheet had
 * been sorted.
 */
export type UnknownReason =
  | 'no_title'
  | 'not_found'
  | 'other_submitter'
  | 'other_title'
  | 'ambiguous';

/**
 * A row that matches no submission, or several, or whose room names none of the event, or several.
 */
export interface UnknownRow extends FilePlace {
  readonly code: UnknownReason | 'unknown_room' | 'ambiguous_room';
  readonly title: string;
  readonly submissionId?: string | undefined;
  readonly message: string;
}

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
  for (const row of sharedTitles(rows, matched)) {
    const { title, submissionId } = row;
    const submission = matched.get(filePlaceKey(row));
    matched.delete(filePlaceKey(row));
    const message =
      `${quoteCell(title)} is the title of rows with several addresses, and of one submission: ` +
      `${submission?.id}, whose submitter the service does not show; specify its row in a ` +
      'column submission_id';
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

/**
 * The rows of several people that have found one submission, which is the talk of one of them at
 * most.
 */
function sharedTitles(
  rows: readonly ScheduleRow[],
  matched: ReadonlyMap<string, EventSubmission>,
): readonly ScheduleRow[] {
  const byTitle = rows.flatMap((row) => {
    const submission = matched.get(filePlaceKey(row));
    return submission !== undefined && isFoundByTitle(row, submission) ? [{ row, submission }] : [];
  });
  return [...grouped(byTitle, ({ submission }) => submission.id).values()].flatMap((sameTalk) => {
    const addresses = new Set(foldKeys(sameTalk.map(({ row }) => row.submitterEmail)));
    return addresses.size > 1 ? sameTalk.map(({ row }) => row) : [];
  });
}

interface FoundRow {
  readonly row: ScheduleRow;
  readonly submission: EventSubmission;
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
    return namesOf(row).length === 0 ? [] : [{ row, submission }];
  });
  return [...grouped(byTitle, ({ submission }) => submission.id).values()].flatMap((sameTalk) => {
    const [first] = sameTalk;
    if (first === undefined || sameTalk.length < 2) return [];
    const submissionNames = namesOf(first.submission);
    const isOwn = ({ row }: FoundRow) => haveOneInCommon(namesOf(row), submissionNames);
    const meant = sameTalk.find(isOwn) ?? first;
    const names = [...submissionNames, ...namesOf(meant.row)];
    return sameTalk.filter(({ row }) => !haveOneInCommon(namesOf(row), names));
  });
}

function namesOf({ people }: Pick<ScheduleRow, 'people'>): readonly string[] {
  return people.map(comparedName).filter((name) => name !== '' && !name.includes('@'));
}

function haveOneInCommon(some: readonly string[], others: readonly string[]): boolean {
  return some.some((name) => others.some((other) => canBeSamePerson(name, other)));
}

function otherSpeakerText(row: ScheduleRow, submission: EventSubmission): string {
  const people = listText(namesOf(row));
  const has = [submission.id, ...namesOf(submission)].join(', ');
  const talk = `${quoteCell(row.title)} with ${people} may be another talk`;
  const only = `than the only submission of this title (${has})`;
  return `${talk} ${only}; create that one, or write ${submission.id} in a column submission_id`;
}

interface NotFound {
  readonly code: Exclude<UnknownReason, 'no_title'>;
  readonly candidates: readonly EventSubmission[];
}

/** Why a row has no submission, and which submissions it may mean. */
function unknownText({ title, submissionId }: ScheduleRow, { code, candidates }: NotFound): string {
  if (submissionId === undefined && title === '') return 'the row has neither an id nor a title';
  const what = submissionId === undefined ? quoteCell(title) : `the id ${submissionId}`;
  // Thousands of submissions may have the same title.
  const named = candidates.slice(0, namedCandidates).map((candidate) => {
    const people =
      code === 'ambiguous' ? candidate.people.flatMap(({ name }) => name || []).join('; ') : '';
    return (
      `${quoted(candidate.title)} ` +
      `(${[candidate.id, people, candidate.status].filter(Boolean).join(', ')})`
    );
  });
  if (candidates.length > named.length) named.push(`and ${candidates.length - named.length} more`);
  switch (code) {
    case 'ambiguous':
      return (
        `${what} is the title of ${candidates.length} submissions: ${named.join(', ')}; ` +
        'specify which one in a column submission_id, submitter_email or speakers'
      );
    case 'other_submitter':
      return (
        `${what} was submitted with another address than the row's submitter_email: ` +
        `${named.join(', ')}; fix the address, or specify the submission in a submission_id ` +
        'column'
      );
    case 'other_title': {
      const [meant, ...others] = named;
      return (
        `${what} belongs to ${meant}, but the row's title belongs to ${others.join(', ')}; fix ` +
        'one of the two, or remove the title'
      );
    }
    case 'not_found': {
      const problem =
        submissionId === undefined
          ? `no submission is titled ${what}`
          : `no submission has ${what}`;
      return named.length === 0 ? problem : `${problem}; most similar: ${named.join(', ')}`;
    }
  }
}

const namedCandidates = 20;

interface UnknownFile {
  readonly file: string;
  readonly unknown: readonly UnknownRow[];
  /** How a submission is created for a row that matches none. */
  readonly creation: string;
}

/** How to fix rows without a submission. */
export function unknownFixes({ file, unknown, creation }: UnknownFile): string {
  const codes = new Set(unknown.map(({ code }) => code));
  const isGrid = unknown.some(({ column }) => column !== undefined);
  const inColumn = 'the ids of the submissions in a column submission_id';
  const isTable = !/\.(ics|xml|json)$/i.test(file);
  const withIds = isTable ? `write ${inColumn}` : `pass a CSV file with ${inColumn}`;
  const byId = isGrid
    ? 'fix the titles, or write the id of the submission after the title, as in "Title (sub_1)"'
    : `fix the titles, or ${withIds}`;
  return [
    codes.has('not_found') || codes.has('no_title') ? byId : '',
    codes.has('other_submitter') ? 'fix the addresses' : '',
    codes.has('other_title') ? 'in each row, use the id and the title of the same submission' : '',
    codes.has('ambiguous')
      ? 'distinguish equal titles by submission_id, as in `plenary timetable export --format csv`'
      : '',
    codes.has('not_found') ? creation : '',
  ]
    .filter(Boolean)
    .join('; ');
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
