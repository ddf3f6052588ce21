// Measures how long it takes to find the clashes of 10,000 and of 100,000 sessions in 40 rooms.
import { spawnSync } from 'node:child_process';
import { findClashes } from '../src/schedule/clashes.ts';
import type { Person, Session } from '../src/schedule/session.ts';

const rooms = 40;
const rounds = 9;
const mostMs = 1500;
const mostGrowth = 15;
const minuteMs = 60_000;

const [, program = '', count] = process.argv;
if (count === undefined) compare();
else console.log(timeOf(scheduleOf(Number(count))));

/** Each process searches once, as a command does. The sizes run in turn, so that both meet the same load on the machine. */
function compare(): void {
  const pairs = Array.from({ length: rounds }, () => [timeInProcess(10_000), timeInProcess(100_000)] as const);
  const large = median(pairs.map(([, each]) => each));
  const growth = median(pairs.map(([small, each]) => each / small));
  report('10,000 sessions', `${median(pairs.map(([small]) => small)).toFixed(1)} ms`, true);
  report('100,000 sessions', `${large.toFixed(1)} ms (at most ${mostMs})`, large <= mostMs);
  report('growth', `${growth.toFixed(1)} × (at most ${mostGrowth})`, growth <= mostGrowth);
}

function timeInProcess(sessions: number): number {
  const args = [...process.execArgv, program, String(sessions)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

function timeOf(sessions: readonly Session[]): number {
  const started = performance.now();
  findClashes(sessions, { turnaroundMs: 10 * minuteMs, sharedRooms: ['Room 0'] });
  return performance.now() - started;
}

function report(name: string, figure: string, isWithin: boolean): void {
  console.log(`${name.padEnd(18)}${figure}${isWithin ? '' : ' OVER'}`);
  if (!isWithin) process.exitCode = 1;
}

/** In random order, as from a file. Every tenth session overlaps the next one in its room, and some people are in two places. */
function scheduleOf(count: number): Session[] {
  const random = randomFrom(1);
  return Array.from({ length: count }, (_, index) => ({ index, order: random(2 ** 31) }))
    .sort((a, b) => a.order - b.order)
    .map(({ index }): Session => {
      const startMs = Date.UTC(2026, 4, 2) + Math.floor(index / rooms) * 60 * minuteMs;
      return {
        submissionId: `sub_${index}`,
        title: `Session ${index}`,
        room: `Room ${index % rooms}`,
        startMs,
        endMs: startMs + (random(10) === 0 ? 75 : 45) * minuteMs,
        isDurationAssumed: false,
        people: [personOf(random(count / 3)), personOf(random(count / 3))],
      };
    });
}

function personOf(number: number): Person {
  const name = `Speaker ${number}`;
  return number % 4 === 0 ? { name } : { name, email: `speaker-${number}@example.org` };
}

/** The same numbers in each run (a linear congruential generator). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
