// Tables of schedules drawn as lines of text, and their reading as grids.
import { fileSource } from '../../src/files/source.ts';
import type { MergedArea, RawTable, Table } from '../../src/files/table.ts';
import {
  type GridSchedule,
  type Layout,
  readIfGrid,
} from '../../src/schedule/grid/grid-or-list.ts';

export interface Drawn {
  readonly name?: string;
  /** Cells are separated by vertical bars. */
  readonly lines: readonly string[];
  /** As spreadsheets name them: `B3:C4`. */
  readonly merged?: readonly string[];
  readonly hasNamedCells?: boolean;
}

function tableOf({ name, lines, merged = [], hasNamedCells = false }: Drawn): Table {
  const raw: RawTable = {
    delimiter: ',',
    records: lines.map((line, at) => ({
      line: at + 1,
      cells: line.split('|').map((cell) => cell.trim().replaceAll('\\n', '\n')),
    })),
    merged: merged.map(areaOf),
    hasNamedCells,
  };
  return { name, read: () => raw };
}

function areaOf(text: string): MergedArea {
  const [, left = '', top, right = '', bottom] = /^([A-Z])(\d+):([A-Z])(\d+)$/.exec(text) ?? [];
  const indexOf = (letter: string) => letter.charCodeAt(0) - 65;
  return { lines: [Number(top), Number(bottom)], cells: [indexOf(left), indexOf(right)] };
}

/** In UTC; undefined if the file is a list. */
export function readDrawn(
  tables: readonly Drawn[],
  firstDay?: string,
): Promise<GridSchedule | undefined> {
  return readIfGrid(tables.map(tableOf), {
    file: 'g.xlsx',
    layout: undefined,
    time: { timeZone: 'UTC', firstDay },
  });
}

export interface GridOptions {
  readonly firstDay?: string;
  readonly layout?: Layout;
}

/** A CSV file, in Berlin; undefined if it is a list. Cells are separated by vertical bars. */
export async function gridOf(
  lines: readonly string[],
  { layout, firstDay }: GridOptions = {},
): Promise<GridSchedule | undefined> {
  const csv = lines.map((line) =>
    line
      .split('|')
      .map((cell) => `"${cell.trim().replaceAll('\\n', '\n')}"`)
      .join(','),
  );
  const source = fileSource('g.csv', async function* () {
    yield Buffer.from(`${csv.join('\n')}\n`);
  });
  return readIfGrid(await source.tables(), {
    file: 'g.csv',
    layout,
    time: { timeZone: 'Europe/Berlin', dateOrder: undefined, firstDay },
  });
}
