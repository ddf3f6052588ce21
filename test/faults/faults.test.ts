// The short form of the table of faults: each fault once, each command at least once; and docs/faults.md has every cell.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sharedService } from '../support/stage.ts';
import { faults } from './faults.ts';
import { kinds } from './kinds.ts';
import { cells, isShown, nameOf, tryCell } from './table.ts';

const page = readFileSync('docs/faults.md', 'utf8');
const service = sharedService();

/** One command for each fault in turn. What ends by a time limit passes, so that the test does not wait for long. */
const short = faults.flatMap((fault, at) => {
  const kind = kinds[(at + 3) % kinds.length];
  const lasting = fault.isSlow === true ? 'passes' : 'all';
  return cells.filter((cell) => cell.fault === fault && cell.kind === kind && cell.lasting === lasting);
});

it('takes each fault and each command', () => {
  expect(short.map(({ fault }) => fault)).toEqual(faults);
  expect(new Set(short.map(({ kind }) => kind)).size).toBe(kinds.length);
});

it('docs/faults.md shows every cell', () => {
  const missing = cells.filter((cell) => !isShown(page, { cell }));
  expect(missing.map(nameOf), 'docs/faults.md is out of date: npm run faults').toEqual([]);
});

describe.concurrent('a command', () => {
  it.for(short.map((cell) => [nameOf(cell), cell] as const))('%s', async ([, cell]) => {
    const columns = await tryCell(service, cell);
    expect(isShown(page, { cell, columns }), `docs/faults.md is out of date (npm run faults): ${columns}`).toBe(true);
  });
});
