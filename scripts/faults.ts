// Runs the whole table of faults and writes docs/faults.md: `npm run faults`. Ends with 1 if a cell is not as it must be.
import { writeFileSync } from 'node:fs';
import { cells, pageOf, type Row, tryCell } from '../test/faults/table.ts';
import { startTestService } from '../test/support/program.ts';

/** The slow cells mostly wait. */
const atOnce = 8;

const service = await startTestService();
const rows = new Map<number, Row>();
const objections: string[] = [];
const queue = cells.entries();

async function work(): Promise<void> {
  for (const [at, cell] of queue) {
    try {
      rows.set(at, { cell, columns: await tryCell(service, cell) });
    } catch (error) {
      objections.push(error instanceof Error ? error.message : String(error));
    }
  }
}

await Promise.all(Array.from({ length: atOnce }, work));
await service.stop();
for (const text of objections) console.error(`${text}\n`);
console.log(`${cells.length} cells, ${objections.length} not as they must be`);
if (objections.length === 0) {
  writeFileSync('docs/faults.md', pageOf([...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row)));
} else {
  process.exitCode = 1;
}
