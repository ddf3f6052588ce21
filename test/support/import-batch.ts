// Creates the checked rows of an import, for tests of the later phases.
import { findMapping, mapColumns } from '../../src/columns/mapping.ts';
import { readTable } from '../../src/columns/read-table.ts';
import { fieldsOfTable } from '../../src/columns/table-spec.ts';
import { fieldNames, fieldsOf } from '../../src/contract/fields.ts';
import { creationOf, endpoints } from '../../src/contract/index.ts';
import type { Batch } from '../../src/import/batch.ts';
import { recordTable } from '../../src/import/record-table.ts';
import { type RowRecords, recordsOf } from '../../src/import/row-records.ts';
import { takeRows } from '../../src/import/take-rows.ts';
import type { RowState } from '../../src/runs/row.ts';
import { createRows } from '../../src/runs/rows.ts';

/**
 * Speakers of an event; each row has the cells of `columns`, and its line is its number plus one.
 */
export async function checkedBatch(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  options: Partial<Pick<Batch, 'empty'>> = {},
): Promise<Batch> {
  const endpoint = endpoints.createSpeaker;
  const fields = fieldsOf(endpoint.body);
  const given = rows.map((cells, at) => ({ row: at + 1, line: at + 2, cells, fault: undefined }));
  const spec = recordTable({ resource: 'speakers', fields });
  const read = { file: 'speakers.csv', columns, sample: rows, rows: given };
  const mapping = mapColumns({ ...read, kind: 'speakers', fields: fieldsOfTable(spec), map: [] });
  const batch: Batch = {
    endpoint,
    resource: 'speakers',
    did: 'updated',
    update: endpoints.updateSpeaker,
    event: 'conf',
    mapping,
    empty: 'keep',
    rows: createRows(),
    columns,
    matching: 'key',
    creates: true,
    checksStatuses: false,
    allowsNewValues: false,
    updatable: fieldNames(endpoints.updateSpeaker.body),
    schema: endpoint.body,
    updateOnly: [],
    hasBase: false,
    warnings: new Map(),
    differing: 0,
    submittersGiven: 0,
    ignoresListLimit: false,
    seen: new Set(),
    ...options,
  };
  const table = readTable({ spec, mapping, sheet: { rows: given } }, { needsNames: true });
  await takeRows(table.rows(), batch);
  return batch;
}

/** The states of all rows, in order. */
export function statesOf({ rows }: Pick<Batch, 'rows'>): readonly RowState[] {
  return [...rows].map(({ state }) => state);
}

/**
 * What a row wants of a speaker or a submission, by its headers and cells; and what is wrong with
 * it.
 */
export function readRecord(
  resource: 'speakers' | 'submissions',
  row: Readonly<Record<string, string>>,
  map: readonly string[] = [],
): RowRecords {
  const columns = Object.keys(row);
  const cells = Object.values(row);
  const endpoint = creationOf(resource);
  const spec = recordTable({ resource, fields: fieldsOf(endpoint.body) });
  const given = [{ row: 1, line: 2, cells, fault: undefined }];
  const { mapping } = findMapping({
    file: 'a.csv',
    columns,
    kind: resource,
    fields: fieldsOfTable(spec),
    map,
    sample: [cells],
    rows: given,
  });
  const options = { needsNames: resource === 'speakers' };
  const [read] = readTable({ spec, mapping, sheet: { rows: given } }, options).rows();
  if (read === undefined) throw new TypeError('the row is blank');
  return recordsOf(read, endpoint, undefined);
}
