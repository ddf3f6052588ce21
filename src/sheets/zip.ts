// Reads the entries of a ZIP archive that is in memory. What an entry really unpacks to is limited, whatever it declares. Must not know formats.
import { crc32, createInflateRaw } from 'node:zlib';
import { InvalidInputError } from '../errors.ts';
import type { Budget } from './budget.ts';
import { mebibytes, tooLarge } from './too-large.ts';

export interface Zip {
  /** The names of the entries, in lower case and with forward slashes. */
  readonly names: ReadonlySet<string>;
  /**
   * The bytes of an entry in pieces; undefined if there is none of this name.
   * @param limit how many bytes it may unpack to
   * @throws {InvalidInputError} while reading, if the limit is passed, or if the entry is damaged
   */
  unpack(name: string, limit: number): AsyncGenerator<Uint8Array> | undefined;
}

/** What was declared about an entry (APPNOTE.TXT 6.3.10, §4.3.12). */
interface Entry {
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly checksum: number;
  readonly packedSize: number;
  readonly size: number;
  /** Where its local header starts. */
  readonly offset: number;
}

/** @throws {InvalidInputError} if the archive has no readable list of entries */
export function openZip(bytes: Buffer, budget: Budget): Zip {
  const { file } = budget;
  const entries = readDirectory(bytes, file);
  return {
    names: new Set(entries.keys()),
    unpack(name, limit) {
      const entry = entries.get(normalize(name));
      return entry === undefined ? undefined : paced(unpackEntry(bytes, entry, { file, name, limit }), budget);
    },
  };
}

/** A fault of the archive itself, or of what is in it. */
export function damaged(file: string, message: string, cause?: unknown): InvalidInputError {
  return new InvalidInputError(`${file} is damaged`, {
    cause,
    details: [{ file, message }],
    fix: 'open it in a spreadsheet program, and save it again',
  });
}

function normalize(name: string): string {
  return name.replaceAll('\\', '/').toLowerCase();
}

const endSignature = Buffer.from('PK\x05\x06', 'latin1');
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;

function readDirectory(bytes: Buffer, file: string): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  try {
    const end = bytes.lastIndexOf(endSignature);
    if (end < 0) throw new RangeError('no end record');
    const count = bytes.readUInt16LE(end + 10);
    let at = bytes.readUInt32LE(end + 16);
    for (let entry = 0; entry < count; entry++) {
      if (bytes.readUInt32LE(at) !== entrySignature) throw new RangeError('no entry');
      const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
      const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
      const name = bytes.toString('utf8', at + 46, nameEnd);
      entries.set(normalize(name), {
        isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
        method: bytes.readUInt16LE(at + 10),
        checksum: bytes.readUInt32LE(at + 16),
        ...sizesOf(bytes, at, bytes.subarray(nameEnd, extraEnd)),
      });
      at = extraEnd + bytes.readUInt16LE(at + 32);
    }
  } catch (cause) {
    throw damaged(file, 'the list of the files inside is missing or cut off; the file may be incomplete', cause);
  }
  return entries;
}

/** Large values are in the extra field for ZIP64 instead (§4.5.3). */
function sizesOf(bytes: Buffer, at: number, extra: Buffer): Pick<Entry, 'packedSize' | 'size' | 'offset'> {
  let zip64 = zip64Values(extra);
  const read = (place: number) => {
    const value = bytes.readUInt32LE(place);
    if (value !== 0xffffffff || zip64 === undefined) return value;
    const large = Number(zip64.readBigUInt64LE(0));
    zip64 = zip64.subarray(8);
    return large;
  };
  // In the order of the extra field.
  const size = read(at + 24);
  const packedSize = read(at + 20);
  return { size, packedSize, offset: read(at + 42) };
}

function zip64Values(extra: Buffer): Buffer | undefined {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === 1) return extra.subarray(at + 4);
  }
  return undefined;
}

/** Each reading of an entry counts, because each takes time. */
async function* paced(chunks: AsyncIterable<Uint8Array>, budget: Budget): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    budget.spend('unpacked', chunk.length);
    await budget.pause();
    yield chunk;
  }
}

async function* unpackEntry(
  bytes: Buffer,
  entry: Entry,
  { file, name, limit }: { readonly file: string; readonly name: string; readonly limit: number },
): AsyncGenerator<Uint8Array> {
  if (entry.isEncrypted) {
    throw new InvalidInputError(`${file} is encrypted`, { fix: 'save it without a password' });
  }
  const passed = () =>
    tooLarge(file, 'a spreadsheet', { message: `"${name}" inside it unpacks to more than ${mebibytes(limit)}` });
  if (entry.size > limit) throw passed();
  let length = 0;
  let checksum = 0;
  try {
    for await (const chunk of inflate(packedBytes(bytes, entry), entry.method)) {
      length += chunk.length;
      if (length > limit) break;
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (cause) {
    throw damaged(file, `"${name}" inside it cannot be unpacked`, cause);
  }
  if (length > limit) throw passed();
  if (checksum !== entry.checksum) throw damaged(file, `"${name}" inside it has a wrong checksum`);
}

function packedBytes(bytes: Buffer, { offset, packedSize }: Entry): Buffer {
  if (bytes.readUInt32LE(offset) !== localSignature) throw new RangeError('no local header');
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  return bytes.subarray(start, start + packedSize);
}

const pieceLength = 65_536;
const stored = 0;
const deflated = 8;

async function* inflate(packed: Buffer, method: number): AsyncGenerator<Uint8Array> {
  if (method === stored)
    for (let at = 0; at < packed.length; at += pieceLength) yield packed.subarray(at, at + pieceLength);
  else if (method === deflated) {
    const stream = createInflateRaw({ chunkSize: pieceLength });
    stream.end(packed);
    yield* stream;
  } else throw new RangeError(`compression method ${method}`);
}
