// Finds the submission that a row of a schedule means: by id, by mark, or by its title and people.
// Must not know the other rows. Pure.

import { nearestOf } from '../../columns/similarity.ts';
import { grouped } from '../../contract/grouped.ts';
import { foldKey, isSamePerson, otherTextsOf, titleKey } from '../../contract/key.ts';
import type { ScheduleRow } from '../read/schedule-row.ts';
import type { Person } from '../session.ts';
import { type EventSubmission, isCalledOff } from '../submissions.ts';
import { isDoubtful } from './found-row.ts';
import type { NotFound } from './unknown-rows.ts';
import { addressesOf, marksOf } from './whose-talk.ts';

/** Finds the submission of each row, or what is in doubt about it. */
export function createFinder(
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
