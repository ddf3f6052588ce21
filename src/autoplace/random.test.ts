import { expect, it } from 'vitest';
import { createRandom } from './random.ts';

it('gives the numbers of sfc32', () => {
  const random = createRandom(1);
  const numbers = Array.from({ length: 5 }, () => random.below(1000));
  const again = createRandom(1);
  expect(Array.from({ length: 5 }, () => again.below(1000))).toEqual(numbers);
  expect(Array.from({ length: 5 }, () => createRandom(2).below(1000))).not.toEqual(numbers);
});

it('has the logarithms of evenly distributed numbers', () => {
  const random = createRandom(7);
  const values = Array.from({ length: 100_000 }, () => random.exponential());
  expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeCloseTo(1, 1);
  expect(Math.max(...values)).toBeCloseTo(Math.log(2 * 4096), 6);
  const distinct = [...new Set(values)].toSorted((a, b) => a - b);
  expect(distinct[1000]).toBeCloseTo(-Math.log((4096 - 1000 - 0.5) / 4096), 8);
});
