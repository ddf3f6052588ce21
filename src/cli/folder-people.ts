// Adds the people whom the folder of a program knows to the talks of its event: the service may
// show none of them.

import { recordsInFile } from '../program/file-records.ts';
import { withKnownNames, withKnownPeople } from '../schedule/known-people.ts';
import { listedSpeaker } from '../schedule/listed-speakers.ts';
import type { Session } from '../schedule/session.ts';
import { type EventSubmission, submissionOf } from '../schedule/submissions.ts';
import type { Context } from './context.ts';

type Talks = readonly EventSubmission[];

/** The talks with the people whom the folder of a program has for them, and with their names. */
export function peopleIn(folder: string): (talks: Talks) => Talks {
  const records = recordsInFile(folder, 'submissions');
  const known = records.map((record) => submissionOf(record, { timeZone: undefined }));
  const speakers = recordsInFile(folder, 'speakers').map(listedSpeaker);
  const named = withKnownNames(known, speakers);
  return (talks) => withKnownPeople(withKnownNames(talks, speakers), named);
}

/** Adds the names in `speakers.csv` of people of whom the address alone is known. */
export function namesIn(folder: string) {
  const speakers = recordsInFile(folder, 'speakers').map(listedSpeaker);
  return <Named extends Pick<Session, 'people'>>(items: readonly Named[]) =>
    withKnownNames(items, speakers);
}

/** As `peopleIn` for the folder that a command works in, unless another schedule is named. */
export async function workingPeople(context: Context): Promise<(talks: Talks) => Talks> {
  const folder = context.typed.has('schedule') ? undefined : await context.folder();
  return folder === undefined ? (talks) => talks : peopleIn(folder.path);
}
