// Owns random numbers that are the same for a seed on every machine.

export interface Random {
  /** An integer from 0 to below the limit, which is at most 2³⁰. */
  below(limit: number): number;
  /** −ln(u) for a u that is evenly distributed in (0, 1). */
  exponential(): number;
}

/** The generator sfc32 (Chris Doty-Humphrey, PractRand). */
export function createRandom(seed: number): Random {
  let a = 0x9e3779b9 | 0;
  let b = seed | 0;
  let c = (seed / 2 ** 32) | 0;
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let at = 0; at < 15; at++) next();
  return {
    below: (limit) => Math.floor((next() / 2 ** 32) * limit),
    exponential: () => -Math.log((next() + 0.5) / 2 ** 32),
  };
}
