// Warns of new records with the name or the title of an existing one, and of people who get the
// name of another: one person may have two addresses, and no record can be deleted.

import { newValues } from '../changes/change.ts';
import type { RecordData } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import { quoteCell } from '../columns/quote.ts';
import { recordName } from '../columns/record-name.ts';
import { comparedTitle, personKeys } from '../contract/key.ts';
import { rowPlace } from '../runs/row.ts';
import { type Batch, warn } from './batch.ts';
import type { EventRecords } from './event-records.ts';

export function warnOfNamesakes(batch: Batch, event: EventRecords): void {
  const { resource, rows } = batch;
  if (rows.count('create') === 0) return;
  const kind = resource === 'speakers' ? 'name' : 'title';
  const idOf = idFinder(batch, event);
  for (const row of rows.in('create')) {
    const name = recordName(resource, row.fields);
    const id = idOf(name);
    if (id === undefined) continue;
    const what = `the same ${kind} and another address`;
    const message = `${quoteCell(name)} is created, although ${id} has ${what}`;
    warn(batch, { ...rowPlace(row), code: `same_${kind}`, message });
  }
}

/** Of rows that give a known person the name of another. */
export function warnOfRenames(batch: Batch, event: EventRecords): void {
  const { resource, rows } = batch;
  if (resource !== 'speakers') return;
  const renamed = Array.from(rows.in('update')).filter(({ note: { changes = {} } }) => {
    return changes.first_name !== undefined || changes.last_name !== undefined;
  });
  if (renamed.length === 0) return;
  const idOf = idFinder(batch, event);
  const records = new Map<string, RecordData>();
  for (const record of event.all) {
    const id = recordId(record, resource);
    if (id !== undefined) records.set(id, record);
  }
  for (const row of renamed) {
    const { id: own, name: from = '', changes = {} } = row.note;
    const record = own === undefined ? undefined : records.get(own);
    const { first_name, last_name }: RecordData = record ?? {};
    const name = recordName(resource, { first_name, last_name, ...newValues(changes) });
    const id = idOf(name);
    if (id === undefined || id === own) continue;
    const who = from === '' ? 'the speaker' : quoteCell(from);
    const message =
      `${who} becomes ${quoteCell(name)}, although ${id} has the same name and ` +
      'another address';
    warn(batch, { ...rowPlace(row), code: 'same_name', message });
  }
}

/** Finds a record by the name of a person, or by a title. */
function idFinder({ resource }: Batch, { all }: EventRecords) {
  const keysOf = (name: string): readonly string[] => {
    if (name === '') return [];
    return resource === 'speakers' ? personKeys(name) : [comparedTitle(name) ?? ''];
  };
  const ids = new Map<string, string>();
  for (const record of all) {
    const id = recordId(record, resource);
    if (id === undefined) continue;
    for (const key of keysOf(recordName(resource, record))) ids.set(key, id);
  }
  return (name: string) => keysOf(name).flatMap((key) => ids.get(key) ?? [])[0];
}
