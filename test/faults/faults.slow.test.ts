// A part of the table of faults: a quarter of the cells that do not wait for a time limit. `npm run faults` runs all.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sharedService } from '../support/stage.ts';
import { cells, isShown, nameOf, tryCell } from './table.ts';

const page = readFileSync('docs/faults.md', 'utf8');
const service = sharedService();
const quick = cells.filter(({ fault }) => fault.isSlow !== true);

describe.concurrent('a command', () => {
  it.for(quick.filter((_, at) => at % 4 === 0).map((cell) => [nameOf(cell), cell] as const))('%s', async ([, cell]) => {
    const columns = await tryCell(service, cell);
    expect(isShown(page, { cell, columns }), `docs/faults.md is out of date (npm run faults): ${columns}`).toBe(true);
  });
});
