// Holds many texts in little more memory than their bytes. Must not know what they are.

export interface PackedTexts {
  /** How many there are. */
  readonly size: number;
  add(text: string): void;
  /** Undefined if there is none of this number, from 0. */
  at(index: number): string | undefined;
}

/** A million short strings would take 100 MB more. */
export function packTexts(): PackedTexts {
  let bytes = Buffer.allocUnsafe(65_536);
  let ends = new Uint32Array(1024);
  let size = 0;
  const endOf = (index: number) => (index < 0 ? 0 : (ends[index] ?? 0));
  return {
    get size() {
      return size;
    },
    add(text) {
      const start = endOf(size - 1);
      const end = start + Buffer.byteLength(text);
      if (end > bytes.length) {
        const larger = Buffer.allocUnsafe(Math.max(end, bytes.length * 2));
        bytes.copy(larger, 0, 0, start);
        bytes = larger;
      }
      if (size === ends.length) {
        const larger = new Uint32Array(size * 2);
        larger.set(ends);
        ends = larger;
      }
      bytes.write(text, start);
      ends[size++] = end;
    },
    at: (index) =>
      Number.isInteger(index) && index >= 0 && index < size
        ? bytes.toString('utf8', endOf(index - 1), endOf(index))
        : undefined,
  };
}
