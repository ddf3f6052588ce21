// Reads grids that tests write as lines of text.

import { fileSource } from '../../src/files/source.ts';
import type { TimeOptions } from '../../src/schedule/dates/read-time.ts';
import { type GridReading, type Layout, readIfGrid } from '../../src/schedule/grid/table.ts';

const berlin: TimeOptions = { timeZone: 'Europe/Berlin', dateOrder: undefined };

export interface GridOptions {
  readonly firstDay?: string;
  readonly layout?: Layout;
}

/** The reading of a file, in Berlin; undefined if it is a list; cells are separated by vertical bars. */
export async function gridOf(
  lines: readonly string[],
  { layout, firstDay }: GridOptions = {},
): Promise<GridReading | undefined> {
  const csv = lines.map((line) =>
    line
      .split('|')
      .map((cell) => `"${cell.trim().replaceAll('\\n', '\n')}"`)
      .join(','),
  );
  const source = fileSource('g.csv', async function* () {
    yield Buffer.from(`${csv.join('\n')}\n`);
  });
  return readIfGrid(await source.tables(), { file: 'g.csv', layout, time: { ...berlin, firstDay } });
}
