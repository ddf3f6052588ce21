// Owns the rows of a schedule file that match no submission, and words why, and how to fix them.
// Must not know how rows are matched. Pure.
import type { FilePlace } from '../../changes/file-place.ts';
import { quoteCell } from '../../columns/quote.ts';
import { listText, quoted } from '../../contract/amount.ts';
import type { ScheduleRow } from '../read/schedule-row.ts';
import { comparedNames } from '../session.ts';
import type { EventSubmission } from '../submissions.ts';

/**
 * `other_submitter`: the title exists, but was submitted with another address; `other_people`: it
 * exists several times, and no submission is certainly that of the row's people; `other_title`: the
 * id exists, but the title belongs to another submission, as if one column of a spreadsheet had
 * been sorted.
 */
const reasons = [
  'no_title',
  'not_found',
  'other_submitter',
  'other_people',
  'other_title',
  'ambiguous',
] as const;

/** What such a row is known by: why it has no submission, or why its room is none of the event. */
export const unknownCodes = [...reasons, 'unknown_room', 'ambiguous_room'] as const;

/**
 * A row that matches no submission, or several, or whose room names none of the event, or several.
 */
export interface UnknownRow extends FilePlace {
  readonly code: (typeof unknownCodes)[number];
  readonly title: string;
  readonly submissionId?: string | undefined;
  readonly message: string;
}

export interface NotFound {
  readonly code: Exclude<(typeof reasons)[number], 'no_title'>;
  readonly candidates: readonly EventSubmission[];
}

/** Why a row has no submission, and which submissions it may mean. */
export function unknownText(
  { title, submissionId }: ScheduleRow,
  { code, candidates }: NotFound,
): string {
  if (submissionId === undefined && title === '') return 'the row has neither an id nor a title';
  const what = submissionId === undefined ? quoteCell(title) : `the id ${submissionId}`;
  // Thousands of submissions may have the same title.
  const named = candidates.slice(0, namedCandidates).map((candidate) => {
    const people =
      code === 'ambiguous' || code === 'other_people'
        ? candidate.people.flatMap(({ name }) => name || []).join('; ')
        : '';
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
    case 'other_people':
      return (
        `${what} is the title of ${candidates.length} submissions: ${named.join(', ')}; none of ` +
        'them is certainly by the people of the row: fix these, or specify the submission in a ' +
        'submission_id column'
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

/** A row with the title of one submission, which is also that of rows of other people. */
export function sharedTitleText({ title }: ScheduleRow, submission: EventSubmission): string {
  return (
    `${quoteCell(title)} is the title of rows with several addresses, and of one submission: ` +
    `${submission.id}, whose submitter the service does not show; specify its row in a ` +
    'column submission_id'
  );
}

/** A row that may be another talk than the one whose title it has. */
export function otherSpeakerText(row: ScheduleRow, submission: EventSubmission): string {
  const names = comparedNames(row);
  // No sentence contains an address, because logs store them.
  const people = names.length === 0 ? 'another address' : listText(names);
  const has = [submission.id, ...comparedNames(submission)].join(', ');
  const talk = `${quoteCell(row.title)} with ${people} may be another talk`;
  const meant = `than the submission of this title (${has})`;
  return `${talk} ${meant}; create that one, or write ${submission.id} in a column submission_id`;
}

/**
 * How to fix rows without a submission.
 * @param creation how a submission is created for a row that matches none
 */
export function unknownFixes({
  file,
  unknown,
  creation,
}: {
  readonly file: string;
  readonly unknown: readonly UnknownRow[];
  readonly creation: string;
}): string {
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
    codes.has('other_people') ? 'fix the people of these rows' : '',
    codes.has('other_title') ? 'in each row, use the id and the title of the same submission' : '',
    codes.has('ambiguous')
      ? 'distinguish equal titles by submission_id, as in `plenary timetable export --format csv`'
      : '',
    codes.has('not_found') ? creation : '',
  ]
    .filter(Boolean)
    .join('; ');
}
