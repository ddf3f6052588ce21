// Saved plans of records: what is refused, and their changes as rows.
import { expect, it } from 'vitest';
import { endpoints } from '../contract/index.ts';
import { changesOfPlan, readRecordPlan } from './saved-plan.ts';

const plan = {
  ...{ schemaVersion: '1.0', resource: 'submissions', file: 'd.csv', baseUrl: 'https://x.example', event: 'e' },
  changes: [
    { action: 'update', id: 'sub_1', name: 'Zero', line: 2, fields: { status: { from: 'pending', to: 'accepted' } } },
    { action: 'create', name: 'New', line: 3, fields: { title: { from: null, to: 'New' } } },
  ],
};
const changed = (more: object) => JSON.stringify({ ...plan, ...more });
const [update] = plan.changes;

it.each([
  ['half of it', JSON.stringify(plan).slice(0, 90), 'it is not valid JSON; the file may be incomplete'],
  ['another version', changed({ schemaVersion: '2.0' }), 'schemaVersion: '],
  ['another resource', changed({ resource: 'sessions' }), 'resource: '],
  ['no changes', changed({ changes: undefined }), 'changes: '],
  ['an unknown action', changed({ changes: [{ ...update, action: 'delete' }] }), 'changes.0.action: '],
  ['a line of 0', changed({ changes: [{ ...update, line: 0 }] }), 'changes.0.line: '],
  [
    'a number',
    changed({ changes: [{ ...update, fields: { status: { from: '', to: 1 } } }] }),
    'changes.0.fields.status.to: ',
  ],
  ['a list', '[]', 'the plan: '],
])('refuses %s', (_, text, message) => {
  expect(() => readRecordPlan(text, 'p.json')).toThrow(
    expect.objectContaining({
      message: 'p.json is not a saved plan of speakers or submissions',
      details: expect.arrayContaining([{ file: 'p.json', message: expect.stringContaining(message) }]),
    }),
  );
});

it('reads what later versions add, and what each change wants, with what it saw', () => {
  const read = readRecordPlan(`\uFEFF${changed({ later: true })}`, 'p.json');
  expect(read).toMatchObject({ later: true, event: 'e' });
  const { source } = changesOfPlan(endpoints.createSubmission, read, 'hash');
  expect(source.columns).toEqual(['id', 'status', 'title']);
  expect([...source.changes]).toEqual([
    { row: 1, line: 2, names: { id: 'sub_1' }, fields: { status: 'accepted' }, base: { status: 'pending' } },
    { row: 2, line: 3, names: {}, fields: { title: 'New' }, base: {} },
  ]);
});
