// The kinds of values in cells.
import { expect, it } from 'vitest';
import { readCount } from './kinds.ts';

it.each([
  ['120', 120],
  ['1,200', 1200],
  ['1.200', 1200],
  ['１２０', 120],
  ['1.5', undefined],
  ['120 seats', undefined],
])('the count %s', (text, count) => {
  expect(readCount(text)).toBe(count);
});
