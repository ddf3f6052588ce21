// What a message shows of a cell.
import { expect, it } from 'vitest';
import { quoteCell } from './quote.ts';

it.each([
  ['Ann <ann@example.org>', '"Ann <…@…>"'],
  ['x'.repeat(60), `"${'x'.repeat(60)}"`],
  [`${'😀'.repeat(60)}x`, `"${'😀'.repeat(59)}…"`],
])('%j is shown as %s', (cell, shown) => {
  expect(quoteCell(cell)).toBe(shown);
});
