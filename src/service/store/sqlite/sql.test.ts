// Every list is read from an index that is already in its order, so that the number of records does not matter.
import { expect, it } from 'vitest';
import { connect } from './connection.ts';
import { migrate } from './migrations.ts';
import { countOf, pageOf } from './sql.ts';

const connection = connect(':memory:');
migrate(connection, ':memory:');

function planOf(sql: string): string {
  const values = { event: 1, status: 'accepted', track: 'backend', limit: 25, offset: 0 };
  const used = Object.fromEntries(Object.entries(values).filter(([name]) => sql.includes(`:${name}`)));
  const rows = connection.many<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(used);
  return rows.map(({ detail }) => detail).join('\n');
}

const none = { status: false, track: false };

it.each([
  ['speakers', none, /USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/],
  [
    'speakers',
    { status: true, track: false },
    /USING COVERING INDEX speakers_by_status \(event=\? AND speaker_status=\?\)/,
  ],
  ['submissions', none, /USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/],
  [
    'submissions',
    { status: true, track: false },
    /USING COVERING INDEX submissions_by_status \(event=\? AND status=\?\)/,
  ],
  [
    'submissions',
    { status: false, track: true },
    /USING COVERING INDEX submissions_by_track \(event=\? AND track_id=\?\)/,
  ],
  ['sessions', none, /INDEX submissions_in_program \(event=\?\)/],
  ['contentItems', none, /INDEX submissions_in_program \(event=\?\)/],
] as const)('%s filtered by %j', (name, filtered, index) => {
  expect(planOf(countOf(name, filtered))).toMatch(index);
  // The few rows of the page are read afterwards, and may be sorted again.
  const [finding] = planOf(pageOf(name, filtered)).split('SCAN page');
  expect(finding).toMatch(index);
  expect(finding).not.toMatch(/TEMP B-TREE/);
});
