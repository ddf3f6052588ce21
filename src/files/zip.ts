// Reads the entries of a ZIP archive that is in memory. What an entry really unpacks to is limited,
// whatever it declares. Must not know formats.
import { crc32, inflateRawSync } from 'node:zlib';
import { InvalidInputError } from '../errors.ts';
import { type Limits, maxUnpackedBytes } from './limits.ts';
import { parseXml, type XmlEvents } from './xml.ts';

export interface Zip {
  /** The names of the entries, in lower case and with forward slashes. */
  readonly names: ReadonlySet<string>;
  /**
   * The bytes of an entry; undefined if there is none of this name.
   * @throws {InvalidInputError} if it is too large or damaged
   */
  unpack(name: string): Uint8Array | undefined;
}

/** What was declared about an entry (APPNOTE.TXT 6.3.10, §4.3.12). */
interface Entry {
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly checksum: number;
  readonly packedSize: number;
  /** Where its local header starts. */
  readonly offset: number;
}

/** @throws {InvalidInputError} if the archive has no readable list of entries */
export function openZip(bytes: Buffer, limits: Limits): Zip {
  const entries = readDirectory(bytes, limits.file);
  return {
    names: new Set(entries.keys()),
    unpack(name) {
      const entry = entries.get(normalize(name));
      return entry === undefined ? undefined : unpackEntry(bytes, { name, entry }, limits);
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

/** Parses an entry. @throws {InvalidInputError} for XML that is not well-formed */
export function parsePart(bytes: Uint8Array, file: string, events: XmlEvents): void {
  parseXml(new TextDecoder().decode(bytes), events, (message) => {
    throw damaged(file, `the XML inside it is not well-formed: ${message}`);
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
      const name = bytes.toString('utf8', at + 46, nameEnd);
      entries.set(normalize(name), {
        isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
        method: bytes.readUInt16LE(at + 10),
        checksum: bytes.readUInt32LE(at + 16),
        packedSize: bytes.readUInt32LE(at + 20),
        offset: bytes.readUInt32LE(at + 42),
      });
      at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    }
  } catch (cause) {
    throw damaged(
      file,
      'the list of the files inside is missing or cut off; the file may be incomplete',
      cause,
    );
  }
  return entries;
}

/**
 * Each reading of an entry counts, because each takes time.
 * @param name by which it is requested
 */
function unpackEntry(
  bytes: Buffer,
  { name, entry }: { readonly name: string; readonly entry: Entry },
  limits: Limits,
): Uint8Array {
  const { file } = limits;
  if (entry.isEncrypted) {
    throw new InvalidInputError(`${file} is encrypted`, { fix: 'save it without a password' });
  }
  let unpacked: Uint8Array;
  try {
    unpacked = inflate(packedBytes(bytes, entry), entry.method);
  } catch (cause) {
    if (cause instanceof RangeError && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE') {
      limits.unpacked(maxUnpackedBytes + 1);
    }
    throw damaged(file, `"${name}" inside it cannot be unpacked`, cause);
  }
  limits.unpacked(unpacked.length);
  if (crc32(unpacked) !== entry.checksum)
    throw damaged(file, `"${name}" inside it has a wrong checksum`);
  return unpacked;
}

function packedBytes(bytes: Buffer, { offset, packedSize }: Entry): Buffer {
  if (bytes.readUInt32LE(offset) !== localSignature) throw new RangeError('no local header');
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  return bytes.subarray(start, start + packedSize);
}

const stored = 0;
const deflated = 8;

function inflate(packed: Buffer, method: number): Uint8Array {
  if (method === stored) return packed;
  if (method === deflated) return inflateRawSync(packed, { maxOutputLength: maxUnpackedBytes });
  throw new RangeError(`compression method ${method}`);
}
