import { expect, it } from 'vitest';
import { createRandom } from './random.ts';

it('gives the numbers of sfc32', () => {
  const random = createRandom(1);
  // Of another implementation, in Python.
  const numbers = [402084101, 497577504, 370904957, 867488986, 590296619];
  expect(numbers.map(() => random.below(2 ** 30))).toEqual(numbers);
});

it('has the logarithms of evenly distributed numbers', () => {
  const random = createRandom(7);
  const values = Array.from({ length: 100_000 }, () => random.exponential());
  expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeCloseTo(1, 1);
  expect(Math.max(...values)).toBeCloseTo(Math.log(2 * 4096), 6);
  const distinct = [...new Set(values)].toSorted((a, b) => a - b);
  // The same to the last bit on every machine.
  expect(distinct.reduce((sum, value) => sum + value, 0)).toBe(4095.6534365822463);
  expect(distinct[1000]).toBeCloseTo(-Math.log((4096 - 1000 - 0.5) / 4096), 8);
});
