import type { RecordKind } from '../combined/kinds.ts';
import { creationOf, writtenFields } from '../contract/index.ts';
import { isPrivateField } from '../contract/key.ts';

interface ProgramFile {
  readonly name: string;
  /** The file of the columns that must not be public, keyed by id. */
  readonly privateName?: string;
  /** The column of the record's id. */
  readonly id: string;
  /** The fields by which a row without an id is recognized. */
  readonly key: readonly string[];
  /** The fields that the API can write, in the order of the columns. */
  readonly fields: readonly string[];
  /** The fields that are in the private file, if there is one. */
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
  return {
    name: `${resource}.csv`,
    privateName: `${resource}.private.csv`,
    id: 'id',
    key: creationOf(resource).key ?? [],
    fields,
    privateFields: fields.filter(isPrivateField),
  };
}

export const manifestName = 'program.json';
export const snapshotFolder = '.plenary';
export const snapshotName = 'base.ndjson';

/** What version control must not contain: the snapshot and the private files hold addresses. */
export const ignoredPatterns: readonly string[] = [`${snapshotFolder}/`, '*.private.csv'];

/** The fields of a resource's public file. */
export function publicFields(resource: RecordKind, hasPrivateFiles: boolean): readonly string[] {
  const { fields, privateFields } = programFiles[resource];
  return hasPrivateFiles ? fields.filter((field) => !privateFields.includes(field)) : fields;
}

/** Other fields of a record that are known, and are no content of the files. */
export const knownFields: readonly string[] = [
  ...['id', 'event_id', 'created_at', 'updated_at'],
  ...programFiles.sessions.fields,
];
