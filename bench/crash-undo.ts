// Kills `submissions apply` of decisions, its undo and the undo of that, and checks every submission.
// Usage: npm run crash:undo [-- KILLS [DECISIONS [SEED]]]. Run after `npm run build`.
import { killUndos } from '../test/support/undo-trial.ts';

const kills = Number(process.argv[2] ?? 20);
const decisions = Number(process.argv[3] ?? 5000);
const seed = Number(process.argv[4] ?? Date.now() % 1_000_000);

console.log(`seed ${seed}`);
const begun = performance.now();
const { wrong, faults, ...figures } = await killUndos({ kills, decisions, seed });
const seconds = Math.round((performance.now() - begun) / 1000);
console.log(
  `${decisions} decisions applied, undone and applied again: ${figures.kills} kills, ${figures.starts} starts, ` +
    `${figures.updates} updates, ${seconds} s; wrong: ${wrong.applied} applied, ${wrong.undone} undone, ${wrong.redone} redone`,
);
for (const fault of faults) console.log(`  ${fault}`);
if (wrong.applied + wrong.undone + wrong.redone + faults.length > 0) process.exitCode = 1;
