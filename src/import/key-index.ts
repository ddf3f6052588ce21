// Finds rows by their key, without keeping the keys: whoever asks tells apart what shares a hash.
import { createColumn } from './column.ts';

export interface KeyIndex {
  add(key: string, row: number): void;
  /** The first of the rows that may have this key which `isIt` takes. */
  find(key: string, isIt: (row: number) => boolean): number | undefined;
}

/** Open addressing with linear probing: a row number a slot, 0 where it is empty. */
export function createKeyIndex(): KeyIndex {
  const hashes = createColumn((size) => new Uint32Array(size));
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
    find(key, isIt) {
      const hash = hashOf(key);
      const mask = slots.length - 1;
      for (let at = hash & mask; slots[at] !== 0; at = (at + 1) & mask) {
        const row = slots[at] ?? 0;
        if (hashes.get(row) === hash && isIt(row)) return row;
      }
      return undefined;
    },
  };
}

// Beyond it, searching for what is not there takes long.
const fullest = 0.7;

/** 32-bit FNV-1a over UTF-16 units, mixed once more so that its low bits are as good as its high ones. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) >>> 0;
}
