// Indexes numbers by row, and rows by key, in a few bytes each. Must not know what the numbers mean. Does not store the keys.

/** A number for each row. */
export interface RowNumbers {
  get(at: number): number;
  set(at: number, value: number): void;
}

const chunkSize = 65_536;

/** Grows in chunks, so that nothing is copied; a number that was never set is 0. */
export function createRowNumbers(make: (size: number) => Float64Array | Uint32Array | Uint8Array): RowNumbers {
  const chunks: ReturnType<typeof make>[] = [];
  return {
    get: (at) => chunks[Math.floor(at / chunkSize)]?.[at % chunkSize] ?? 0,
    set(at, value) {
      const number = Math.floor(at / chunkSize);
      const chunk = chunks[number] ?? make(chunkSize);
      chunks[number] = chunk;
      chunk[at % chunkSize] = value;
    },
  };
}

export interface KeyIndex {
  add(key: string, row: number): void;
  /** The rows with the key's hash for which `hasKey` holds, in the order in which they were added: rows may share a hash. */
  find(key: string, hasKey: (row: number) => boolean): IterableIterator<number, undefined>;
}

/** Open addressing with linear probing: each slot holds a row number, or 0 if it is empty. */
export function createKeyIndex(): KeyIndex {
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
    add(key, row) {
      hashes.set(row, hashOf(key));
      if (++used > slots.length * fullest) {
        const before = slots;
        slots = new Uint32Array(before.length * 2);
        for (const other of before) if (other !== 0) place(other);
      }
      place(row);
    },
    *find(key, hasKey) {
      const hash = hashOf(key);
      const mask = slots.length - 1;
      for (let at = hash & mask; slots[at] !== 0; at = (at + 1) & mask) {
        const row = slots[at] ?? 0;
        if (hashes.get(row) === hash && hasKey(row)) yield row;
      }
      return undefined;
    },
  };
}

// Above this share of used slots, a search for an absent key takes long.
const fullest = 0.7;

/** 32-bit FNV-1a over UTF-16 units, mixed once more so that its low bits are as evenly distributed as its high ones. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) >>> 0;
}
