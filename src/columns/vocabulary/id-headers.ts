// Lists the headers of columns that hold ids, as systems write them in their exports. Must not know files.
import { lettersOf } from '../fold.ts';

/** The id of the row's own speaker, in a file of speakers. */
export const ownSpeakerIds = listOf(
  'ID | Code | Speaker ID | Speaker code | Person ID | Person code | User ID | Profile ID | Person',
);

/** The ids of a submission's speakers, in a file of submissions. */
export const speakerIds = listOf(
  `Speaker ID | Speaker IDs | Speakers IDs | Speaker code | Speaker codes | Person ID | Person IDs
  Submitter ID | Owner ID | Author ID | Author IDs | Presenter ID | Presenter IDs`,
);

/** The ids of a speaker's submissions, in a file of speakers. */
export const submissionIds = listOf(
  `Submission | Submission ID | Submission IDs | Submission code | Submission codes | Paper | Paper ID | Paper IDs
  Proposal ID | Proposal IDs | Proposal code | Proposal codes | Session ID | Session IDs | Session code | Talk ID`,
);

/** The id of the row's own submission, in a file of submissions. `#` has no letters, and is compared as it is. */
export const ownSubmissionIds: ReadonlySet<string> = new Set([...submissionIds, '#', ...listOf('ID | Code')]);

function listOf(headers: string): ReadonlySet<string> {
  return new Set(headers.split(/[|\n]/).map(lettersOf));
}
