// Bytes to text: byte order marks, encodings, and the position of the first invalid byte.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../test/support/any-character.ts';
import { InvalidInputError, UsageError } from '../errors.ts';
import { decodeText } from './decode.ts';

describe('decodeText', () => {
  it.each([
    ['UTF-8', [0x5a, 0xc3, 0xa9], undefined, 'Zé'],
    ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, 0x5a, 0xc3, 0xa9], undefined, 'Zé'],
    ['UTF-16LE with a byte order mark', [0xff, 0xfe, 0x5a, 0x00, 0xe9, 0x00], undefined, 'Zé'],
    ['UTF-16BE with a byte order mark', [0xfe, 0xff, 0x00, 0x5a, 0x00, 0xe9], undefined, 'Zé'],
    ['Windows-1252', [0x5a, 0xe9, 0x80, 0x92], 'windows-1252', 'Zé€’'],
    ['Windows-1250', [0xf8, 0x9e], 'windows-1250', 'řž'],
    ['Shift_JIS', [0x97, 0xd1], 'shift_jis', '林'],
    ['UTF-16LE without a byte order mark', [0x5a, 0x00], 'utf-16le', 'Z'],
    ['one letter', [0x5a], undefined, 'Z'],
    ['nothing', [], undefined, ''],
  ])('reads %s in one piece and byte by byte', async (_, bytes, encoding, text) => {
    expect(await decode([bytes], encoding)).toBe(text);
    expect(
      await decode(
        bytes.map((byte) => [byte]),
        encoding,
      ),
    ).toBe(text);
  });

  it('yields the same text however the bytes are split', async () => {
    const text = fc.string({ unit: anyCharacter });
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 5 }), async (text, size) => {
        const bytes = [...Buffer.from(text)];
        const cut = bytes.flatMap((_, at) => (at % size === 0 ? [bytes.slice(at, at + size)] : []));
        expect(await decode(cut)).toBe(text.replace(/^\uFEFF/, ''));
      }),
    );
  });

  it.each([
    ['a Windows-1252 é', 'a\nbc', [0xe9, 0x2c], 4, 2],
    ['a byte that never occurs in UTF-8', '', [0xff, 0x41, 0x41], 0, 1],
    ['a surrogate', 'é\r\n', [0xed, 0xa0, 0x80], 4, 2],
    ['an overlong slash', 'x', [0xc0, 0xaf], 1, 1],
    ['more than U+10FFFF', 'x\ry', [0xf4, 0x90, 0x80, 0x80], 3, 2],
    ['a character cut off by the end', 'abc\n', [0xe6, 0x9e], 4, 2],
  ])('reports the offset and the line of %s', async (_, before, bytes, offset, line) => {
    const all = [...Buffer.from(before), ...bytes];
    for (const chunks of [[all], all.map((byte) => [byte])]) {
      const error = await failure(decode(chunks));
      expect(error).toBeInstanceOf(InvalidInputError);
      expect(error).toMatchObject({
        details: [{ file: 'talks.csv', line, message: `byte ${offset} is not valid UTF-8` }],
      });
    }
  });

  it.each([
    ['Western Europe', 'windows-1252', [0x41, 0x6d, 0xe9, 0x6c, 0x69, 0x65], 'Amélie'],
    ['Excel', 'windows-1252', [0x8e, 0x6f, 0x66, 0x69, 0x65, 0x92, 0x73, 0x20, 0x74], 'Žofie’s'],
    ['a Mac', 'macintosh', [0x67, 0x61, 0x72, 0x8d, 0x6f, 0x6e], 'garçon'],
    [
      'Russia',
      'windows-1251',
      [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0xc4, 0xee, 0xea, 0xeb, 0xe0, 0xe4],
      'Привет',
    ],
  ])(
    'suggests an encoding for bytes from %s, with a word as it reads in that encoding',
    async (_, encoding, bytes, word) => {
      const error = await failure(decode([[0x61, 0x2c], bytes]));
      expect(error).toMatchObject({
        advice: { kind: 'try_encoding', encoding, word },
      });
      expect(await decode([bytes], encoding)).toMatch(word);
    },
  );

  it('lets a byte order mark override the requested encoding', async () => {
    expect(await decode([[0xef, 0xbb, 0xbf, 0xc3, 0xa9]], 'windows-1252')).toBe('é');
    expect(await decode([[0xff, 0xfe, 0xe9, 0x00]], 'windows-1252')).toBe('é');
  });

  it('reports the offset and the line in any encoding', async () => {
    const error = await failure(
      decode(
        [
          [0x41, 0x0a],
          [0x97, 0xd1, 0x41, 0x81],
        ],
        'shift_jis',
      ),
    );
    expect(error).toMatchObject({
      message: 'talks.csv is not SHIFT_JIS text',
      details: [{ line: 2, message: 'byte 5 is not valid SHIFT_JIS' }],
    });
  });

  it('refuses an unknown encoding', async () => {
    const error = await failure(decode([[0x41]], 'klingon'));
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ message: 'unknown encoding "klingon"' });
  });
});

async function decode(chunks: readonly (readonly number[])[], encoding?: string): Promise<string> {
  async function* source() {
    for (const chunk of chunks) yield Uint8Array.from(chunk);
  }
  let text = '';
  for await (const piece of decodeText(source(), { file: 'talks.csv', encoding })) text += piece;
  return text;
}

function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}
