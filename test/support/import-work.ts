// Creates the checked rows of an import, for tests of the later phases.
import { mapColumns } from '../../src/columns/mapping.ts';
import { fieldsOf } from '../../src/contract/fields.ts';
import { endpoints } from '../../src/contract/index.ts';
import { type FileWork, submittedRowReader } from '../../src/import/checked-row.ts';
import { takeRows } from '../../src/import/take-rows.ts';
import type { Work } from '../../src/import/work.ts';
import type { RowState } from '../../src/runs/row.ts';
import { createRows } from '../../src/runs/rows.ts';

/** Speakers of an event; each row has the cells of `columns`, and its line is its number plus one. */
export async function checkedWork(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  options: Partial<Pick<Work, 'empty'>> = {},
): Promise<FileWork> {
  const endpoint = endpoints.createSpeaker;
  const fields = fieldsOf(endpoint.body);
  const given = rows.map((cells, at) => ({ row: at + 1, line: at + 2, cells, fault: undefined }));
  const read = { file: 'speakers.csv', columns, sample: rows, rows: given };
  const mapping = mapColumns({ ...read, kind: 'speakers', fields, map: [] });
  const work: FileWork = {
    endpoint,
    resource: 'speakers',
    did: 'updated',
    update: endpoints.updateSpeaker,
    event: 'conf',
    mapping,
    empty: 'keep',
    rows: createRows(),
    rules: {},
    readRow: submittedRowReader(mapping, {}),
    columns,
    matching: 'key',
    creates: true,
    checksStatuses: false,
    allowsNewValues: false,
    updatable: fieldsOf(endpoints.updateSpeaker.body),
    updateOnly: [],
    hasBase: false,
    places: new Map(),
    warnings: new Map(),
    differing: 0,
    ignoresListLimit: false,
    records: 0,
    seen: new Set(),
    ...options,
  };
  await takeRows(given, work, { columns });
  return work;
}

/** The states of all rows, in order. */
export function statesOf({ rows }: Pick<Work, 'rows'>): readonly RowState[] {
  return [...rows].map(({ state }) => state);
}
