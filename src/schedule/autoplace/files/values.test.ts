// The cells of autoplace's files: times, capacities and lists.
import { describe, expect, it } from 'vitest';
import { readCount, readMark, readPresence } from './values.ts';

const _rooms = 'room,start,end\nHall,2026-05-02 09:00,2026-05-02 12:00\nPier 3,2026-05-02 09:00,2026-05-02 12:00\n';
const day = (time: string) => Date.parse(`2026-05-02T${time}:00+02:00`);
const [_morning, _noon] = [day('09:00'), day('12:00')];

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
    ['nein', false, 'cannot'],
    ['Rather_Not', undefined, 'rather_not'],
    ["can't", undefined, 'cannot'],
    ['perhaps', undefined, undefined],
    ['-', false, 'cannot'],
    ['Not available!', undefined, 'cannot'],
    ['nicht verfügbar', undefined, 'cannot'],
    ['kann nicht', undefined, 'cannot'],
    ['ne peut pas', undefined, 'cannot'],
    ['No puede', undefined, 'cannot'],
    ['не доступна', undefined, 'cannot'],
    ['indisponible', undefined, 'cannot'],
    ['lieber nicht', undefined, 'rather_not'],
    ['verfügbar', undefined, 'can'],
    ['not unavailable', undefined, undefined],
    ['not', undefined, undefined],
  ])('the word %j', (text, mark, presence) => {
    expect(readMark(text)).toBe(mark);
    expect(readPresence(text)).toBe(presence);
  });
});
