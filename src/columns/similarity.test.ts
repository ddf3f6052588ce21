// The text most similar to another one is found, and among many within a second or two.
import { expect, it } from 'vitest';
import { nearestOf } from './similarity.ts';

it.each([
  ['Leading teams', 'Leading team'],
  ['ünicode', 'Unicode'],
  ['Bananas', undefined],
  ['', undefined],
])('the text nearest to %j is %j', (text, nearest) => {
  expect(nearestOf(['Leading a team of ten', 'Leading team', 'Unicode', ''])(text)).toBe(nearest);
});

it('is found for 20 of 20,000 texts', () => {
  const texts = Array.from(
    { length: 20_000 },
    (_, at) => `A talk about the number ${at} and the ones around it`,
  );
  const started = process.cpuUsage();
  const nearest = nearestOf(texts);
  const found = Array.from({ length: 20 }, (_, at) =>
    nearest(`A talk about the numbr ${at + 500} and the ones around`),
  );
  expect(found.slice(0, 2)).toEqual([texts[500], texts[501]]);
  // Far less than this, unless each search prepares the texts again.
  expect(process.cpuUsage(started).user / 1e6).toBeLessThan(5);
});
