// Text in the declared encoding, and bytes that are no text.
import { expect, it } from 'vitest';
import { decodeText } from './charset.ts';

const text = '{"name":"Jos\u00e9"}';

it.each<[string, BufferEncoding, string | undefined]>([
  ['UTF-8', 'utf8', undefined],
  ['declared UTF-8', 'utf8', 'application/json; charset=utf-8'],
  ['ISO-8859-1', 'latin1', 'application/json; charset="ISO-8859-1"'],
  ['UTF-16', 'utf16le', 'application/json;charset=utf-16le'],
  ['UTF-8 declared as ISO-8859-1', 'utf8', 'application/json; charset=iso-8859-1'],
  ['UTF-8 declared as an unknown encoding', 'utf8', 'application/json; charset=x-own'],
])('reads %s', (_, encoding, type) => {
  expect(decodeText(Buffer.from(text, encoding), type)).toEqual({ text });
});

it('removes a byte order mark', () => {
  expect(decodeText(Buffer.from(`\uFEFF${text}`), undefined)).toEqual({ text });
});

it.each([
  [undefined, 'UTF-8'],
  ['application/json; charset=shift_jis', 'SHIFT_JIS'],
])('refuses bytes that are not text: %s', (type, name) => {
  const bytes = Buffer.from([0x22, 0xe9, 0xff, 0x22]);
  expect(decodeText(bytes, type)).toEqual({ fault: `is not text in ${name}` });
});
