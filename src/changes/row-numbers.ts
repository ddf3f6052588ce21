// Owns numbers and texts of many rows in a few bytes each, without objects. Must not know what a row is.

const chunkSize = 65_536;

/** A number for each row. Grows in chunks, so that nothing is copied; a number that was never set is 0. */
export function createRowNumbers(make: (size: number) => Float64Array | Uint32Array | Uint8Array) {
  const chunks: ReturnType<typeof make>[] = [];
  return {
    get: (at: number) => chunks[Math.floor(at / chunkSize)]?.[at % chunkSize] ?? 0,
    set(at: number, value: number): void {
      const number = Math.floor(at / chunkSize);
      const chunk = chunks[number] ?? make(chunkSize);
      chunks[number] = chunk;
      chunk[at % chunkSize] = value;
    },
  };
}

/** Rows by a text of theirs. Open addressing with linear probing: each slot holds a row number, or 0 if it is empty. */
export function createTextIndex() {
  const hashes = createRowNumbers((size) => new Uint32Array(size));
  let slots = new Uint32Array(1024);
  let used = 0;

  function place(row: number): void {
    const mask = slots.length - 1;
    let at = hashes.get(row) & mask;
    while (slots[at] !== 0) at = (at + 1) & mask;
    slots[at] = row;
  }

  return {
    add(text: string, row: number): void {
      hashes.set(row, hashOf(text));
      if (++used > slots.length * fullest) {
        const before = slots;
        slots = new Uint32Array(before.length * 2);
        for (const other of before) if (other !== 0) place(other);
      }
      place(row);
    },
    /** The rows with the text's hash for which `hasText` holds, in the order in which they were added: rows may share a hash. */
    *find(text: string, hasText: (row: number) => boolean): IterableIterator<number, undefined> {
      const hash = hashOf(text);
      const mask = slots.length - 1;
      for (let at = hash & mask; slots[at] !== 0; at = (at + 1) & mask) {
        const row = slots[at] ?? 0;
        if (hashes.get(row) === hash && hasText(row)) yield row;
      }
      return undefined;
    },
  };
}

// Above this share of used slots, a search for an absent text takes long.
const fullest = 0.7;

/** 32-bit FNV-1a over UTF-16 units, mixed once more so that its low bits are as evenly distributed as its high ones. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) >>> 0;
}
