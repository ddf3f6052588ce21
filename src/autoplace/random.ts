// Random numbers that are the same on every machine: 32-bit integer operations, and a table of logarithms made by additions alone.

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
    exponential: () => negativeLogs[next() >>> 20] ?? 0,
  };
}

const steps = 4096;

/** −ln((k + ½) / 4096): `Math.log` may differ in its last bit between engines, so it is summed up from ln(1 + 1/n) by its series. */
const negativeLogs = (() => {
  const halves = 2 * steps;
  const logs = new Float64Array(steps);
  let log = 0;
  // From 1 downward, in steps of half a division: ln((n − 1) / n) = −2 · artanh(1 / (2n − 1)).
  for (let n = halves; n > 1; n--) {
    const x = 1 / (2 * n - 1);
    let power = x;
    let sum = x;
    for (let k = 3; k < 60; k += 2) {
      power *= x * x;
      sum += power / k;
    }
    log += 2 * sum;
    if ((n - 1) % 2 === 1) logs[(n - 2) / 2] = log;
  }
  return logs;
})();
