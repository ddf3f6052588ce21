// A number for each row, in as few bytes as it takes. It does not know what the numbers mean.

export interface Column {
  get(at: number): number;
  set(at: number, value: number): void;
}

const chunkSize = 65_536;

/** Grows by pieces, so that nothing is copied; a place that was never set holds 0. */
export function createColumn(make: (size: number) => Float64Array | Uint32Array | Uint8Array): Column {
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
