// Warns of new records with the name or the title of an existing one, and of people who get the
// name of another: one person may have two addresses, and no record can be deleted.
import { newValues } from '../changes/change.ts';
import type { RecordData } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import { quoteCell } from '../columns/quote.ts';
import { recordName } from '../columns/record-name.ts';
import { personKeys, titleKey } from '../contract/key.ts';
import { rowPlace, type Work, warn } from './work.ts';

export function namesakes(work: Work) {
  const { resource } = work.endpoint;
  const kind = resource === 'speakers' ? 'name' : 'title';
  const ids = new Map<string, string>();
  /** Of people, by their ids. */
  const names = new Map<string, Pick<RecordData, 'first_name' | 'last_name'>>();
  const keysOf = (name: string) =>
    kind === 'name' ? personKeys(name) : name === '' ? [] : [titleKey(name)];
  return {
    add(record: RecordData): void {
      const id = recordId(record, resource) ?? '';
      for (const key of keysOf(recordName(resource, record))) ids.set(key, id);
      if (kind !== 'name') return;
      const { first_name, last_name } = record;
      names.set(id, { first_name, last_name });
    },
    /** Of rows that give a known person the name of another. */
    warnOfRenames(): void {
      if (kind !== 'name') return;
      for (const row of work.rows.in('update')) {
        const { id: own = '', name: from = '', changes = {} } = row.note;
        if (changes.first_name === undefined && changes.last_name === undefined) continue;
        const name = recordName(resource, { ...names.get(own), ...newValues(changes) });
        const id = keysOf(name).flatMap((key) => ids.get(key) ?? [])[0];
        if (id === undefined || id === own) continue;
        const who = from === '' ? 'the speaker' : quoteCell(from);
        const message =
          `${who} becomes ${quoteCell(name)}, although ${id} has the same name and ` +
          'another address';
        warn(work, { ...rowPlace(row), code: 'same_name', message });
      }
    },
    warn(): void {
      for (const row of work.rows.in('create')) {
        const name = recordName(resource, row.fields);
        const id = keysOf(name).flatMap((key) => ids.get(key) ?? [])[0];
        if (id === undefined) continue;
        const message =
          `${quoteCell(name)} is created, although ${id} has the same ${kind} and another ` +
          'address';
        warn(work, { ...rowPlace(row), code: `same_${kind}`, message });
      }
    },
  };
}
