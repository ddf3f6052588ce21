// Sets the rows of a file against the records of the event: which are there, which are to be changed, which were lost and found.
import type { RecordData } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import { fieldsOf } from '../contract/fields.ts';
import type { Journal } from '../runs/journal.ts';
import { compare, stateOfExisting } from './compare.ts';
import { type SurveyOptions, survey } from './survey.ts';
import { type Work, wantedBy } from './work.ts';

/**
 * Goes through the event once. A row in doubt whose record is there was created; one that waits to be created is found
 * to be there. Rows in doubt that are not found stay in doubt.
 * @throws {survey}
 */
export async function matchRows(
  work: Work,
  options: Pick<SurveyOptions, 'client' | 'signal'>,
  journal?: Pick<Journal, 'recordOutcome'>,
): Promise<void> {
  const { table, endpoint, event, onConflict, update, fixed } = work;
  const terms = { key: endpoint.key ?? [], updatable: fieldsOf(update.body) };
  await survey({ ...options, endpoint, event }, (key, record) => {
    const row = table.find(key);
    if (row === undefined) return;
    const state = table.state(row);
    if (state === 'doubt') return foundAfterLoss(row, record);
    if (state === 'create' || state === 'contested') meet(row, record);
  });

  function foundAfterLoss(row: number, record: RecordData): void {
    const id = recordId(record, endpoint.resource);
    table.mark(row, 'created');
    table.attach(row, { id });
    journal?.recordOutcome({ row, did: 'created', id });
  }

  function meet(row: number, record: RecordData): void {
    const id = recordId(record, endpoint.resource);
    const comparison = compare(record, onConflict === 'update' ? wantedBy(work, table.read(row)) : {}, terms);
    for (const field of comparison.fixed) fixed.add(field);
    const { changes } = comparison;
    table.mark(row, stateOfExisting(onConflict, comparison));
    table.attach(row, {
      id,
      ...(changes.length > 0 && {
        changes: Object.fromEntries(changes.map(({ field, to }) => [field, to])),
        before: Object.fromEntries(changes.map(({ field, from }) => [field, from])),
      }),
    });
  }
}
