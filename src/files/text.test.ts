// Bytes to text: byte order marks, encodings, and the position of the first invalid byte.
import { describe, expect, it } from 'vitest';
import { InvalidInputError, UsageError } from '../errors.ts';
import { decodeText } from './text.ts';

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
    ['CP437', [0x5a, 0x6f, 0x89, 0xe0, 0xe1], 'cp437', 'Zoëαß'],
    ['CP850, which Excel calls MS-DOS', [0x5a, 0x6f, 0x89], 'cp850', 'Zoë'],
  ])('reads %s', (_, bytes, encoding, text) => {
    expect(decode(bytes, encoding)).toBe(text);
  });

  it.each([
    ['a Windows-1252 é', 'a\nbc', [0xe9, 0x2c], 4, 2],
    ['a byte that never occurs in UTF-8', '', [0xff, 0x41, 0x41], 0, 1],
    ['a surrogate', 'é\r\n', [0xed, 0xa0, 0x80], 4, 2],
    ['an overlong slash', 'x', [0xc0, 0xaf], 1, 1],
    ['more than U+10FFFF', 'x\ry', [0xf4, 0x90, 0x80, 0x80], 3, 2],
    ['a character cut off by the end', 'abc\n', [0xe6, 0x9e], 4, 2],
  ])('reports the offset and the line of %s', (_, before, bytes, offset, line) => {
    const error = failure([...Buffer.from(before), ...bytes]);
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({
      details: [{ file: 'talks.csv', line, message: `byte ${offset} is not valid UTF-8` }],
    });
  });

  const advice = (line: number, words: string) => ({
    fix: [
      'save the file as "CSV UTF-8", or pass --encoding with the encoding in which',
      `this word of line ${line} is right: ${words}`,
    ].join(' '),
  });

  it('shows a word in several encodings, and guesses none', () => {
    // Žofie’s in Windows-1252.
    const bytes = [0x61, 0x2c, 0x8e, 0x6f, 0x66, 0x69, 0x65, 0x92, 0x73, 0x20, 0x74];
    expect(failure(bytes)).toMatchObject(
      advice(
        1,
        'windows-1252 (Žofie’s), macintosh (éofieís), cp850 (ÄofieÆs), windows-1250 (Žofie’s), ' +
          'windows-1251 (Ћofie’s), shift_jis (姉fie痴)',
      ),
    );
  });

  it('shows the word in which the encodings differ most', () => {
    // Žofie Černá and Łukasz Żółć in Windows-1250.
    const [z, c, a, l, o, s] = [0x8e, 0xc8, 0xe1, 0xa3, 0xf3, 0xaf];
    const text = (...parts: readonly (string | number)[]) => {
      return parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part)] : [part]));
    };
    const czech = text('Name\n', z, 'ofie,a\n2:3;', z, 'ofie ', c, 'ern', a, ';\n');
    expect(failure(czech)).toMatchObject(
      advice(
        3,
        'windows-1252 (Èerná), macintosh (»ern·), cp850 (╚ernß), windows-1250 (Černá), ' +
          'windows-1251 (Иernб)',
      ),
    );
    expect(failure(text('Name\n', l, 'ukasz ', s, o, 0xb3, 0xe6))).toMatchObject({
      fix: expect.stringMatching(/windows-1252 \(¯ó³æ\).*windows-1250 \(Żółć\)/),
    });
  });

  it.each([
    ['utf-16le', 0],
    ['utf-16be', 1],
  ])('offers %s for a file without a byte order mark', (encoding, swap) => {
    const bytes = Buffer.from('Name,Email\nBjørn Łoś,b@x.org\n', 'utf16le');
    const error = failure([...(swap === 1 ? bytes.swap16() : bytes)]);
    expect(error).toMatchObject({
      message: 'talks.csv is not UTF-8 text',
      fix: `pass --encoding ${encoding}, or save the file as "CSV UTF-8"`,
    });
  });

  it('lets a byte order mark override the requested encoding', () => {
    expect(decode([0xef, 0xbb, 0xbf, 0xc3, 0xa9], 'windows-1252')).toBe('é');
    expect(decode([0xff, 0xfe, 0xe9, 0x00], 'windows-1252')).toBe('é');
  });

  it('reports the offset and the line in any encoding', () => {
    expect(failure([0x41, 0x0a, 0x97, 0xd1, 0x41, 0x81], 'shift_jis')).toMatchObject({
      message: 'talks.csv is not SHIFT_JIS text',
      details: [{ line: 2, message: 'byte 5 is not valid SHIFT_JIS' }],
    });
  });

  it('refuses an unknown encoding', () => {
    const error = failure([0x41], 'klingon');
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ message: 'unknown encoding "klingon"' });
  });
});

function decode(bytes: readonly number[], encoding?: string): string {
  return decodeText(Uint8Array.from(bytes), { file: 'talks.csv', encoding });
}

function failure(bytes: readonly number[], encoding?: string): unknown {
  try {
    return decode(bytes, encoding);
  } catch (error) {
    return error;
  }
}
