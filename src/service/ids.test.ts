// Ids: their form, their order and their uniqueness.
import { expect, it } from 'vitest';
import { idSource } from './ids.ts';

it('creates ascending ids, also within a millisecond and when the clock goes back', () => {
  const clock = [1000, 1000, 1001, 500, 500, 2000];
  const newId = idSource(() => clock.shift() ?? 2000);
  const ids = Array.from({ length: 70_000 }, () => newId('spk_'));
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => /^spk_[0-9a-hjkmnp-tv-z]{29}$/.test(id))).toBe(true);
});

it('starts with the time, so that the ids of two sources sort by age', () => {
  const older = idSource(() => Date.parse('2026-01-01T00:00:00Z'))('sub_');
  const newer = idSource(() => Date.parse('2026-01-01T00:00:00.001Z'))('sub_');
  expect(older < newer).toBe(true);
  expect(older.slice(0, 14)).not.toBe(newer.slice(0, 14));
});

it('has 16 random characters', () => {
  const newId = idSource(() => 1000);
  const random = Array.from({ length: 1000 }, () => newId('').slice(13));
  expect(new Set(random).size).toBe(1000);
  expect(new Set(random.map((text) => text[0])).size).toBe(32);
});
