// Bytes to text: marks, encodings, and the place of the first byte that is no text.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidInputError, UsageError } from '../errors.ts';
import { decodeText } from './decode.ts';

describe('decodeText', () => {
  it.each([
    ['UTF-8', [0x5a, 0xc3, 0xa9], undefined, 'Zé'],
    ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x5a, 0xc3, 0xa9], undefined, 'Zé'],
    ['UTF-16LE with a mark', [0xff, 0xfe, 0x5a, 0x00, 0xe9, 0x00], undefined, 'Zé'],
    ['UTF-16BE with a mark', [0xfe, 0xff, 0x00, 0x5a, 0x00, 0xe9], undefined, 'Zé'],
    ['Windows-1252', [0x5a, 0xe9, 0x80, 0x92], 'windows-1252', 'Zé€’'],
    ['Windows-1250', [0xf8, 0x9e], 'windows-1250', 'řž'],
    ['Shift_JIS', [0x97, 0xd1], 'shift_jis', '林'],
    ['UTF-16LE without a mark', [0x5a, 0x00], 'utf-16le', 'Z'],
    ['one letter', [0x5a], undefined, 'Z'],
    ['nothing', [], undefined, ''],
  ])('reads %s, whole and byte by byte', async (_, bytes, encoding, text) => {
    expect(await decode([bytes], encoding)).toBe(text);
    expect(
      await decode(
        bytes.map((byte) => [byte]),
        encoding,
      ),
    ).toBe(text);
  });

  it('gives the same text wherever the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 5 }), async (text, size) => {
        const bytes = [...Buffer.from(text)];
        const cut = bytes.flatMap((_, at) => (at % size === 0 ? [bytes.slice(at, at + size)] : []));
        expect(await decode(cut)).toBe(text.replace(/^\uFEFF/, ''));
      }),
    );
  });

  it.each([
    ['a Windows-1252 é', 'a\nbc', [0xe9, 0x2c], 4, 2],
    ['a byte that UTF-8 never has', '', [0xff, 0x41, 0x41], 0, 1],
    ['a surrogate', 'é\r\n', [0xed, 0xa0, 0x80], 4, 2],
    ['an overlong slash', 'x', [0xc0, 0xaf], 1, 1],
    ['more than U+10FFFF', 'x\ry', [0xf4, 0x90, 0x80, 0x80], 3, 2],
    ['a character cut off by the end', 'abc\n', [0xe6, 0x9e], 4, 2],
  ])('names the offset and the line of %s', async (_, before, bytes, offset, line) => {
    const all = [...Buffer.from(before), ...bytes];
    for (const chunks of [[all], all.map((byte) => [byte])]) {
      const error = await failure(decode(chunks));
      expect(error).toBeInstanceOf(InvalidInputError);
      expect(error).toMatchObject({
        details: [{ file: 'talks.csv', line, message: `not UTF-8 (byte ${offset})` }],
        fix: expect.stringContaining('--encoding windows-1252'),
      });
    }
  });

  it('says which stretch is not in the encoding that was named', async () => {
    const error = await failure(decode([[0x41], [0x41, 0x81]], 'shift_jis'));
    expect(error).toMatchObject({ message: 'talks.csv is not SHIFT_JIS text' });
  });

  it('does not know every encoding', async () => {
    const error = await failure(decode([[0x41]], 'klingon'));
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ message: '--encoding klingon: no such encoding' });
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
