// Which lines below a table are its totals, in every language.
import { describe, expect, it } from 'vitest';
import { decisionWords } from './status-words.ts';
import { isTotalLine, totalWords } from './total-line.ts';

describe('a line of totals', () => {
  it.each([
    ['Total', '', '58'],
    ['', 'Total: 60', ''],
    ['TOTAL', '58 accepted', '4.2'],
    ['Accepted: 58', ''],
    ['Accepted', '58'],
    ['58 accepted, 2 declined'],
    ['Grand total', '60'],
    ['Number of talks', '60'],
    ['Acceptance rate', '41 %'],
    ['Average', '#DIV/0!'],
    ['Sum', '=COUNTIF(B2:B61;"yes")'],
    ['Total', '58', '—', '4.5/5'],
    ['Número de propuestas', '60'],
    ['合計58件'],
  ])('%j, %j', (...cells) => expect(isTotalLine(cells)).toBe(true));

  it.each([
    ['Total'],
    ['58'],
    ['', ''],
    ['Total', 'ann@example.org', '58'],
    ['Total', '58', 'Bo'],
    ['Sum types in TypeScript', '4.5'],
    ['Zero lost cents', '9'],
    ['Total recall', '2'],
    ['The talks', '2'],
    [`Total ${'1'.repeat(80)}`],
  ])('is not %j, %j', (...cells) => expect(isTotalLine(cells)).toBe(false));

  it('has words in each language that has words of decisions', () => {
    expect(Object.keys(totalWords)).toEqual(Object.keys(decisionWords));
    for (const { totals } of Object.values(totalWords)) {
      for (const word of totals.split(' ')) expect([word, isTotalLine([word, '5'])]).toEqual([word, true]);
    }
  });
});
