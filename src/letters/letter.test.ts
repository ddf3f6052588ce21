// Any subject and any text, as two other parsers read them.
import * as fc from 'fast-check';
import { extract } from 'letterparser';
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { anyCharacter } from '../../test/support/any-character.ts';
import { composeLetter, letterFile, textHash } from './letter.ts';

const marks = fc.constantFrom(
  '=?utf-8?q?',
  '?=',
  ' ',
  '  ',
  '"',
  '<',
  '@',
  ',',
  'é',
  '\u202e',
  'x',
);
const unit = fc.oneof(anyCharacter, marks);

const subject = fc
  .array(unit, { maxLength: 120 })
  .map((parts) =>
    parts
      .join('')
      .replace(/[\0\r\n\v\f\u0085\u2028\u2029]/g, '')
      .trim(),
  )
  .filter((text) => text !== '');

const text = fc
  .array(fc.oneof(unit, fc.constant('\n')), { maxLength: 300 })
  .map((parts) => `Dear ${parts.join('').replace(/[\0\r]/g, '')}.`);

const envelope = {
  from: { name: 'Ida "Io" Moen, =?x?', address: 'ida@bücher.example' },
  template: 'moved',
  date: 0,
};

it('are read unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(subject, text, async (subject, text) => {
      const letter = { file: 'x.eml', person: 'spk_1', email: 'ada@example.org', subject, text };
      const hash = textHash(subject, text);
      const source = await composeLetter({ ...letter, hash, isChanged: false }, envelope);
      const mail = await PostalMime.parse(source);
      const other = extract(source);
      expect([mail.subject, other.subject]).toEqual([subject, subject]);
      expect(mail.text?.replaceAll('\r\n', '\n')).toBe(`${text}\n`);
      expect(other.text?.replaceAll('\r\n', '\n')).toBe(text);
      expect(mail.headers).toHaveLength(8);
      expect(source.split('\r\n').every((line) => line.length <= 100)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

it('the name of a file follows from the template and the person, for every system', () => {
  expect(letterFile('moved', 'spk_1')).toBe('moved-2f80afa2f8e681d0.eml');
  expect(letterFile('moved', 'spk_2')).not.toBe(letterFile('moved', 'spk_1'));
  expect(letterFile('a/b: "ü" 日', '')).toMatch(/^a-b-ü-日-[\da-f]{16}\.eml$/);
  expect(letterFile('=(1)', '')).toMatch(/^1--[\da-f]{16}\.eml$/);
  expect(letterFile('…', '')).toMatch(/^letter-[\da-f]{16}\.eml$/);
  expect(letterFile('日'.repeat(200), '').length).toBe(40 + '-0123456789abcdef.eml'.length);
});
