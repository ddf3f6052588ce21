// Finding the clashes of a schedule, beside reading the names of its people, which takes most of
// the time. Each process does its work once, as a command does.
import { bundlePeer, runNode } from './processes.ts';
import type { Row } from './row.ts';

export const clashes = [1000, 10_000, 100_000].map(
  (sessions): Row => ({
    name: `clashes/${sessions}`,
    peer: 'reading names',
    unit: 'ms',
    rounds: 5,
    async open() {
      const worker = await bundlePeer('clash-worker');
      const run = async (work: string) =>
        Number((await runNode([worker, String(sessions), work])).stdout);
      return { ours: () => run('find clashes'), peer: () => run('read names') };
    },
  }),
);
