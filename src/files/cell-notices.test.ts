// The notices about doubtful cells, and how many characters are examined for them.
import { expect, it } from 'vitest';
import { damagedNotices } from './cell-notices.ts';

it.each([
  [2_000_000, 1],
  [2_000_001, 0],
])('of %i characters that may be decoded wrongly, there are %i notices', (length, count) => {
  const cells = [{ text: 'SofÃ­a'.padEnd(length), line: 2, column: 'name' }];
  expect(damagedNotices(() => cells, { file: 'people.csv' })).toHaveLength(count);
});
