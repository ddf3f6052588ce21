// Kills `sessions apply` again and again, and checks that every session ends where the schedule file places it.
// Usage: npm run crash:apply [-- KILLS [SEED]]. Run after `npm run build`.
import { killApplies } from '../test/support/schedule-crash-trial.ts';

const kills = Number(process.argv[2] ?? 20);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);

console.log(`seed ${seed}`);
const { misplaced, faults, ...figures } = await killApplies({ kills, sessions: 300, seed });
console.log(
  `apply killed: ${figures.kills} times in ${figures.schedules} schedules of 300 moves (${figures.runs} runs): ` +
    `${misplaced} misplaced`,
);
for (const fault of faults) console.log(`  ${fault}`);
if (misplaced + faults.length > 0) process.exitCode = 1;
