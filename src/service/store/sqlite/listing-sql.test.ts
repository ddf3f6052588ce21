// Every list is a range of an index that is already in its order, whatever its filters, so that SQLite reads no other rows.
import { expect, it } from 'vitest';
import { isWhole, selectionOf } from '../listings.ts';
import type { Listings } from '../store.ts';
import { connect } from './connection.ts';
import { countOf, lastOf, pageOf, rangeOf } from './listing-sql.ts';
import { migrate } from './migrations.ts';

const connection = connect(':memory:');
migrate(connection, ':memory:');

function planOf(sql: string): string {
  const names = [...sql.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const rows = connection
    .many<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(Object.fromEntries(names.map((name) => [name, 1])));
  return rows.map(({ detail }) => detail).join('\n');
}

const none = {};
const status = { status: 'accepted' };
const track = { track: 'backend' };
const both = { ...status, ...track };

const matches = 'SEARCH matches USING PRIMARY KEY (filter=?';
const people = [
  [none, 'INTEGER PRIMARY KEY (rowid>? AND rowid<?'],
  [status, matches],
  [track, matches],
  [both, matches],
] as const;
const ranges = {
  speakers: people,
  contacts: people,
  submissions: [
    [none, 'INTEGER PRIMARY KEY (rowid>? AND rowid<?'],
    [status, 'COVERING INDEX submissions_by_status (event=? AND status=?'],
    [track, 'COVERING INDEX submissions_by_track (event=? AND track_id=?'],
    [both, 'COVERING INDEX submissions_by_status_and_track (event=? AND status=? AND track_id=?'],
  ],
  sessions: [
    [none, 'INDEX sessions (event=?'],
    [status, 'INDEX sessions_by_status (event=? AND status=?'],
    [track, 'INDEX sessions_by_track (event=? AND track_id=?'],
    [both, 'INDEX sessions_by_status_and_track (event=? AND status=? AND track_id=?'],
  ],
  contentItems: [
    [none, 'INDEX content_items (event=?'],
    [status, 'INDEX content_items_by_status (event=? AND status=?'],
    [track, 'INDEX content_items_by_track (event=? AND track_id=?'],
    [both, 'INDEX content_items_by_status_and_track (event=? AND status=? AND track_id=?'],
  ],
} as const;

const cases = Object.entries(ranges).flatMap(([name, filtered]) =>
  filtered.map(([filter, range]) => ({ name: name as keyof Listings, filter, range })),
);

it.each(cases)('$name filtered by $filter', ({ name, filter, range }) => {
  const selection = selectionOf(name, filter);
  const window = { offset: 0, limit: 1 };
  const statements =
    selection.table !== 'matches' && isWhole(selection)
      ? [lastOf(selection.table), rangeOf(name)]
      : [countOf(selection), ...[true, false].map((fromEnd) => pageOf(name, selection, { ...window, fromEnd }))];
  for (const statement of statements) {
    // The few rows of the page are read afterwards, and may be sorted again.
    const [finding] = planOf(statement).split('SCAN page');
    expect(finding).toContain(range);
    expect(finding).not.toMatch(/TEMP B-TREE|SCAN (?!CONSTANT)/);
  }
});
