// Which table of a file is read, and what becomes of the others.
import { expect, it } from 'vitest';
import { chooseSheet } from './choose.ts';
import { peekable } from './peek.ts';
import type { RawRecord } from './table.ts';

it('opens each sheet once, and closes those that are not read', async () => {
  const opened: string[] = [];
  const closed: string[] = [];
  const sheet = (name: string, count: number) =>
    peekable({
      name,
      async open() {
        opened.push(name);
        async function* batches(): AsyncGenerator<readonly RawRecord[]> {
          try {
            for (let line = 1; line <= count; line++) yield [{ line, cells: [name] }];
          } finally {
            closed.push(name);
          }
        }
        return { name, delimiter: ',', batches: batches() };
      },
    });
  const sheets = [sheet('Empty', 0), sheet('Talks', 3), sheet('Old', 3)];
  const choice = { file: 'f.xlsx', sheet: undefined, contents: undefined, onNotice: async () => undefined };
  const { batches } = await chooseSheet(sheets, choice);
  expect(opened).toEqual(['Empty', 'Talks', 'Old']);
  expect(closed).toEqual(['Empty', 'Old']);
  const lines: number[] = [];
  for await (const batch of batches) lines.push(...batch.map(({ line }) => line));
  expect(lines).toEqual([1, 2, 3]);
  expect(closed).toEqual(['Empty', 'Old', 'Talks']);
});

it('prefers a sheet with a header, since a workbook may begin with a cover', async () => {
  const sheet = (name: string, ...lines: readonly (readonly string[])[]) =>
    peekable({
      name,
      async open() {
        async function* batches(): AsyncGenerator<readonly RawRecord[]> {
          yield lines.map((cells, at) => ({ line: at + 1, cells }));
        }
        return { name, delimiter: ',', batches: batches() };
      },
    });
  const chosen = async (isHeader: (cells: readonly string[]) => boolean) => {
    const sheets = [sheet('Cover', ['Conference'], ['2026']), sheet('People', ['Our speakers'], ['Name', 'Email'])];
    const choice = { file: 'f.xlsx', sheet: undefined, contents: undefined, isHeader, onNotice: async () => undefined };
    return chooseSheet(sheets, choice);
  };
  expect(await chosen((cells) => cells.includes('Email'))).toMatchObject({ name: 'People' });
  expect(await chosen(() => false)).toMatchObject({ name: 'Cover' });
});

it('closes the file when the reading of a sheet that was looked at ends early', async () => {
  let isClosed = false;
  async function* batches(): AsyncGenerator<readonly RawRecord[]> {
    try {
      for (let line = 1; ; line++) yield [{ line, cells: ['x'] }];
    } finally {
      isClosed = true;
    }
  }
  const entry = peekable({ open: async () => ({ delimiter: ',', batches: batches() }) });
  await entry.preview(2);
  for await (const _ of (await entry.open()).batches) break;
  expect(isClosed).toBe(true);
});
