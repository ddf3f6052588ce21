// Which table of a file is read.
import { expect, it } from 'vitest';
import { chooseTable } from './choose.ts';
import type { Table } from './table.ts';

const sheet = (name: string, ...lines: readonly (readonly string[])[]): Table => ({
  name,
  read: () => ({ delimiter: ',', records: lines.map((cells, at) => ({ line: at + 1, cells })) }),
});

it('is the first with a header, since a workbook may begin with a cover, or else the first with cells', async () => {
  const sheets = [
    sheet('Empty'),
    sheet('Cover', ['Conference'], ['2026']),
    sheet('People', ['Our speakers'], ['Name', 'Email']),
  ];
  const chosen = async (isHeader: (cells: readonly string[]) => boolean) => {
    const choice = { file: 'f.xlsx', sheet: undefined, contents: undefined, isHeader, onNotice: async () => undefined };
    return chooseTable(sheets, choice);
  };
  expect(await chosen((cells) => cells.includes('Email'))).toMatchObject({ name: 'People' });
  expect(await chosen(() => false)).toMatchObject({ name: 'Cover' });
});
