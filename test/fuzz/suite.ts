// Runs one generated case at a time, from a seed that repeats it, and makes a finding smaller. Must not know what is tested.
import * as fc from 'fast-check';

/** What one input came to. */
export interface Outcome {
  readonly generator: string;
  /** `read`, or the code of the error that refused it. */
  readonly result: string;
  /** Of the input, unpacked. */
  readonly bytes: number;
  /** Processor time. */
  readonly ms: number;
  /** How much more memory the process had at the most than before, in bytes; undefined where that cannot be measured. */
  readonly memory: number | undefined;
  /** What is wrong with the program. */
  readonly finding?: Finding | undefined;
}

export interface Finding {
  readonly message: string;
  /** What the program got, for a person to repeat it. */
  readonly input: Buffer;
  /** The command, or the request. */
  readonly about: string;
}

/** Cases of one generator, and what to do with each. */
export interface Suite<Case = unknown> {
  readonly cases: fc.Arbitrary<Case>;
  run(input: Case): Promise<Outcome>;
  close(): Promise<void>;
}

/** How long a finding is made smaller, in milliseconds. */
const shrinkingMs = 10_000;

/** Runs the case of a seed; the finding of the outcome is that of the smallest case that still has one. */
export async function runCase(suite: Suite, seed: number): Promise<Outcome> {
  let first: Outcome | undefined;
  let smallest: Finding | undefined;
  let until = 0;
  await fc.check(
    fc.asyncProperty(suite.cases, async (input) => {
      if (first !== undefined && performance.now() > until) return true;
      const outcome = await suite.run(input);
      if (first === undefined) until = performance.now() + shrinkingMs;
      first ??= outcome;
      smallest = outcome.finding ?? smallest;
      return outcome.finding === undefined;
    }),
    { seed, numRuns: 1 },
  );
  if (first === undefined) throw new Error('the case was not run');
  return { ...first, finding: smallest };
}

/** The seed of one case of a run. */
export function seedOf(seed: number, number: number): number {
  return (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) + Math.imul(number, 0xc2b2ae35)) | 0;
}
