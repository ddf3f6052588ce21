// Saved plans of records: what is refused, and their changes as rows.
import { expect, it } from 'vitest';
import { readRecordPlan, rowsOfPlan } from './saved-plan.ts';

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

it('reads what later versions add, and makes a row of each change with what it saw', async () => {
  const read = readRecordPlan(`\uFEFF${changed({ later: true })}`, 'p.json');
  expect(read).toMatchObject({ later: true, event: 'e' });
  const { source, map } = rowsOfPlan(read, { sha256: 'hash' });
  const { columns, batches } = await source.open();
  expect(columns).toEqual(['id', 'status', 'title', '_before_status', '_before_title']);
  expect(map).toEqual(['id=id', 'status=status', 'title=title', '_before_status=', '_before_title=']);
  const rows = [];
  for await (const batch of batches) rows.push(...batch);
  expect(rows.map(({ line, cells }) => [line, ...cells.map((cell) => cell.replace('\0', ''))])).toEqual([
    [2, 'sub_1', 'accepted', '', '"pending"', ''],
    [3, '', '', 'New', '', ''],
  ]);
});
