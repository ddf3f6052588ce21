// The sessions of new submissions, once these exist.
import { expect, it } from 'vitest';
import { submission } from '../../test/support/schedule-rows.ts';
import { namesOf } from '../changes/names.ts';
import { createSubmission } from '../contract/endpoints.ts';
import { planOfChanges } from '../schedule/plan/known-changes.ts';
import { placeCreated } from './new-sessions.ts';

it('are those of the submission with their title and address, also if it is listed as HTML', () => {
  const body = { title: 'Q&A', submitter_email: 'ada@example.org' };
  const names = namesOf(createSubmission, undefined, body);
  const fields = { room: 'Hall', start: '2027-05-20T09:00:00Z' };
  const plan = planOfChanges([{ row: 1, line: 2, names, fields }], 'schedule.csv');
  const listed = submission('sub_1', { title: 'Q&amp;A', submitterEmail: 'Ada@example.org' });
  expect(placeCreated(plan, [listed]).changes.map((change) => change.names)).toEqual([
    { id: 'sub_1' },
  ]);
});
