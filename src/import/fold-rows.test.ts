// What a row adds to an earlier one with the same key, and where the two contradict each other.
import { describe, expect, it } from 'vitest';
import type { Mapping } from '../columns/mapping.ts';
import { foldRow } from './fold-rows.ts';

const mapping: Mapping = {
  mapped: [
    { column: 'E-mail', index: 0, target: 'email', fields: ['email'], isGuarded: false },
    { column: 'Name', index: 2, target: 'name', fields: ['first_name', 'last_name'], isGuarded: false },
    { column: 'Bio', index: 3, target: 'about', fields: ['about'], isGuarded: false },
  ],
  unmapped: [
    {
      column: 'Size',
      index: 3,
      reason: undefined,
      updateOnly: undefined,
    },
  ],
  absent: [],
};

describe('a row folded into another', () => {
  it.each([
    ['adds nothing that is there', ['a@x', '', 'Ada L', 'B'], ['a@x', '', 'Ada L', 'B'], undefined, []],
    ['adds what is missing', ['a@x', '', '', ' '], ['a@x', '', 'Ada L', "'=1"], ['a@x', '', 'Ada L', "'=1"], []],
    ['lacks what is there', ['a@x', '', 'Ada L', 'B'], ['a@x', '', ' ', ''], undefined, []],
    ['has its key in another case', ['A@x', '', 'Ada', ''], [' a@X', '', 'Ada', ''], undefined, []],
    ['differs in white space around', ['a@x', '', 'Ada', ''], ['a@x', '', ' Ada ', ''], undefined, []],
    ['differs in case', ['a@x', '', 'Ada', 'B'], ['a@x', '', 'ADA', 'B'], undefined, ['Name']],
    ['adds here and differs there', ['a@x', '', 'Ada', ''], ['a@x', '', 'Bo', 'C'], ['a@x', '', 'Ada', 'C'], ['Name']],
    ['differs in a column that is not used', ['a@x', 'S', 'Ada', ''], ['a@x', 'M', 'Ada', ''], undefined, []],
  ])('%s', (_, first, repeated, filled, contradicting) => {
    const fold = foldRow({ row: 1, line: 2, source: first }, { row: 4, line: 9, source: repeated }, mapping, ['email']);
    expect(fold.filled).toEqual(filled);
    expect(fold.contradictions.map(({ column }) => column)).toEqual(contradicting);
    for (const fault of fold.contradictions) {
      expect(fault).toMatchObject({
        row: 4,
        line: 9,
        message: expect.stringMatching(/, but line 2 has ".+", which is used$/),
      });
    }
  });

  it('compares with values that earlier rows added', () => {
    const first = { row: 1, line: 2, source: ['a@x', '', '', ''], filled: ['a@x', '', 'Ada', ''] };
    const fold = foldRow(first, { row: 3, line: 4, source: ['a@x', '', 'Bo', 'C'] }, mapping, ['email']);
    expect(fold.filled).toEqual(['a@x', '', 'Ada', 'C']);
    expect(fold.contradictions).toMatchObject([{ column: 'Name', field: 'name', code: 'contradiction' }]);
  });
});
