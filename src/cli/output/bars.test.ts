// Counts as tables with bars that fit the terminal.
import { expect, it } from 'vitest';
import { barTable } from './bars.ts';

const plain = (width: number | undefined) => ({ width, bold: (text: string) => text });
const bars = [
  { label: 'accepted', count: 120 },
  { label: 'a status with a long name', count: 60 },
  { label: 'withdrawn', count: 1 },
];

it.each([undefined, 200, 80, 60])('fits a width of %s, and shows the smallest count', (width) => {
  const lines = barTable('status', bars, plain(width)).trimEnd().split('\n');
  const [longest = 0, half, least] = lines.slice(1).map((line) => line.replace(/[^█]/g, '').length);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width ?? 80);
  expect([longest >= 15, half, least]).toEqual([true, Math.round(longest / 2), 1]);
  expect(lines[1]).toMatch(/^accepted +120 +66 % {2}█+$/);
  expect(lines[3]).toMatch(/^withdrawn + 1 +1 % {2}█$/);
});

it('is empty below its heading without counts', () => {
  expect(barTable('status', [], plain(80))).toBe('STATUS  COUNT  SHARE\n');
});
