// Twice as long a text takes about twice as long, whatever is in it, and wherever it is.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openReaders, type Reader, readers } from '../support/doubled-inputs.ts';
import { processorMs } from '../support/processor-time.ts';
import { repeatedPieces } from '../support/repeated-pieces.ts';

/**
 * Each piece in each place, and not some of them: `DOUBLED_INPUTS=all npx vitest run
 * --testTimeout=0 --project=process test/process/doubled-inputs.test.ts`.
 */
const chosen = process.env.DOUBLED_INPUTS;

const groupSize = 8;
const groups = Array.from({ length: Math.ceil(repeatedPieces.length / groupSize) }, (_, group) =>
  repeatedPieces.slice(group * groupSize, (group + 1) * groupSize),
);

let program: Awaited<ReturnType<typeof openReaders>>;
beforeAll(async () => {
  program = await openReaders();
});
afterAll(() => program.close());

it.each(readers.map((reader, at) => ({ reader, at, name: reader.name })))(
  'takes time in proportion to its length: $name',
  async ({ reader, at }) => {
    const texts = {
      all: repeatedPieces.map((piece) => [piece]),
      groups,
    }[chosen ?? ''] ?? [groups[at % groups.length] ?? []];
    const slow: string[] = [];
    for (const group of texts) {
      const ratio = await growth(reader, group);
      if (ratio > mostGrowth) slow.push(`${JSON.stringify(group)}: ${ratio.toFixed(1)}`);
    }
    expect(slow).toEqual([]);
  },
);

const mostGrowth = 3;
/** Less cannot be distinguished from the rest of a command. */
const measurableMs = 25;
const lengths = [60_000, 240_000];

/** How much longer twice the length takes, of the first length that can be measured. */
async function growth(reader: Reader, group: readonly string[]): Promise<number> {
  const text = (length: number) =>
    group.map((piece) => piece.repeat(length / group.length / piece.length)).join('A');
  // The first run of a command compiles it.
  await processorMsOf(reader, 'A');
  const restMs = await processorMsOf(reader, 'A');
  for (const length of lengths) {
    let ms = (await processorMsOf(reader, text(length))) - restMs;
    if (ms < measurableMs) continue;
    let least = Number.POSITIVE_INFINITY;
    // What else happens in the process takes its time as well.
    for (let trial = 0; trial < 10 && least > mostGrowth; trial++) {
      if (trial > 0) ms = (await processorMsOf(reader, text(length))) - restMs;
      least = Math.min(least, ((await processorMsOf(reader, text(2 * length))) - restMs) / ms);
    }
    return least;
  }
  return 0;
}

async function processorMsOf(reader: Reader, text: string): Promise<number> {
  const began = processorMs();
  await program.run(reader, text);
  return processorMs() - began;
}
