// A row's cells become the values of fields.
import { describe, expect, it } from 'vitest';
import { splitName } from './cell.ts';

describe('splitName', () => {
  it.each([
    ['Wanjiru', ['Wanjiru', '']],
    ['Ada Lovelace', ['Ada', 'Lovelace']],
    ['Gabriel José García Márquez', ['Gabriel José García', 'Márquez']],
    ['Ada \u00a0 Lovelace', ['Ada', 'Lovelace']],
  ])('splits %j', (name, parts) => {
    expect(splitName(name)).toEqual(parts);
  });
});
