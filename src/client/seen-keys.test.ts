// The set of hashes, compared with a set of the texts.
import { expect, it } from 'vitest';
import { createSeenKeys } from './seen-keys.ts';

it('knows each of many similar texts, and no other', () => {
  const seen = createSeenKeys();
  const texts = Array.from({ length: 50_000 }, (_, n) => `spk_${n}`);
  expect(texts.filter((text) => seen.add(text))).toHaveLength(texts.length);
  expect(texts.filter((text) => seen.add(text))).toEqual([]);
  expect(texts.every((text) => seen.has(text))).toBe(true);
  expect(texts.filter((text) => seen.has(`${text}x`))).toEqual([]);
});

it.each(['', '\0', 'ü', '🙂'])('adds %j once', (text) => {
  const seen = createSeenKeys();
  expect([seen.has(text), seen.add(text), seen.add(text)]).toEqual([false, true, false]);
});
