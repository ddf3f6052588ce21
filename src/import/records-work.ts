// Decides from its options how rows of any origin find their records, and what is done with these.
import type { Ledger } from '../changes/ledger.ts';
import type { Mapping } from '../columns/mapping.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { fieldsOf } from '../contract/fields.ts';
import { updateOf } from '../contract/index.ts';
import type { RecordsOptions } from './options.ts';
import type { Work } from './work.ts';

/** The mapping of rows that were not read from cells. */
const noColumns: Mapping = { mapped: [], unmapped: [], absent: [] };

/** The work of rows that were not read from cells. */
export function startWork(ledger: Ledger, options: RecordsOptions): Work {
  const { endpoint, event, empty = 'keep', allowsOdd, matching = 'key', undoes, hasBase = false } = options;
  const update = updateFor(endpoint);
  const created = fieldsOf(endpoint.body);
  const updatable = fieldsOf(update.body);
  const isForUpdates = matching === 'record';
  const others = isForUpdates ? updatable.filter(({ name }) => created.every((field) => field.name !== name)) : [];
  return {
    ...{ endpoint, resource: endpoint.resource, update, event, matching, updatable, empty, undoes, hasBase },
    ...{ ledger, mapping: noColumns, columns: [], did: 'updated' as const, warnings: new Map(), differing: 0 },
    rules: { allowsOdd, ...(isForUpdates && { update }), isPartial: isForUpdates },
    ...{ checksStatuses: options.checksStatuses === true, allowsNewStatus: options.allowsNewStatus === true },
    creates: !isForUpdates || options.creates === true,
    updateOnly: others.map(({ name }) => name),
  };
}

/** @throws {TypeError} if nothing updates what the endpoint creates */
export function updateFor(endpoint: Endpoint): Endpoint {
  const update = updateOf(endpoint);
  if (update === undefined) throw new TypeError(`nothing updates what ${endpoint.path} creates`);
  return update;
}
