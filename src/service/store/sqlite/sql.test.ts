// How the lists are found: on an index that has the order already, however many records there are.
import { expect, it } from 'vitest';
import { connect } from './connection.ts';
import { migrations } from './migrations.ts';
import { countOf, pageOf } from './sql.ts';

const connection = connect(':memory:');
for (const step of migrations) connection.exec(step);

function planOf(sql: string): string {
  const values = { event: 1, status: 'accepted', track: 'backend', limit: 25, offset: 0 };
  const used = Object.fromEntries(Object.entries(values).filter(([name]) => sql.includes(`:${name}`)));
  const rows = connection.many<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(used);
  return rows.map(({ detail }) => detail).join('\n');
}

const none = { status: false, track: false };

it.each([
  ['speakers', none, /USING COVERING INDEX speakers_by_event \(event=\?\)/],
  [
    'speakers',
    { status: true, track: false },
    /USING COVERING INDEX speakers_by_status \(event=\? AND speaker_status=\?\)/,
  ],
  ['submissions', none, /USING COVERING INDEX submissions_by_event \(event=\?\)/],
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
  // Reading the rows of the page comes after; they are few enough to be put in order again.
  const [finding] = planOf(pageOf(name, filtered)).split('SCAN page');
  expect(finding).toMatch(index);
  expect(finding).not.toMatch(/TEMP B-TREE/);
});
