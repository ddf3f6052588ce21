// Lists the kinds of files, and what the headers of each mean. Must not know languages.
import type { Resource } from '../../contract/endpoint.ts';
import type { FileVocabulary } from './file-vocabulary.ts';
import { speakers, submissions } from './record-fields.ts';
import { people, rooms, sessions, talks } from './schedule-fields.ts';

/**
 * What the rows of a file describe: the records of a resource, or what autoplace places, and where
 * and when it can.
 */
export type FileKind = Resource | 'talks' | 'rooms' | 'people';

/** No file has rows of it. */
const none: FileVocabulary = { fields: {}, ambiguities: [] };

export const kinds: Readonly<Record<FileKind, FileVocabulary>> = {
  speakers,
  submissions,
  sessions,
  talks,
  rooms,
  people,
  contacts: none,
  'content-items': none,
};
