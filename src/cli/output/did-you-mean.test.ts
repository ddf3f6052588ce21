// The word that a mistyped one probably means.
import { expect, it } from 'vitest';
import { meantBy } from './did-you-mean.ts';

const fields = ['id', 'email', 'title', 'status', 'track_id', 'room'];

it.each([
  ['emial', 'email'],
  ['titel', 'title'],
  ['Titles', 'title'],
  ['satus', 'status'],
  ['track', 'track_id'],
  ['rom', 'room'],
  ['di', undefined],
  ['note', undefined],
  ['', undefined],
])('%s: %s', (word, meant) => {
  expect(meantBy(word, fields)).toBe(meant);
});
