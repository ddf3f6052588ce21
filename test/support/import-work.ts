// Creates the checked rows of an import, for tests of the later phases.
import { onTestFinished } from 'vitest';
import { createLedger, type RowState } from '../../src/changes/ledger.ts';
import { mapColumns, statusColumn } from '../../src/columns/mapping.ts';
import { describeMapping } from '../../src/columns/mapping-report.ts';
import { fieldsOf } from '../../src/contract/fields.ts';
import { endpoints } from '../../src/contract/index.ts';
import { checkRows } from '../../src/import/check.ts';
import type { FileWork } from '../../src/import/file-work.ts';
import { wordReader } from '../../src/import/fold-rows.ts';
import { bodyReader } from '../../src/import/rows.ts';
import { noNotes, type Work } from '../../src/import/work.ts';
import { createRowFile } from '../../src/runs/row-file.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Speakers of an event; each row has the cells of `columns`, and its line is its number plus one. */
export async function checkedWork(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  options: Partial<Pick<Work, 'onConflict' | 'empty'>> = {},
): Promise<FileWork> {
  const endpoint = endpoints.createSpeaker;
  const folder = temporaryFolder();
  const file = createRowFile(folder.file('rows'));
  onTestFinished(() => {
    file.close();
    folder.remove();
  });
  const fields = fieldsOf(endpoint.body);
  const given = rows.map((cells, at) => ({ row: at + 1, line: at + 2, cells, fault: undefined }));
  const read = { file: 'speakers.csv', columns, sample: rows, rows: given };
  const mapping = mapColumns({ ...read, kind: 'speakers', fields, map: [] });
  const readBody = bodyReader(mapping, {});
  const work: FileWork = {
    endpoint,
    resource: 'speakers',
    did: 'updated',
    update: endpoints.updateSpeaker,
    event: 'conf',
    mapping,
    wholeMapping: mapping,
    mappingReport: describeMapping(mapping),
    statusColumn: statusColumn(mapping)?.column,
    wordOf: wordReader(mapping),
    peopleOf: () => [],
    onConflict: 'skip',
    empty: 'keep',
    ledger: createLedger(file),
    rules: {},
    readBody,
    columns,
    matching: 'key',
    warnsOfSimilar: false,
    creates: true,
    updatable: fieldsOf(endpoints.updateSpeaker.body),
    updateOnly: [],
    hasBase: false,
    ...noNotes(),
    ...options,
  };
  await checkRows(given, work, { columns });
  return work;
}

/** The states of all rows, in order. */
export function statesOf({ ledger }: Work): readonly RowState[] {
  return Array.from({ length: ledger.size }, (_, at) => ledger.state(at + 1));
}
