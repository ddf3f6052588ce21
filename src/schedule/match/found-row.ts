// Decides how certain it is that a row means the submission that it has found. Must not know how
// submissions are found. Pure.

import type { ScheduleRow } from '../read/schedule-row.ts';
import type { EventSubmission } from '../submissions.ts';
import { addressesOf, canCompare, marksOf, shareNameOrAddress, sharePerson } from './whose-talk.ts';

/** A row, and the submission that it has found. */
export interface FoundRow {
  readonly row: ScheduleRow;
  readonly submission: EventSubmission;
}

/** Whether the address of a row could not be compared with that of its submission. */
export function isFoundByTitle(row: ScheduleRow, submission: EventSubmission | undefined): boolean {
  const { submissionId, possibleId, submitterEmail } = row;
  if (submission === undefined || submitterEmail === undefined || submissionId !== undefined)
    return false;
  const isHidden = submission.submitterEmail === undefined && submission.createdFor === undefined;
  return isHidden && possibleId !== submission.id;
}

/** Whether a row names one of the people of its submission. */
export function isOwnRow({ row, submission }: FoundRow): boolean {
  return sharePerson(row, submission);
}

/** Whether a row has found its submission by more than its title. */
export function isCertain({ row, submission }: FoundRow): boolean {
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
  if (row.areBesideSpeakers === true) return false;
  return !shareNameOrAddress(row, submission) && canCompare(row, submission);
}

/**
 * Whether a row that means one of several submissions of a title names the people of another one,
 * or none that the one has.
 */
export function isDoubtful(
  { row, submission }: FoundRow,
  named: readonly EventSubmission[],
): boolean {
  if (named.length < 2 || isOwnRow({ row, submission }) || isCertain({ row, submission }))
    return false;
  return canCompare(row, submission) || named.some((other) => sharePerson(row, other));
}
