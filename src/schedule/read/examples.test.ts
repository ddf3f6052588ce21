// The example grid has the sessions of the example list; its lines end a few minutes later than
// some of them.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mapColumns } from '../../columns/mapping.ts';
import { fileSource } from '../../files/source.ts';
import { readIfGrid } from '../grid/grid-or-list.ts';
import { readScheduleFile } from './schedule-file.ts';
import type { ScheduleRow } from './schedule-row.ts';

const time = { timeZone: 'Europe/Lisbon' };

it('examples/grid.csv is the first day of examples/schedule.csv', async () => {
  const grid = await readIfGrid(await sourceOf('grid.csv').tables(), {
    file: 'grid.csv',
    layout: undefined,
    time,
  });
  const list = await readScheduleFile(await sourceOf('schedule.csv').open(), {
    file: 'schedule.csv',
    map: [],
    mapColumns: async (options) => mapColumns(options),
    time,
  });
  const firstDay = list.rows.filter(({ start = '' }) => start.startsWith('2027-05-20'));
  expect(textsOf(grid?.rows ?? []).length).toBeGreaterThan(20);
  expect(textsOf(grid?.rows ?? [])).toEqual(textsOf(firstDay));
});

function textsOf(rows: readonly ScheduleRow[]): readonly string[] {
  return rows.map(({ title, room, start }) => `${start} ${room}: ${title}`).sort();
}

function sourceOf(name: string) {
  const bytes = readFileSync(new URL(`../../../examples/${name}`, import.meta.url));
  return fileSource(name, async function* () {
    yield bytes;
  });
}
