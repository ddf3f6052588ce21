// Reads the records that the files of a program have, as a service would list them. Must not know
// what they are for.

import type { RecordData } from '../client/response.ts';
import type { RecordResource } from '../contract/endpoint.ts';
import { readPeople } from '../people/people.ts';
import { otherCell, readProgramTable } from './csv-files.ts';
import { speakersColumn } from './files.ts';

/**
 * Those with an id, submissions with the people of their column of speakers; none if the file does
 * not exist.
 * @throws {InvalidInputError} if it cannot be read
 */
export function recordsInFile(folder: string, resource: RecordResource): readonly RecordData[] {
  const table = readProgramTable(folder, resource);
  if (table === undefined) return [];
  const rows = table.rows.filter(({ id }) => id !== '');
  if (resource === 'speakers') return rows.map(({ id, values }) => ({ ...values, id }));
  return rows.map((row) => {
    const { people } = readPeople(otherCell(table, row, speakersColumn));
    const speakers = people.map(({ name, email }): RecordData => ({ name, email }));
    return { ...row.values, id: row.id, speakers };
  });
}
