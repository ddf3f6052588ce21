// What a row of the benchmark is: two sides that are measured in turn. Must not know any row, or
// who runs it.

export interface Row {
  /** `area/case` */
  readonly name: string;
  /** What the program is compared with. */
  readonly peer: string;
  /** Of the figures of both sides. */
  readonly unit: 'ms' | 's' | '/s';
  /** How many rounds count. */
  readonly rounds: number;
  /** Prepares both sides. */
  open(): Promise<Sides>;
}

/** Each side does its work once, and returns its figure. */
export interface Sides {
  ours(): Promise<number>;
  peer(): Promise<number>;
  close?(): Promise<unknown>;
}

/** The seconds since it was started. The only clock of the benchmark. */
export function stopwatch(): () => number {
  const begun = performance.now();
  return () => (performance.now() - begun) / 1000;
}
