// Kills `program apply` in each of its parts, its undo and the undo of that, and checks every record.
// Usage: npm run crash:program [-- KILLS_PER_PART [RECORDS [SEED]]]. Run after `npm run build`.
import { killPrograms } from '../test/support/program-crash-trial.ts';

const killsPerPart = Number(process.argv[2] ?? 10);
const records = Number(process.argv[3] ?? 300);
const seed = Number(process.argv[4] ?? Date.now() % 1_000_000);

console.log(`seed ${seed}`);
const begun = performance.now();
const { kills, starts, wrong, faults } = await killPrograms({ records, killsPerPart, seed });
const seconds = Math.round((performance.now() - begun) / 1000);
const total = Object.values(kills).reduce((sum, count) => sum + count, 0);
const byPart = Object.entries(kills).map(([part, count]) => `${part} ${count}`);
console.log(
  `${records} speakers and talks changed, as many created, undone and changed again: ${total} kills ` +
    `(${byPart.join(', ')}), ${starts} starts, ${seconds} s; wrong: ${wrong.applied.length} applied, ` +
    `${wrong.undone.length} undone, ${wrong.redone.length} redone`,
);
const all = [...faults, ...Object.values(wrong).flat()];
for (const fault of all.slice(0, 20)) console.log(`  ${fault}`);
if (all.length > 0) process.exitCode = 1;
