// Reading people takes time in proportion to the length of the cell.
import { expect, it } from 'vitest';
import { readPeople } from '../../src/people/people.ts';
import { longCells, peopleForms } from '../support/long-cells.ts';
import { processorMs } from '../support/processor-time.ts';

it.each(longCells(20_000).map((cell) => ({ cell, name: cell.slice(0, 10) })))(
  'reads a long cell in proportion to its length: $name',
  ({ cell }) => {
    for (const form of peopleForms) {
      const startedAt = processorMs();
      readPeople(cell, form);
      expect(processorMs() - startedAt).toBeLessThan(3000);
    }
  },
);
