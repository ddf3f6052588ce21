// A text that is eight times as long takes about eight times as long, whatever is in it, and
// wherever it is.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openReaders, type Reader, readers } from '../support/doubled-inputs.ts';
import { growth, mostGrowth, processorMsOf } from '../support/growth.ts';
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
      const ratio = await growthOf(reader, group);
      if (ratio > mostGrowth) slow.push(`${JSON.stringify(group)}: ${ratio.toFixed(1)}`);
    }
    expect(slow).toEqual([]);
  },
);

/**
 * Of the shorter texts. The runtime may match in another way from one length on, which is no growth
 * with the square: that would be seen with both.
 */
const lengths = [60_000, 30_000];

async function growthOf(reader: Reader, group: readonly string[]): Promise<number> {
  const workMs = (size: number) => {
    const pieces = group.map((piece) => piece.repeat(size / group.length / piece.length));
    return processorMsOf(() => program.run(reader, pieces.join('A')));
  };
  let least = Number.POSITIVE_INFINITY;
  for (const length of lengths) {
    least = Math.min(least, await growth(workMs, length));
    if (least < mostGrowth) break;
  }
  return least;
}
