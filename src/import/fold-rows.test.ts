// What a row adds to an earlier one with the same key, and where the two contradict each other.
import { describe, expect, it } from 'vitest';
import type { Mapping } from '../columns/mapping.ts';
import { endpoints } from '../contract/index.ts';
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
};

const work = { mapping, endpoint: endpoints.createSpeaker, rules: {} };

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
    const fold = foldRow({ source: first }, { source: repeated }, work);
    expect(fold.filled).toEqual(filled);
    expect(fold.differences.map(({ column }) => column)).toEqual(contradicting);
  });

  it('compares with values that earlier rows added', () => {
    const first = { source: ['a@x', '', '', ''], filled: ['a@x', '', 'Ada', ''] };
    const fold = foldRow(first, { source: ['a@x', '', 'Bo', 'C'] }, work);
    expect(fold.filled).toEqual(['a@x', '', 'Ada', 'C']);
    expect(fold.differences).toEqual([{ column: 'Name', field: 'name', value: 'Bo', firstValue: 'Ada' }]);
  });
});
