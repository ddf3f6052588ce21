// What a comma means in a column of people: by the cells that have only one meaning.
import { describe, expect, it } from 'vitest';
import { elementsCell } from './elements.ts';
import { commaIn, commaShown, withSemicolons } from './people-comma.ts';

describe('a cell by itself', () => {
  it.each([
    ['Ann Muster; Bo Beispiel', 'people'],
    ['Ann Muster, Bo Beispiel', 'people'],
    ['Felix, Gia, Bo', 'people'],
    ['Felix, Gia Lund, Bo Li', 'people'],
    ['Muster, David; Beispiel, Thomas', 'parts'],
    ['van der Berg, Pieter', 'parts'],
    ['Felix, Gia Lund', 'either'],
    ['Ann Muster, Bo', 'either'],
    ['Muster, Ann, Beispiel, Bo', 'either'],
    ['Felix, Gia Lund, PhD', 'either'],
    ['Ann Muster', undefined],
    ['Ann Muster, PhD', undefined],
    ['Ann Muster, ACME GmbH', undefined],
    ['Muster, Ann and Beispiel, Bo', undefined],
    ['王小明, 李四', 'either'],
    ['王小明, 李小华', 'people'],
    ['王, 小明', 'parts'],
    [elementsCell(['Müller, Anna']), undefined],
    ['Muster, Ann <ann@example.org>', undefined],
  ])('%j shows %s', (cell, expected) => {
    expect(commaShown(cell)).toBe(expected);
  });
});

describe('a column', () => {
  it.each([
    [['Felix, Gia Lund', 'Ann Muster; Bo Beispiel'], 'people', 1],
    [['Muster, David', 'David', 'Ann, Bo', 'Muster, David; Beispiel, Thomas'], 'parts', 2],
    [['Ann Muster', 'Bo'], undefined, undefined],
    [['Ann Muster, Bo Li', 'Bo'], 'people', undefined],
  ])('of %j shows %s', (cells, comma, doubtful) => {
    const shown = commaIn(cells);
    expect([shown.comma, shown.doubt?.count]).toEqual([comma, doubtful]);
  });

  it.each([[['Bo Li', 'Felix, Gia Lund', 'David']], [['Bo Li; Cy Dee', 'Felix, Gia Lund', 'Muster, A.']]])(
    'of %j does not show it',
    (cells) => {
      const readings = { people: 'Felix; Gia Lund', parts: 'Gia Lund Felix' };
      expect(commaIn(cells)).toEqual({ doubt: { at: 1, count: 1, readings } });
    },
  );
});

it('separates people by semicolons, and no degrees', () => {
  expect(withSemicolons('Felix, Gia Lund, PhD')).toBe('Felix; Gia Lund, PhD');
  expect(withSemicolons('Felix, Gia, Bo')).toBe('Felix; Gia; Bo');
  expect(withSemicolons('王小明, 李四')).toBe('王小明; 李四');
  expect(withSemicolons('Ann Muster, ACME GmbH')).toBe('Ann Muster, ACME GmbH');
});
