// Owns the kinds of records that one run may change, the files of a program that hold them, and the
// fields of these.

import { speakerMembers, submissionMembers } from '../columns/own-output.ts';
import { creationOf, writtenFields } from '../contract/index.ts';
import { isPrivateField } from '../contract/key.ts';

interface ProgramFile {
  readonly name: string;
  /** The column of the record's id. */
  readonly id: string;
  /** The fields by which a row without an id is recognized. */
  readonly key: readonly string[];
  /** The fields that the API can write, in the order of the columns. */
  readonly fields: readonly string[];
  /** Those that are in the file only if that is asked for. */
  readonly privateFields: readonly string[];
}

export const programFiles: Readonly<Record<RecordKind, ProgramFile>> = {
  speakers: recordFile('speakers'),
  submissions: recordFile('submissions'),
  sessions: {
    name: 'schedule.csv',
    id: 'submission_id',
    key: ['title'],
    fields: ['title', ...writtenFields('sessions')],
    privateFields: [],
  },
};

function recordFile(resource: 'speakers' | 'submissions'): ProgramFile {
  const fields = writtenFields(resource);
  const key = creationOf(resource).key ?? [];
  return {
    name: `${resource}.csv`,
    id: 'id',
    key,
    fields,
    privateFields: fields.filter(isPrivateField),
  };
}

export const manifestName = 'program.json';
/** What is in it holds addresses, and must not be in version control. */
export const snapshotFolder = '.plenary';
export const snapshotName = 'base.json';

/** Other fields of a record that are known, and are no content of the files. */
export const knownFields: readonly string[] = [
  ...programFiles.sessions.fields,
  ...speakerMembers,
  ...submissionMembers,
];

/** In the order in which they are sent: a session needs its submission. */
export const kinds = ['speakers', 'submissions', 'sessions'] as const;

export type RecordKind = (typeof kinds)[number];

/** Something for each kind. */
export function byKind<Value>(
  of: (kind: RecordKind) => Value,
): Readonly<Record<RecordKind, Value>> {
  return { speakers: of('speakers'), submissions: of('submissions'), sessions: of('sessions') };
}
