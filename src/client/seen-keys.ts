// A set of texts that keeps only a 64-bit hash of each, 8 to 24 bytes, so that the ids of a million records fit. Pure.

export interface SeenKeys {
  /** Adds a text; returns whether it is new. */
  add(text: string): boolean;
  has(text: string): boolean;
}

/** Two of a million texts have the same hash once in 30 million sets. */
export function createSeenKeys(): SeenKeys {
  let slots = new Uint32Array(2 * 256);
  let used = 0;

  /** The slot that holds the hash, or the empty one where it belongs. */
  function find([high, low]: Hash): number {
    const mask = slots.length / 2 - 1;
    let at = low & mask;
    while (!isEmpty(slots, at) && (slots[2 * at] !== high || slots[2 * at + 1] !== low)) at = (at + 1) & mask;
    return at;
  }

  function place(hash: Hash): void {
    slots.set(hash, 2 * find(hash));
  }

  return {
    has: (text) => !isEmpty(slots, find(hashOf(text))),
    add(text) {
      const hash = hashOf(text);
      if (!isEmpty(slots, find(hash))) return false;
      if (++used > (slots.length / 2) * fullest) {
        const before = slots;
        slots = new Uint32Array(before.length * 2);
        for (let at = 0; at < before.length; at += 2) {
          const other: Hash = [before[at] ?? 0, before[at + 1] ?? 0];
          if (other[0] !== 0) place(other);
        }
      }
      place(hash);
      return true;
    },
  };
}

const fullest = 0.7;

/** High and low half; the high one is never 0, which marks an empty slot. */
type Hash = readonly [number, number];

function isEmpty(slots: Uint32Array, at: number): boolean {
  return slots[2 * at] === 0;
}

/** Two 32-bit FNV-1a hashes with different seeds and multipliers, each mixed once more. */
function hashOf(text: string): Hash {
  let high = 0x9e3779b9;
  let low = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x85ebca6b);
    high ^= high >>> 13;
    low = Math.imul(low ^ unit, 0x01000193);
  }
  return [mix(high) || 1, mix(low)];
}

function mix(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 12)) >>> 0;
}
