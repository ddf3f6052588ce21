// What a file's bytes tell about its encoding: a byte order mark, or a guess to offer. Pure; it decodes nothing.

/** The encoding that a byte order mark at the start names. */
export function encodingByMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  return undefined;
}

/** UTF-16 without a byte order mark: the letters of most languages' markup and addresses leave every other byte 0. */
export function encodingByZeros(bytes: Uint8Array): string | undefined {
  const zerosAt = (parity: number) => count(bytes, (byte, at) => byte === 0 && at % 2 === parity);
  if (zerosAt(1) > bytes.length / 4) return 'utf-16le';
  if (zerosAt(0) > bytes.length / 4) return 'utf-16be';
  return undefined;
}

/** The encoding to try for bytes that are not UTF-8. */
export function guessEncoding(bytes: Uint8Array): string {
  const zeros = encodingByZeros(bytes);
  if (zeros !== undefined) return zeros;
  const high = count(bytes, (byte) => byte >= 0x80);
  const capitals = count(bytes, (byte) => byte >= 0xc0);
  // Cyrillic words consist of such bytes; in Latin ones they stand alone.
  const paired = count(bytes, (byte, at) => byte >= 0xc0 && (bytes[at + 1] ?? 0) >= 0xc0);
  if (paired > high / 2 && high >= 10) return 'windows-1251';
  // Windows has its accented letters from C0 on, and no letter at these five; the Mac has ç, è and ê there.
  const macLetters = count(bytes, (byte) => [0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte));
  return macLetters > 0 && capitals < high / 2 ? 'macintosh' : 'windows-1252';
}

function count(bytes: Uint8Array, isMeant: (byte: number, at: number) => boolean): number {
  let found = 0;
  for (let at = 0; at < bytes.length; at++) if (isMeant(bytes[at] ?? 0, at)) found++;
  return found;
}
