// The conflicts of a folder with more of them than are listed.
import { expect, it } from 'vitest';
import { byResource } from '../../../contract/endpoint.ts';
import { compareSides } from '../../../program/comparison.ts';
import type { ProgramTable } from '../../../program/csv-files.ts';
import type { ProgramEdits } from '../../../program/edits.ts';
import type { ProgramOptions } from '../../../program/program.ts';
import { folderReview } from './folder-review.ts';

const count = 1200;
const ids = Array.from({ length: count }, (_, index) => `sub_${index}`);
const inRoom = (room: string) => new Map(ids.map((id) => [id, { values: { title: id, room } }]));
const table: ProgramTable = {
  file: 'prog/schedule.csv',
  columns: ['submission_id', 'title', 'room'],
  positions: new Map(),
  delimiter: ',',
  hasMark: false,
  lineEnds: { end: '\n', isLastEnded: true },
  rows: ids.map((id, index) => ({
    id,
    line: index + 2,
    values: { title: id, room: 'Aula' },
    cells: [],
  })),
};
const known = { created: new Map<string, string>() };
const none = { ...known, resource: 'speakers', base: new Map(), service: new Map() } as const;
const options: ProgramOptions = {
  folder: 'prog',
  event: 'conf',
  baseUrl: 'https://example.org',
  timeZone: undefined,
  client: () => Promise.reject(new Error('not used')),
  created: async () => new Map(),
};
const edits: ProgramEdits = {
  hasBase: true,
  hasPrivateColumns: false,
  comparisons: byResource((resource) =>
    resource === 'sessions'
      ? compareSides(
          { ...known, resource, table, base: inRoom('Hall'), service: inRoom('Foyer') },
          {},
        )
      : compareSides({ ...none, resource, table: undefined }, {}),
  ),
  speakers: undefined,
  submissions: undefined,
  removed: byResource(() => []),
  submitters: new Set(),
  tables: byResource(() => undefined),
  schedule: undefined,
};

it('skips every session with a conflict, also beyond the conflicts that are listed', () => {
  const { skipped } = folderReview(options, edits, { allowPartial: true, command: 'plenary' });
  expect(skipped.map(({ line }) => line)).toEqual(table.rows.map(({ line }) => line));
});

it('counts and marks all conflicts, and lists the first ones', () => {
  const terms = { allowPartial: false, command: 'plenary' };
  const { conflict, conflicts } = folderReview(options, edits, terms);
  expect(conflict?.problem).toContain(`${count} values have`);
  expect([conflict?.details.length, conflicts.length]).toEqual([1000, count]);
  const overwriting = folderReview({ ...options, overwrite: 'keep' }, edits, terms);
  const overwritten = overwriting.warnings.filter(({ code }) => code === 'overwritten');
  expect([overwritten.length, overwritten[0]?.count]).toEqual([1000, count]);
});
