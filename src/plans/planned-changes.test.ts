// The changes of a plan document, from the rows of a run.
import { expect, it } from 'vitest';
import { checkedBatch } from '../../test/support/import-batch.ts';
import { planNone } from '../../test/support/import-stage.ts';
import { submission } from '../../test/support/schedule-rows.ts';
import type { FilePlace } from '../changes/file-place.ts';
import { recordsPart } from '../import/records-part.ts';
import { turn } from '../runs/row.ts';
import type { PlanDocument, PlannedChange } from './plan-document.ts';
import { changesOfPlan, plannedChanges } from './planned-changes.ts';

const origin: Required<FilePlace> = { line: 2, column: 'Hall', sheet: 'Day 1' };

it('have each field with both values, and show which one the service hides', async () => {
  const columns = ['email', 'company_name'];
  const batch = await checkedBatch(columns, [
    ['a@example.org', ''],
    ['b@example.org', 'B'],
    ['x@', ''],
  ]);
  const speakers = recordsPart(batch, { file: 'a.csv', skipInvalid: true, maxErrors: () => 0 });
  const [created, row] = speakers.rows;
  if (created !== undefined) Object.assign(created, origin);
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
    { ...planned, action: 'create', name: '', ...origin, fields: { email } },
    { ...planned, action: 'update', id: 'spk_2', name: 'Bo', line: 3, fields },
  ]);
});

it('have the origin of each change, and give it back', () => {
  const saved: PlannedChange = {
    kind: 'speaker',
    action: 'create',
    name: '',
    file: 'a.csv',
    ...origin,
    fields: { email: { from: null, to: 'a@example.org' } },
  };
  const place = {
    room: { from: null, to: 'Hall' },
    start: { from: null, to: '2027-05-20T09:00Z' },
  };
  const session: PlannedChange = {
    ...saved,
    kind: 'session',
    action: 'place',
    id: 'sub_1',
    fields: place,
  };
  const { speakers = [], sessions } = changesOfPlan(planOf(saved, session), undefined);
  const placed = sessions?.([submission('sub_1')]).changes ?? [];
  const [speaker, placement] = [...speakers, ...placed];
  expect([speaker, placement]).toMatchObject([origin, origin]);
});

function planOf(...changes: readonly PlannedChange[]): PlanDocument {
  return {
    schemaVersion: '2.0',
    baseUrl: 'http://localhost',
    event: 'conf',
    command: 'program plan',
    files: ['a.csv'],
    counts: planNone,
    rejects: [],
    clashes: [],
    warnings: [],
    next: [],
    changes,
  };
}
