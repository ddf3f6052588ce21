// Rows by number and by key, and their states, for files of any size.
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { createRowFile } from '../runs/row-file.ts';
import { createLedger, type Ledger, type RowState, readLedger, rowStates, type SavedLine, sealRows } from './ledger.ts';

describe('a ledger', () => {
  it('counts the rows of each state through any changes', () => {
    const state = fc.constantFrom(...rowStates);
    fc.assert(
      fc.property(fc.array(state, { minLength: 1 }), fc.array(fc.tuple(fc.nat(), state)), (first, changes) => {
        const ledger = openLedger();
        const states: RowState[] = [];
        for (const to of first) {
          states.push(to);
          ledger.add(rowOf(states.length, 'x'), to);
        }
        for (const [at, to] of changes) {
          states[at % states.length] = to;
          ledger.mark((at % states.length) + 1, to);
        }
        for (const one of rowStates) {
          const rows = states.flatMap((is, at) => (is === one ? [at + 1] : []));
          expect(ledger.count(one)).toBe(rows.length);
          expect([...ledger.rowsIn(one)]).toEqual(rows);
        }
        expect(ledger.count(...rowStates)).toBe(ledger.size);
      }),
      { numRuns: 30 },
    );
  });

  it('skips rows that change state during the iteration', () => {
    const ledger = openLedger();
    for (const row of [1, 2, 3]) ledger.add(rowOf(row, 'x'), 'create');
    const seen: number[] = [];
    for (const row of ledger.rowsIn('create')) {
      seen.push(row);
      ledger.mark(2, 'created');
    }
    expect(seen).toEqual([1, 3]);
  });

  it('finds each of many keys, and no absent one', () => {
    const ledger = openLedger();
    const size = 150_000;
    for (let row = 1; row <= size; row++) {
      const key = `p${row}@example.org`;
      if (row % 3 === 0) ledger.add(rowOf(row, key), 'rejected');
      else ledger.add(rowOf(row, key), 'create');
    }
    expect(ledger.size).toBe(size);
    expect(ledger.count('create')).toBe(100_000);
    for (const row of [1, 2, 65_534, 65_536, 65_537, 131_071, 131_072, 131_074, size - 1]) {
      const known = row % 3 === 0 ? undefined : row;
      expect([row, ledger.find('key', `p${row}@example.org`)]).toEqual([row, known]);
      expect(ledger.read(row)).toMatchObject({ number: row, line: row + 1, source: [`p${row}@example.org`] });
    }
    for (let row = 1; row <= size; row += 501) {
      expect(ledger.find('key', `p${row}@example.org`)).toBe(row % 3 === 0 ? undefined : row);
      expect(ledger.find('key', `q${row}@example.org`)).toBeUndefined();
    }
  });

  it('distinguishes keys with the same hash', () => {
    const ledger = openLedger();
    sameHash.forEach((key, at) => {
      expect(ledger.find('key', key)).toBeUndefined();
      ledger.add(rowOf(at + 1, key), 'create');
    });
    expect(sameHash.map((key) => ledger.find('key', key))).toEqual([1, 2]);
  });

  it('saves rows again, and notes on them', () => {
    const ledger = openLedger();
    const [ada, bo] = [rowOf(1, 'Ada'), rowOf(2, 'Bo')];
    ledger.add(ada, 'rejected');
    ledger.add(bo, 'create');
    expect(ledger.read(1)).toEqual({ ...ada, number: 1 });
    expect(ledger.attached(1)).toBeUndefined();
    ledger.attach(1, { id: 'a' });
    ledger.attach(1, { id: 'b' });
    const changed = { ...bo, number: 2, fields: { email: 'Bo', about: null }, filled: ['Bo', 'added'] };
    ledger.rewrite({ ...changed, names: { ...bo.names, id: 'x' } });
    expect(ledger.attached(1)).toEqual({ id: 'b' });
    expect(ledger.attached(2)).toBeUndefined();
    expect(ledger.read(2)).toEqual({ ...changed, names: { key: 'Bo', id: 'x' } });
    expect([ledger.find('id', 'x'), ledger.find('key', 'Bo'), ledger.find('title', 'Bo')]).toEqual([2, 2, undefined]);
  });
});

it('is read again as it was sealed, with the states that were saved', async () => {
  const folder = temporaryFolder();
  const file = createRowFile(folder.file('rows'));
  onTestFinished(() => {
    file.close();
    folder.remove();
  });
  const ledger = createLedger(file);
  const rows = [rowOf(1, 'Ada'), { ...rowOf(2, 'Bo'), row: 7, base: { about: null } }];
  for (const row of rows) ledger.add(row, row.row === 7 ? 'create' : 'left-out');
  ledger.mark(2, 'update');
  ledger.attach(2, { id: 'b' });
  sealRows(file);
  ledger.attach(2, { id: 'later' });
  const lines: SavedLine[] = [];
  for await (const line of readLedger(folder.file('rows'))) lines.push(line);
  expect(lines).toEqual([
    { kind: 'row', row: { ...rows[0], number: 1 }, state: 'left-out' },
    { kind: 'row', row: { ...rows[1], number: 2 }, state: 'create' },
    { kind: 'note', of: 2, state: 'update', note: { id: 'b' } },
  ]);
});

// Found by trying: 0x236c5f39 as 32-bit FNV-1a, mixed.
const sameHash = ['gxdg6j@example.org', 'xieaj3@example.org'] as const;

function rowOf(row: number, key: string) {
  return { row, line: row + 1, names: { key }, fields: { email: key }, source: [key] };
}

function openLedger(): Ledger {
  const folder = temporaryFolder();
  const file = createRowFile(folder.file('rows'));
  onTestFinished(() => {
    file.close();
    folder.remove();
  });
  return createLedger(file);
}
