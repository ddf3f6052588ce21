// The cells of autoplace's files: times, capacities and lists.
import { describe, expect, it } from 'vitest';
import { readCount, readMark, readPresence } from './values.ts';

describe('values', () => {
  it.each([
    ['120', 120],
    ['1,200', 1200],
    ['1.200', 1200],
    ['1 200', 1200],
    ['１２０', 120],
    ['1.5', undefined],
    ['120 seats', undefined],
  ])('the count %s', (text, count) => {
    expect(readCount(text)).toBe(count);
  });

  it.each([
    ['', false, 'can'],
    ['X', true, 'can'],
    ['No', false, 'cannot'],
    ['Rather not', undefined, 'rather_not'],
    ['not available', undefined, 'cannot'],
    ['perhaps', undefined, undefined],
    ['nein', undefined, undefined],
  ])('the word %j', (text, mark, presence) => {
    expect(readMark(text)).toBe(mark);
    expect(readPresence(text)).toBe(presence);
  });
});
