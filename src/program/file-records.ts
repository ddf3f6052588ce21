// Reads the records that the files of a program have, as a service would list them. Must not know
// what they are for.

import type { RecordData } from '../client/response.ts';
import type { RecordResource } from '../contract/endpoint.ts';
import { readProgramTable } from './csv-files.ts';

/**
 * Those with an id; none if the file does not exist.
 * @throws {InvalidInputError} if it cannot be read
 */
export function recordsInFile(folder: string, resource: RecordResource): readonly RecordData[] {
  const { rows = [] } = readProgramTable(folder, resource) ?? {};
  return rows.filter(({ id }) => id !== '').map(({ id, values }) => ({ ...values, id }));
}
