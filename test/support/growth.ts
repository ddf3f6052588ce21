// Measures how processor time grows with an input, for tests that it does not grow with its square.
import { processorMs } from './processor-time.ts';

/** How many times as large the larger input is. */
const enlargement = 8;

/**
 * What grows in proportion grows 8 times, and what grows with the square 64 times: this is halfway
 * between them.
 */
export const mostGrowth = enlargement ** 1.5;

/** Shorter work cannot be distinguished from the rest of the process. */
const measurableMs = 4;

/**
 * How many times as long the work takes for the larger input. The collection of garbage and
 * whatever else happens in the process only ever add time, so that the least time of several trials
 * counts.
 * @param workMs the processor time of the work on an input of this size, in milliseconds; without
 *   input, it is what the work takes in any case
 * @param size of the smaller input
 */
export async function growth(
  workMs: (size: number) => Promise<number> | number,
  size: number,
): Promise<number> {
  // The first run compiles it.
  await workMs(size);
  const leastMs = new Map<number, number>();
  const measure = async (inputSize: number) => {
    const ms = await workMs(inputSize);
    const least = Math.min(leastMs.get(inputSize) ?? ms, ms);
    leastMs.set(inputSize, least);
    return least;
  };
  let ratio = Number.POSITIVE_INFINITY;
  for (let trial = 0; trial < 6 && ratio >= mostGrowth; trial++) {
    const restMs = await measure(0);
    const smallerMs = (await measure(size)) - restMs;
    const largerMs = (await measure(enlargement * size)) - restMs;
    ratio = largerMs / Math.max(smallerMs, measurableMs);
  }
  return ratio;
}

/** @returns the processor time of this work in milliseconds */
export async function processorMsOf(work: () => Promise<unknown> | unknown): Promise<number> {
  const began = processorMs();
  await work();
  return processorMs() - began;
}
