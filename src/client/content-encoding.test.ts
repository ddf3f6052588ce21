// Compressed bodies, and what cannot be decompressed.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { decodeContent } from './content-encoding.ts';

const largest = 1000;
const text = '{"data":[{"id":"spk_1"}]}';
const plain = Buffer.from(text);

it.each([
  ['gzip', gzipSync(plain)],
  ['x-gzip', gzipSync(plain)],
  ['GZIP', gzipSync(plain)],
  ['deflate', deflateSync(plain)],
  ['deflate', deflateSync(plain, { level: 0, windowBits: 9 })],
  ['br', brotliCompressSync(plain)],
  ['identity', plain],
  ['', plain],
])('decodes %s', async (header, bytes) => {
  const { bytes: decoded } = await decodeContent(bytes, header, largest);
  expect(decoded?.toString()).toBe(text);
});

it('leaves an empty body alone', async () => {
  expect(await decodeContent(Buffer.alloc(0), 'gzip', largest)).toEqual({ bytes: Buffer.alloc(0) });
});

const zeros = Buffer.alloc(largest + 1);
const cut = gzipSync(plain).subarray(0, -9);
it.each([
  ['gzip', gzipSync(zeros), 'is larger than 64 MiB'],
  ['deflate', deflateSync(zeros), 'is larger than 64 MiB'],
  ['br', brotliCompressSync(zeros), 'is larger than 64 MiB'],
  ['gzip', cut, 'is damaged: it cannot be decompressed (gzip)'],
  ['gzip', plain, 'is damaged: it cannot be decompressed (gzip)'],
  ['br', plain, 'is damaged: it cannot be decompressed (br)'],
  ['zstd', plain, 'is compressed in an unknown way (zstd)'],
  ['gzip,br', plain, 'is compressed in an unknown way (gzip,br)'],
])('refuses %s: %#', async (header, bytes, fault) => {
  expect(await decodeContent(bytes, header, largest)).toEqual({ fault });
});
