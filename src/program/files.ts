// Owns the files of a program, and the fields that are their columns.

import { join, sep } from 'node:path';
import { speakerMembers, submissionMembers } from '../columns/own-output.ts';
import type { FileResource, RecordResource } from '../contract/endpoint.ts';
import { fieldNames } from '../contract/fields.ts';
import { creationOf, updateOf, writtenFields } from '../contract/index.ts';
import { isPrivateField } from '../contract/private-fields.ts';

/**
 * The column of submissions.csv with the names of those who speak in a talk. No request sends it,
 * and no pull changes it.
 */
export const speakersColumn = 'speakers';

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
  /** Those that no update can change. */
  readonly onlyCreated: ReadonlySet<string>;
}

export const programFiles: Readonly<Record<FileResource, ProgramFile>> = {
  speakers: recordFile('speakers'),
  submissions: recordFile('submissions'),
  sessions: {
    name: 'schedule.csv',
    id: 'submission_id',
    key: ['title'],
    fields: ['title', ...writtenFields('sessions')],
    privateFields: [],
    onlyCreated: new Set(),
  },
};

/** A file in a folder, as plans and messages name it on every system. */
export function programFile(folder: string, resource: FileResource): string {
  return join(folder, programFiles[resource].name).replaceAll(sep, '/');
}

function recordFile(resource: RecordResource): ProgramFile {
  const fields = writtenFields(resource);
  const creation = creationOf(resource);
  const updatable = fieldNames(updateOf(creation)?.body);
  return {
    name: `${resource}.csv`,
    id: 'id',
    key: creation.key ?? [],
    fields,
    privateFields: fields.filter(isPrivateField),
    onlyCreated: new Set(fields.filter((field) => !updatable.has(field))),
  };
}

export const manifestName = 'program.json';
/** Written by hand: settings, and the rooms with their hours. */
export const settingsName = 'plenary.json';
export const roomsName = 'rooms.csv';
/** Who has which letter. */
export const ledgerName = 'ledger.csv';
/** What was announced, which is public. */
export const announcedName = 'announced.json';
/** What is in it holds addresses, and must not be in version control. */
export const snapshotFolder = '.plenary';
export const snapshotName = 'base.json';

/** Other fields of a record that are known, and are no content of the files. */
export const knownFields: readonly string[] = [
  ...programFiles.sessions.fields,
  ...speakerMembers,
  ...submissionMembers,
];
