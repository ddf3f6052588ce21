// Measuring, wrapping and aligning text by terminal columns.
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../test/support/processor-time.ts';
import { sideBySide, wrapProse, wrapToWidth } from './width.ts';

describe('wrapToWidth', () => {
  it.each([
    ['between words', 'Hands on with compilers', 10, ['Hands on', 'with', 'compilers']],
    ['exactly at its width', 'Hands on with', 8, ['Hands on', 'with']],
    [
      'inside a word that is longer than a line',
      'the Donaudampfschiff',
      10,
      ['the', 'Donaudampf', 'schiff'],
    ],
    [
      'between wide characters, where words have no spaces',
      '日本語のウェブ',
      7,
      ['日本語', 'のウェ', 'ブ'],
    ],
    ['never inside a character', '👩‍🚀👩‍🚀👩‍🚀', 5, ['👩‍🚀👩‍🚀', '👩‍🚀']],
    [
      'without counting combining marks',
      'e\u0301e\u0301e\u0301 e\u0301e\u0301',
      3,
      ['e\u0301e\u0301e\u0301', 'e\u0301e\u0301'],
    ],
    ['once at several spaces', ' one   two\u2028three ', 9, ['one two', 'three']],
    ['not at all if it fits', 'one two', 7, ['one two']],
  ])('breaks %s', (_, text, width, lines) => expect(wrapToWidth(text, width)).toEqual(lines));

  it('cuts the last allowed line', () =>
    expect(wrapToWidth('one two three four', 7, 2)).toEqual(['one two', 'three…']));

  it('takes no more than a moment for one word of 300,000 characters', () => {
    const began = processorMs();
    expect(wrapToWidth('é'.repeat(300_000), 60)).toHaveLength(5_000);
    expect(processorMs() - began).toBeLessThan(5_000);
  });

  it('ends if not even one character fits', () =>
    expect(wrapToWidth('日本', 1)).toEqual(['日', '本']));
});

it('puts columns side by side, as many lines as the longest, without trailing space', () => {
  const columns = [
    { width: 4, lines: ['日', 'b'] },
    { width: 3, lines: ['x'] },
    { width: 0, lines: ['one', '', 'three'] },
  ];
  expect(sideBySide('|', columns)).toEqual(['日  |x  |one', 'b   |   |', '    |   |three']);
});

it.each([
  ['plain', (text: string) => text],
  ['bold', (text: string) => `\u001b[1m${text}\u001b[22m`],
])('prose keeps a %s command whole, on a line of its own if it is long', (_, paint) => {
  const command = paint('plenary runs resume 20261129-063321-6e098d3d');
  expect(wrapProse(`Fix: send the rest of the rows again\nNext: ${command}`, 30)).toBe(
    `Fix: send the rest of the rows\nagain\nNext:\n${command}`,
  );
});
