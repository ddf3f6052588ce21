// Reads the cells of a program as the values that the service shows: the words of statuses, as in
// other files of records, and the ids of tracks and formats. Must not know files.

import { statusReader } from '../columns/status-words.ts';
import type { FileResource } from '../contract/endpoint.ts';
import { groupFields } from '../contract/id.ts';
import { foldKey } from '../contract/key.ts';
import { isRecommended, statuses } from '../contract/statuses.ts';
import type { ProgramTable } from './csv-files.ts';
import type { Values } from './merge.ts';
import type { ListedProgram, Records } from './records.ts';

/**
 * The table with the values that its cells mean; the cells are as they were.
 * @param listed what the service shows
 */
export function withMeanings(
  resource: FileResource,
  table: ProgramTable,
  { records, groupNames }: ListedProgram,
): ProgramTable {
  if (resource === 'sessions') return table;
  const readers = new Map<string, (cell: string) => string>([
    [statuses[resource].field, statusMeaning(resource, records[resource])],
    ...groupFields.map((field) => [field, groupMeaning(groupNames[field])] as const),
  ]);
  const meaningOf = (values: Values): Values =>
    Object.fromEntries(
      Object.entries(values).map(([field, cell]) => [field, readers.get(field)?.(cell) ?? cell]),
    );
  const rows = table.rows.map((row) => ({ ...row, values: meaningOf(row.values) }));
  return { ...table, rows };
}

/** A status of a record is what it is, also if it is a word for another one. */
function statusMeaning(
  resource: 'speakers' | 'submissions',
  records: Records,
): (cell: string) => string {
  const ofRecords = statuses[resource];
  const seen = new Set([...records.values()].map(({ values }) => values[ofRecords.field]?.trim()));
  const statusOf = statusReader(resource);
  return (cell) => {
    const word = cell.trim();
    if (word === '' || seen.has(word) || isRecommended(ofRecords, word)) return cell;
    return statusOf(word) ?? cell;
  };
}

/** The service shows the name of a track or a format; several may have it. */
function groupMeaning(names: ReadonlyMap<string, string>): (cell: string) => string {
  const idOf = new Map<string, string>();
  for (const [id, name] of names) {
    const key = foldKey(name);
    idOf.set(key, idOf.has(key) ? '' : id);
  }
  return (cell) => {
    const id = cell.trim();
    const name = names.get(id);
    return name !== undefined && idOf.get(foldKey(name)) === id ? name : cell;
  };
}
