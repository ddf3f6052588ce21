// The names of pages: readable, free of meaning for systems and site generators, and fixed.
import { describe, expect, it } from 'vitest';
import { namePages, namePattern } from './names.ts';

const nameOf = (text: string) => namePages({}, [{ id: '1', text }], 'talk')['1'];

describe('a name', () => {
  it.each([
    ['Queues: all the way down!', 'queues-all-the-way-down'],
    ['Größe & Œuvre, don’t Łódź', 'grosse-oeuvre-dont-lodz'],
    ['../../etc/passwd', 'etc-passwd'],
    ['CON', 'talk-con'],
    ['Lpt1', 'talk-lpt1'],
    ['index', 'talk-index'],
    ['2027-05-20: a day', 'talk-2027-05-20-a-day'],
    ['構造化並行性', 'talk'],
    ['', 'talk'],
    ['word '.repeat(20), 'word-word-word-word-word-word-word-word-word-word-word-word'],
    ['x'.repeat(300), 'x'.repeat(60)],
  ])('of %j is %s', (title, expected) => {
    expect(nameOf(title)).toBe(expected);
    expect(expected).toMatch(namePattern);
  });

  it('is that of one page, also beside one that has vanished', () => {
    const saved = { old: 'types' };
    const pages = ['b', 'a'].map((id) => ({ id, text: 'Types' }));
    const names = namePages(saved, pages, 'talk');
    expect(Object.entries(names)).toEqual([
      ['a', 'types-3'],
      ['b', 'types-2'],
      ['old', 'types'],
    ]);
    expect(namePages(names, [{ id: 'a', text: 'Another title' }], 'talk')).toEqual(names);
  });
});
