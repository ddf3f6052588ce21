// The changes of a plan document, from the rows of a run.
import { expect, it } from 'vitest';
import { checkedBatch } from '../../test/support/import-batch.ts';
import { recordsPart } from '../import/records-part.ts';
import { turn } from '../runs/row.ts';
import { plannedChanges } from './planned-changes.ts';

it('have each field with both values, and show which one the service hides', async () => {
  const columns = ['email', 'company_name'];
  const batch = await checkedBatch(columns, [
    ['a@example.org', ''],
    ['b@example.org', 'B'],
    ['x@', ''],
  ]);
  const speakers = recordsPart(batch, { file: 'a.csv', skipInvalid: true, maxErrors: () => 0 });
  const [, row] = speakers.rows;
  const changes = { company_name: { to: 'B' }, about: { from: 'old', to: null } };
  if (row !== undefined) turn(row, 'update', { id: 'spk_2', name: 'Bo', changes });
  const run = { parts: [], isResumed: false, isWanted: true, canResume: false, speakers };
  const planned = { kind: 'speaker', file: 'a.csv' };
  const fields = {
    company_name: { from: null, to: 'B', hidden: true },
    about: { from: 'old', to: null },
  };
  const email = { from: null, to: 'a@example.org' };
  expect([...plannedChanges(run, { speakers: 'a.csv' })]).toEqual([
    { ...planned, action: 'create', name: '', line: 2, fields: { email } },
    { ...planned, action: 'update', id: 'spk_2', name: 'Bo', line: 3, fields },
  ]);
});
