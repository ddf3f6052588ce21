// Damages the bytes of a file, as disks, editors and attackers do. Must not know what reads it.
import * as fc from 'fast-check';
import { hostileTexts } from './timetables.ts';

/**
 * One damage. Places are numbers of any size, and are taken modulo what there is to choose from.
 */
type Damage =
  | { readonly kind: 'flip'; readonly at: number; readonly bits: number }
  | { readonly kind: 'cut'; readonly at: number; readonly length: number }
  | {
      readonly kind: 'repeat';
      readonly at: number;
      readonly length: number;
      readonly times: number;
    }
  | { readonly kind: 'insert'; readonly at: number; readonly piece: string }
  | { readonly kind: 'value'; readonly at: number; readonly value: unknown }
  | { readonly kind: 'encode'; readonly from: BufferEncoding; readonly to: BufferEncoding };

/** Pieces of the formats that are read, and of what is none of them. */
const pieces = [
  ...'\0\r\n\t"\',;|:\\%\ufeff\u2028\x80\xff',
  '\xed\xa0\x80',
  '\xff\xfe',
  '\xef\xbb\xbf',
  '\x1b[31m',
  'PK\x03\x04',
  '%PDF-',
  '\x1f\x8b',
  'sep=;\n',
  '&#0;',
  'BEGIN:VEVENT\r\n',
  'END:VEVENT\r\n',
  'RRULE:FREQ=YEARLY;COUNT=0\r\n',
  'DTSTART:0\r\n',
  '<event>',
  '</event>',
  '<![CDATA[',
  ']]>',
  '<!--',
  '<!DOCTYPE a>',
  '{',
  '}',
  '[',
  ']',
  '{"a":',
  'null',
  '"__proto__":',
  '\\ud800',
  '/*',
  ...hostileTexts,
];

/** Instead of the numbers of a text, and of the texts, lists and objects of JSON. */
const values: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  60,
  0.5,
  65_536,
  2 ** 31,
  2 ** 53,
  1e308,
  '',
  ' ',
  'x'.repeat(5000),
  '\0',
  '\ud800',
  '\u001b[31mred',
  '\u202e',
  '__proto__',
  'constructor',
  '2027-02-30',
  '=1+1',
  '../x',
  [],
  {},
  [[]],
  [null],
  [{}],
  ['x'],
  { length: 5 },
];

const encodings = ['utf8', 'utf16le', 'latin1'] as const;
const at = fc.nat(1_000_000);
const length = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 100_000 }));

/** The first kinds are the simplest: to them a failing case is made smaller. */
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ kind: fc.constant('cut' as const), at, length }),
  fc.record({ kind: fc.constant('flip' as const), at, bits: fc.integer({ min: 1, max: 255 }) }),
  fc.record({ kind: fc.constant('insert' as const), at, piece: fc.constantFrom(...pieces) }),
  fc.record({
    kind: fc.constant('repeat' as const),
    at,
    length,
    times: fc.constantFrom(1, 2, 5, 2000),
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('value' as const),
      at,
      value: fc.constantFrom(...values),
    }),
  },
  fc.record({
    kind: fc.constant('encode' as const),
    from: fc.constantFrom(...encodings),
    to: fc.constantFrom(...encodings),
  }),
);

export const damages: fc.Arbitrary<readonly Damage[]> = fc.array(damage, {
  minLength: 1,
  maxLength: 3,
  size: 'max',
});

/** What a value may replace: a scalar or a name, and a list or an object without others. */
const patterns = [
  /"(?:[^"\\]|\\.)*"|-?\d+|\b(?:true|false|null)\b/g,
  /\{[^{}]*\}|\[[^[\]]*\]|-?\d+/g,
];

/** What is damaged grows to at most this many bytes. */
const longest = 300_000;

export function applyDamages(bytes: Buffer, all: readonly Damage[]): Buffer {
  return all.reduce(
    (found, each) => (found.length === 0 ? found : damaged(found, each).subarray(0, longest)),
    bytes,
  );
}

function damaged(bytes: Buffer, damage: Damage): Buffer {
  if (damage.kind === 'encode') return Buffer.from(bytes.toString(damage.from), damage.to);
  if (damage.kind === 'value') {
    const found = [
      ...bytes.toString('latin1').matchAll(patterns[damage.at % patterns.length] ?? /\d/g),
    ];
    const match = found[Math.floor(damage.at / patterns.length) % found.length];
    if (match === undefined) return bytes;
    return replaced(
      bytes,
      match.index,
      match.index + match[0].length,
      Buffer.from(JSON.stringify(damage.value)),
    );
  }
  const place = damage.at % bytes.length;
  if (damage.kind === 'flip')
    return replaced(bytes, place, place + 1, Buffer.of((bytes[place] ?? 0) ^ damage.bits));
  if (damage.kind === 'cut') return replaced(bytes, place, place + damage.length, Buffer.alloc(0));
  if (damage.kind === 'insert') return replaced(bytes, place, place, pieceBytes(damage.piece));
  const piece = bytes.subarray(place, place + damage.length);
  const times = Math.min(damage.times, Math.ceil(longest / piece.length));
  return replaced(bytes, place, place, Buffer.concat(Array.from({ length: times }, () => piece)));
}

function replaced(bytes: Buffer, from: number, to: number, piece: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, from), piece, bytes.subarray(to)]);
}

/** A piece of bytes is written as Latin-1 text, any other as UTF-8. */
function pieceBytes(piece: string): Buffer {
  return Buffer.from(piece, /^[\0-\xff]*$/.test(piece) ? 'latin1' : 'utf8');
}
