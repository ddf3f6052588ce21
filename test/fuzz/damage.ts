// Damages the bytes of a file, as disks, editors and attackers do. Must not know what reads it.
import * as fc from 'fast-check';
import { hostileTexts } from '../support/timetables.ts';

/** One damage. Places are numbers of any size, and are taken modulo what there is to choose from. */
export type Damage =
  | { readonly kind: 'flip'; readonly at: number; readonly bits: number }
  | { readonly kind: 'cut'; readonly at: number; readonly length: number }
  | { readonly kind: 'cut end'; readonly at: number }
  | { readonly kind: 'repeat'; readonly at: number; readonly length: number; readonly times: number }
  | { readonly kind: 'insert'; readonly at: number; readonly piece: string }
  | { readonly kind: 'number'; readonly at: number; readonly value: string }
  | { readonly kind: 'nest'; readonly at: number; readonly times: number }
  | { readonly kind: 'zip header'; readonly at: number; readonly field: number; readonly value: number }
  | { readonly kind: 'member'; readonly at: number; readonly value: unknown }
  | { readonly kind: 'rename'; readonly at: number; readonly name: string };

/** Of numbers in a text: too large, too small, and no numbers at all. */
const extremeNumbers = [
  ...['0', '-1', '1', '60', '99', '255', '256', '32767', '65535', '65536', '100000', '1048577', '2147483648'],
  ...['4294967295', '9007199254740993', '99999999999999999999', '1e308', '1e999', '-0', '0.1', '1e-7', 'NaN', '', 'x'],
];

/** Pieces of the formats that are read, and of what is none of them. */
const pieces = [
  ...['\0', '\r', '\n', '\r\n', '\t', '"', "'", ',', ';', '|', ':', '\\', '%', '\ufeff', '\ufffe', '\u2028', ' '],
  ...['\x80', '\xff', '\xc3', '\xed\xa0\x80', '\xff\xfe', '\xfe\xff', '\xef\xbb\xbf', '\x1b[31m', '\x1b]8;;x\x07'],
  ...['PK\x03\x04', 'PK\x01\x02', 'PK\x05\x06', '%PDF-', '\x1f\x8b', '\xd0\xcf\x11\xe0', 'sep=;\n', 'sep=,\r\n'],
  ...['BEGIN:VEVENT\r\n', 'END:VEVENT\r\n', 'BEGIN:VTIMEZONE\r\n', 'RRULE:FREQ=YEARLY;COUNT=0\r\n', 'DTSTART:0\r\n'],
  ...['<event>', '</event>', '<a b="', '/>', '<![CDATA[', ']]>', '<!--', '-->', '<!DOCTYPE a>', '&#0;', '&#xD800;'],
  ...['{', '}', '[', ']', '{"a":', '[[', ',,', 'null', 'true', '"__proto__":', '\\u0000', '\\ud800', '/*', '#'],
  ...hostileTexts,
];

const oddValues: readonly unknown[] = [
  ...[null, true, 0, -1, 0.5, 1e308, 2 ** 53, '', ' ', 'x', 'x'.repeat(5000), [], {}, [[]], [null], [{}], ['x']],
  ...['\0', '\ud800', '\u001b[31mred', '\u202e', '__proto__', 'constructor', '2027-02-30', '1e3', '=1+1', '-1', '../x'],
  ...[JSON.parse('{"__proto__":{"x":1}}'), JSON.parse('{"then":1}'), { toString: 1 }, { length: 5 }],
  ...[nested(50), nested(900)],
];

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

const place = fc.nat(1_000_000);
const kind = <Kind extends Damage['kind']>(name: Kind) => ({ kind: fc.constant(name), at: place });

const ofBytes: readonly fc.Arbitrary<Damage>[] = [
  fc.record({ ...kind('flip'), bits: fc.integer({ min: 1, max: 255 }) }),
  fc.record({ ...kind('cut'), length: fc.integer({ min: 1, max: 2000 }) }),
  fc.record(kind('cut end')),
  fc.record({
    ...kind('repeat'),
    length: fc.integer({ min: 1, max: 2000 }),
    times: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 2000 })),
  }),
  fc.record({ ...kind('insert'), piece: fc.constantFrom(...pieces) }),
  fc.record({ ...kind('number'), value: fc.constantFrom(...extremeNumbers) }),
];
const ofMarkup: readonly fc.Arbitrary<Damage>[] = [
  ...ofBytes,
  fc.record({ ...kind('nest'), times: fc.constantFrom(1, 2, 50, 99, 200, 20_000) }),
];
const ofJson: readonly fc.Arbitrary<Damage>[] = [
  ...ofBytes,
  fc.record({ ...kind('member'), value: fc.constantFrom(...oddValues) }),
  fc.record({ ...kind('rename'), name: fc.constantFrom('__proto__', 'constructor', 'toString', '', 'id', 'x') }),
];
const ofZip: readonly fc.Arbitrary<Damage>[] = [
  ...ofBytes,
  fc.record({
    ...kind('zip header'),
    field: fc.nat(30),
    value: fc.constantFrom(0, 1, 8, 99, 0xffff, 0x10000, 0x7fffffff, 0xffffffff),
  }),
];

/** By what a file is made of: none, or up to three damages. */
export const damagesOf = {
  text: listOf(ofBytes),
  markup: listOf(ofMarkup),
  json: listOf(ofJson),
  zip: listOf(ofZip),
} as const;

function listOf(kinds: readonly fc.Arbitrary<Damage>[]): fc.Arbitrary<readonly Damage[]> {
  return fc.array(fc.oneof(...kinds), { maxLength: 3, size: 'max' });
}

/** What is damaged grows to at most this many bytes. */
const longest = 300_000;

export function applyDamages(bytes: Buffer, damages: readonly Damage[]): Buffer {
  return damages.reduce(damaged, bytes).subarray(0, longest);
}

function damaged(bytes: Buffer, damage: Damage): Buffer {
  if (bytes.length === 0) return bytes;
  const at = damage.at % bytes.length;
  switch (damage.kind) {
    case 'flip':
      return replaced(bytes, at, at + 1, Buffer.of((bytes[at] ?? 0) ^ damage.bits));
    case 'cut':
      return replaced(bytes, at, at + damage.length, Buffer.alloc(0));
    case 'cut end':
      return bytes.subarray(0, at);
    case 'repeat': {
      const piece = bytes.subarray(at, at + damage.length);
      const times = Math.min(damage.times, Math.ceil(longest / piece.length));
      return replaced(bytes, at, at, Buffer.concat(Array.from({ length: times }, () => piece)));
    }
    case 'insert':
      return replaced(bytes, at, at, bytesOf(damage.piece));
    case 'number':
      return withMatch(bytes, /\d+/g, damage.at, () => damage.value);
    case 'nest':
      return withMatch(bytes, /<([a-z][\w:-]*)[^<>]*>|BEGIN:(\w+)\r?\n/gi, damage.at, (tag, name) =>
        tag.startsWith('<')
          ? `${`<${name}>`.repeat(damage.times)}${`</${name}>`.repeat(damage.times)}${tag}`
          : tag.repeat(damage.times),
      );
    case 'zip header':
      return withHeader(bytes, damage);
    case 'member':
      return withNode(bytes, damage.at, () => damage.value);
    case 'rename':
      return withMatch(bytes, /"(?:[^"\\]|\\.)*"(?=\s*:)/g, damage.at, () => JSON.stringify(damage.name));
  }
}

/** A piece of bytes is written as Latin-1 text, any other as UTF-8. */
function bytesOf(piece: string): Buffer {
  return /^[\0-\xff]*$/.test(piece) ? Buffer.from(piece, 'latin1') : Buffer.from(piece);
}

function replaced(bytes: Buffer, from: number, to: number, piece: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, from), piece, bytes.subarray(to)]);
}

/** Replaces one of the places that a pattern matches. */
function withMatch(
  bytes: Buffer,
  pattern: RegExp,
  which: number,
  replacement: (found: string, group: string) => string,
): Buffer {
  const text = bytes.toString('latin1');
  const found = [...text.matchAll(pattern)];
  const match = found[which % found.length];
  if (match === undefined) return bytes;
  const piece = replacement(match[0], match[1] ?? '');
  return replaced(bytes, match.index, match.index + match[0].length, Buffer.from(piece, 'latin1'));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the numbers of APPNOTE.TXT 6.3.10, §4.3
const headerSignature = /PK(?:\x01\x02|\x03\x04|\x05\x06)/g;

/** Writes a number into a field of a local header, of an entry of the list, or of the end of an archive. */
function withHeader(bytes: Buffer, { at, field, value }: Damage & { readonly kind: 'zip header' }): Buffer {
  const headers = [...bytes.toString('latin1').matchAll(headerSignature)];
  const offset = (headers[at % headers.length]?.index ?? 0) + 4 + field;
  if (offset + 4 > bytes.length) return bytes;
  const changed = Buffer.from(bytes);
  if (field % 2 === 0) changed.writeUInt16LE(value & 0xffff, offset);
  else changed.writeUInt32LE(value, offset);
  return changed;
}

/** Replaces one value of a JSON document, or of a line of it if each line is one. */
function withNode(bytes: Buffer, which: number, value: () => unknown): Buffer {
  const text = bytes.toString('utf8');
  const whole = parsed(text);
  if (whole !== undefined) return Buffer.from(JSON.stringify(replaceNode(whole, which, value)));
  const lines = text.split('\n');
  const at = which % Math.max(1, lines.length - 1);
  const line = parsed(lines[at] ?? '');
  if (line === undefined) return bytes;
  return Buffer.from(
    lines.with(at, JSON.stringify(replaceNode(line, Math.floor(which / lines.length), value))).join('\n'),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Values are counted from the outside to the inside. */
function replaceNode(root: unknown, which: number, value: () => unknown): unknown {
  const total = countNodes(root);
  let left = which % total;
  const visit = (node: unknown): unknown => {
    if (left-- === 0) return value();
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, visit(member)]));
  };
  return visit(root);
}

function countNodes(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 1;
  return Object.values(node).reduce<number>((sum, member) => sum + countNodes(member), 1);
}
