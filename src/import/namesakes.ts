// Warns of new records with the name or the title of an existing one: one person may have two
// addresses, and no record can be deleted.
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
  const keysOf = (name: string) =>
    kind === 'name' ? personKeys(name) : name === '' ? [] : [titleKey(name)];
  return {
    add(record: RecordData): void {
      for (const key of keysOf(recordName(resource, record)))
        ids.set(key, recordId(record, resource) ?? '');
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
