// Rows by number and by key, and their states, for files of any size.
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { createRowFile } from '../runs/row-file.ts';
import { createRowTable, type RowState, type RowTable, rowStates } from './row-table.ts';

describe('a row table', () => {
  it('counts the rows of each state through any changes', () => {
    const state = fc.constantFrom(...rowStates);
    fc.assert(
      fc.property(fc.array(state, { minLength: 1 }), fc.array(fc.tuple(fc.nat(), state)), (first, changes) => {
        const table = openTable();
        const states: RowState[] = [];
        for (const to of first) {
          states.push(to);
          table.add(rowOf(states.length, 'x'), to);
        }
        for (const [at, to] of changes) {
          states[at % states.length] = to;
          table.mark((at % states.length) + 1, to);
        }
        for (const one of rowStates) {
          const rows = states.flatMap((is, at) => (is === one ? [at + 1] : []));
          expect(table.count(one)).toBe(rows.length);
          expect([...table.rowsIn(one)]).toEqual(rows);
        }
        expect(table.count(...rowStates)).toBe(table.size);
      }),
      { numRuns: 30 },
    );
  });

  it('skips rows that change state during the iteration', () => {
    const table = openTable();
    for (const row of [1, 2, 3]) table.add(rowOf(row, 'x'), 'create');
    const seen: number[] = [];
    for (const row of table.rowsIn('create')) {
      seen.push(row);
      table.mark(2, 'created');
    }
    expect(seen).toEqual([1, 3]);
  });

  it('finds each of many keys, and no absent one', () => {
    const table = openTable();
    const size = 150_000;
    for (let row = 1; row <= size; row++) {
      const key = `p${row}@example.org`;
      if (row % 3 === 0) table.add(rowOf(row, key), 'rejected');
      else table.add(rowOf(row, key), 'create', [key]);
    }
    expect(table.size).toBe(size);
    expect(table.count('create')).toBe(100_000);
    for (const row of [1, 2, 65_534, 65_536, 65_537, 131_071, 131_072, 131_074, size - 1]) {
      const known = row % 3 === 0 ? undefined : row;
      expect([row, table.find(`p${row}@example.org`)]).toEqual([row, known]);
      expect(table.read(row)).toMatchObject({ row, line: row + 1, cells: [`p${row}@example.org`] });
    }
    for (let row = 1; row <= size; row += 501) {
      expect(table.find(`p${row}@example.org`)).toBe(row % 3 === 0 ? undefined : row);
      expect(table.find(`q${row}@example.org`)).toBeUndefined();
    }
  });

  it('distinguishes keys with the same hash', () => {
    const table = openTable();
    sameHash.forEach((key, at) => {
      expect(table.find(key)).toBeUndefined();
      table.add(rowOf(at + 1, key), 'create', [key]);
    });
    expect(sameHash.map((key) => table.find(key))).toEqual([1, 2]);
  });

  it('saves rows again, and notes on them', () => {
    const table = openTable();
    const row = { ...rowOf(1, 'Ada'), fault: 'odd' };
    table.add(row, 'rejected');
    table.add(rowOf(2, 'Bo'), 'create');
    expect(table.read(1)).toEqual({ ...row, fileRow: 1, filled: undefined });
    expect(table.attached(1)).toBeUndefined();
    table.attach(1, { id: 'a' });
    table.attach(1, { id: 'b' });
    table.rewrite({ ...rowOf(2, 'Bo'), fileRow: 2, filled: ['Bo', 'added'] });
    expect(table.attached(1)).toEqual({ id: 'b' });
    expect(table.attached(2)).toBeUndefined();
    expect(table.read(2)).toMatchObject({ row: 2, line: 3, cells: ['Bo'], filled: ['Bo', 'added'] });
  });
});

// Found by trying: 0x236c5f39 as 32-bit FNV-1a, mixed.
const sameHash = ['gxdg6j@example.org', 'xieaj3@example.org'] as const;

function rowOf(row: number, cell: string) {
  return { row, line: row + 1, cells: [cell] };
}

/** The key of a row is its first cell. */
function openTable(): RowTable {
  const folder = temporaryFolder();
  const file = createRowFile(folder.file('rows'));
  onTestFinished(() => {
    file.close();
    folder.remove();
  });
  return createRowTable(file, [({ cells }) => cells[0]]);
}
