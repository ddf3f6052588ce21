// Decides from its options how rows of any origin find their records, and what is done with these.
import type { Ledger } from '../changes/ledger.ts';
import type { Mapping } from '../columns/mapping.ts';
import type { MappingReport } from '../columns/mapping-report.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { fieldsOf } from '../contract/fields.ts';
import { updateOf } from '../contract/index.ts';
import type { RecordsOptions } from './options.ts';
import { noNotes, type Work } from './work.ts';

/** The mapping of rows that were not read from cells. */
const noColumns: Mapping = { mapped: [], unmapped: [], absent: [] };

const noReport: MappingReport = { mapping: [], mapped: [], unmapped: [], reasons: [] };

/** The work of rows that were not read from cells. */
export function startWork(ledger: Ledger, options: RecordsOptions): Work {
  const { endpoint, event, onConflict, empty, allowsOdd, matching = 'key', undoes, hasBase = false } = options;
  const update = updateFor(endpoint);
  const created = fieldsOf(endpoint.body);
  const updatable = fieldsOf(update.body);
  const isForUpdates = matching === 'record' || onConflict === 'update';
  const others = isForUpdates ? updatable.filter(({ name }) => created.every((field) => field.name !== name)) : [];
  return {
    ...{ endpoint, resource: endpoint.resource, update, event, matching, updatable, onConflict, empty, undoes },
    ...{ mapping: noColumns, wholeMapping: noColumns, mappingReport: noReport },
    ...{ ledger, hasBase, columns: [], did: 'updated' as const },
    rules: { allowsOdd, ...(isForUpdates && { update }), isPartial: matching === 'record' },
    creates: matching === 'key' || options.creates === true,
    // The changes of a plan have been seen, and those of a program that are new have no id.
    warnsOfSimilar: matching === 'record' && !hasBase && endpoint.key?.includes('title') === true,
    updateOnly: others.map(({ name }) => name),
    ...noNotes(),
  };
}

/** @throws {TypeError} if nothing updates what the endpoint creates */
export function updateFor(endpoint: Endpoint): Endpoint {
  const update = updateOf(endpoint);
  if (update === undefined) throw new TypeError(`nothing updates what ${endpoint.path} creates`);
  return update;
}
