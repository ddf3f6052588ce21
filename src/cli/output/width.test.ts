// Measuring, wrapping and aligning text by terminal columns.
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../test/support/processor-time.ts';
import { columnsOf, hasUsualWidth, sideBySide, wrapToWidth } from './width.ts';

describe('wrapToWidth', () => {
  it.each([
    ['between words', 'Hands on with compilers', 10, ['Hands on', 'with', 'compilers']],
    ['exactly at its width', 'Hands on with', 8, ['Hands on', 'with']],
    ['inside a word that is longer than a line', 'the Donaudampfschiff', 10, ['the Donaud', 'ampfschiff']],
    ['between wide characters, where words have no spaces', '日本語のウェブ', 7, ['日本語', 'のウェ', 'ブ']],
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

  it('breaks a long text as a short one', () => {
    const astronauts = '👩‍🚀'.repeat(401);
    expect(wrapToWidth(astronauts, 5)).toEqual([...Array.from({ length: 200 }, () => '👩‍🚀👩‍🚀'), '👩‍🚀']);
  });

  it('takes no more than a moment for one word of 300,000 characters', () => {
    const began = processorMs();
    expect(wrapToWidth('x'.repeat(300_000), 60)).toHaveLength(5_000);
    expect(processorMs() - began).toBeLessThan(5_000);
  });

  it('ends if not even one character fits', () => expect(wrapToWidth('日本', 1)).toEqual(['…']));
});

it('puts columns side by side, as many lines as the longest, without trailing space', () => {
  const columns = [
    { width: 4, lines: ['日', 'b'] },
    { width: 3, lines: ['x'] },
    { width: Number.POSITIVE_INFINITY, lines: ['one', '', 'three'] },
  ];
  expect(sideBySide('|', columns)).toEqual(['日  |x  |one', 'b   |   |', '    |   |three']);
});

describe('columnsOf', () => {
  it.each([1, 2])('agrees with string-width on every character that takes %i columns without it', (columns) => {
    const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
    const found = characters.filter((character) => hasUsualWidth(character) && columnsOf(character) === columns);
    expect(found.length).toBeGreaterThan(1_000);
    // Many at a time: string-width of each alone takes 60 times as long.
    for (let at = 0; at < found.length; at += 256) {
      const some = found.slice(at, at + 256).join('');
      expect(stringWidth(some), some).toBe(some.length * columns);
    }
  });

  it('agrees with string-width on texts', () => {
    const alphabet = fc.constantFrom(
      'a',
      'é',
      '–',
      '’',
      'Ж',
      'λ',
      '共',
      '識',
      'の',
      'ー',
      '한',
      '。',
      '\u0301',
      '👩‍🚀',
      '\u3099',
    );
    const text = fc.array(alphabet).map((characters) => characters.join(''));
    fc.assert(fc.property(text, (value) => columnsOf(value) === stringWidth(value)));
  });
});
