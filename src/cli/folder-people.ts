// Adds the people whom the folder of a program knows to the talks of its event: the service may
// show none of them.

import { recordsInFile } from '../program/file-records.ts';
import { withKnownNames, withKnownPeople } from '../schedule/known-people.ts';
import { listedSpeaker } from '../schedule/listed-speakers.ts';
import type { Session } from '../schedule/session.ts';
import { type EventSubmission, submissionOf } from '../schedule/submissions.ts';
import type { Context } from './context.ts';

/** Adds the people whom the folder of a program has for talks, and their names. */
export function peopleIn(folder: string) {
  const withNames = namesIn(folder);
  const records = recordsInFile(folder, 'submissions');
  const talksOfFolder = withNames(
    records.map((record) => submissionOf(record, { timeZone: undefined })),
  );
  return (talks: readonly EventSubmission[]) => withKnownPeople(withNames(talks), talksOfFolder);
}

/** Adds the names in `speakers.csv` of people of whom the address alone is known. */
export function namesIn(folder: string) {
  const speakers = recordsInFile(folder, 'speakers').map(listedSpeaker);
  return <Named extends Pick<Session, 'people'>>(items: readonly Named[]) =>
    withKnownNames(items, speakers);
}

/** As `peopleIn` for the folder that a command works in, unless another schedule is named. */
export async function workingPeople(context: Context): Promise<ReturnType<typeof peopleIn>> {
  const folder = context.typed.has('schedule') ? undefined : await context.folder();
  return folder === undefined ? (talks) => talks : peopleIn(folder.path);
}
