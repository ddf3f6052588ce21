// Rows in memory are found by their names, counted and passed through while they change; saved ones
// are read again unchanged, or not at all.
import fs, { fstatSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runHeader } from '../../test/support/run-header.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import type { Names } from '../changes/names.ts';
import { JournalError } from '../errors.ts';
import { type RowState, type RunRow, turn } from './row.ts';
import { createRows, type Rows } from './rows.ts';
import { loadRows, savedVersion, saveRows } from './saved-rows.ts';

function add(
  rows: Rows,
  names: Names,
  state: RowState = 'create',
  fields: RunRow['fields'] = {},
): RunRow {
  return rows.add({ row: 1, line: 2, names, fields }, state);
}

describe('rows', () => {
  it('are numbered after those of earlier parts, and found by their names in order', () => {
    const rows = createRows(7);
    expect([rows.length, rows.last, rows.has('key')]).toEqual([0, 7, false]);
    const [one, other] = [add(rows, { key: 'a' }), add(rows, { key: 'a', title: 't' })];
    const unnamed = (['left-out', 'rejected', 'folded'] as const).map((state) =>
      add(rows, { key: 'a', id: '1' }, state),
    );
    expect([...rows]).toEqual([one, other, ...unnamed]);
    expect([rows.length, rows.last, one.number]).toEqual([5, 12, 8]);
    expect([rows.has('key'), rows.has('title'), rows.has('id')]).toEqual([true, true, false]);
    expect([rows.find('key', 'a'), rows.find('title', 't'), rows.find('key', 't')]).toEqual([
      [one, other],
      [other],
      [],
    ]);
  });

  it('are counted by their present states; one that leaves a state is not passed any more', () => {
    const rows = createRows();
    const [first, second, third] = ['a', 'b', 'c'].map((key) => add(rows, { key }));
    const passed: unknown[] = [];
    for (const row of rows.in('create')) {
      passed.push(row);
      if (row === first && second !== undefined) turn(second, 'failed', { id: 'x' });
      turn(row, 'created');
    }
    expect(passed).toEqual([first, third]);
    expect(second).toMatchObject({ state: 'failed', note: { id: 'x' } });
    expect([rows.count('create'), rows.count('created', 'failed'), [...rows.in('failed')]]).toEqual(
      [0, 3, [second]],
    );
  });

  it('are replaced by saved ones, which alone are found', () => {
    const rows = createRows(2);
    add(rows, { key: 'a', id: '1' });
    const saved = [5, 6].map((number): RunRow => ({ ...add(createRows(), { key: 'b' }), number }));
    rows.replace(saved);
    expect([[...rows], rows.length, rows.last]).toEqual([saved, 2, 6]);
    expect([rows.has('id'), rows.find('key', 'a'), rows.find('key', 'b')]).toEqual([
      false,
      [],
      saved,
    ]);
    rows.replace([]);
    expect(rows.last).toBe(2);
  });
});

describe('saved rows', () => {
  it('are read again as they were', async () => {
    const { rows, path, header } = save();
    expect(await loadRows(path, header)).toEqual([...rows]);
  });

  it.each<[string, (path: string, bytes: Buffer) => void]>([
    ['lack the last line', (path, bytes) => truncateSync(path, bytes.lastIndexOf(0x0a, -2) + 1)],
    ['are cut off within a line', (path, bytes) => truncateSync(path, bytes.length - 9)],
    [
      'have another byte in a text',
      (path, bytes) => writeFileSync(path, bytes.fill('y', 400_000, 400_001)),
    ],
    ['have a line that is not JSON', (path, bytes) => writeFileSync(path, bytes.fill('[', 0, 1))],
    [
      'end with bytes that never reached the disk',
      (path, bytes) => writeFileSync(path, Buffer.concat([bytes, Buffer.alloc(9)])),
    ],
  ])('that %s are damaged', async (_, damage) => {
    const { path, header } = save();
    damage(path, readFileSync(path));
    const error = await loadRows(path, header).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(JournalError);
    expect(error).toMatchObject({
      message: expect.stringContaining(path),
      fix: 'run the original command again: it begins anew and looks up what exists',
    });
  });

  it.each([
    ['of another version', savedVersion + 1],
    ['of a version before they had one', undefined],
  ])('%s are not read', async (_, version) => {
    const { rows, header, path } = save();
    const other = { ...header, savedVersion: version };
    const saved = `${path}-other`;
    const savedSha256 = saveRows(saved, rows, other);
    await expect(loadRows(saved, { ...other, savedSha256 })).rejects.toMatchObject({
      code: 'journal',
      message: `the saved rows of run ${header.run} are of another version of Plenary: ${saved}`,
      fix: 'run the original command again: it begins anew and looks up what exists',
    });
  });

  it('are flushed once all of them are written', () => {
    const sizes: number[] = [];
    const flush = vi
      .spyOn(fs, 'fsyncSync')
      .mockImplementation((file) => void sizes.push(fstatSync(file).size));
    syncBuiltinESMExports();
    onTestFinished(() => {
      flush.mockRestore();
      syncBuiltinESMExports();
    });
    const { path } = save();
    expect(sizes).toEqual([statSync(path).size]);
  });

  it('are never saved over others', () => {
    const { rows, path, header } = save();
    expect(() => saveRows(path, rows, header)).toThrow(JournalError);
  });
});

/** Rows with texts that are longer than what is written or read at once. */
function save() {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const path = folder.file('rows.ndjson');
  const rows = createRows();
  for (const text of ['a\u2028b\0', 'x'.repeat(600_000), 'é'.repeat(300_000)]) {
    turn(add(rows, { key: 'a' }, 'create', { about: text, phone: null }), 'update', {
      id: '1',
      changes: { about: { from: [7], to: null } },
    });
  }
  const header = { ...runHeader, savedVersion, rows: 3 };
  return { rows, path, header: { ...header, savedSha256: saveRows(path, rows, header) } };
}
