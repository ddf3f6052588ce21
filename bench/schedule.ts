// How long clashes take to find: 100,000 sessions in 40 rooms, and how that grows from 10,000.
import { findClashes } from '../src/schedule/clashes.ts';
import type { Person, Session } from '../src/schedule/session.ts';

const rooms = 40;
const rounds = 9;
const mostMs = 1500;
const mostGrowth = 15;
const minuteMs = 60_000;

const sizes = { small: scheduleOf(10_000), large: scheduleOf(100_000) };
const times = { small: [] as number[], large: [] as number[] };
// In turn, so that both have the machine as it is; the first round warms up and is not counted.
for (let round = 0; round <= rounds; round++) {
  for (const size of ['small', 'large'] as const) {
    const started = performance.now();
    findClashes(sizes[size], { turnaroundMs: 10 * minuteMs, sharedRooms: ['Room 0'] });
    if (round > 0) times[size].push(performance.now() - started);
  }
}

const small = median(times.small);
const large = median(times.large);
const growth = large / small;
report('10,000 sessions', `${small.toFixed(1)} ms`, true);
report('100,000 sessions', `${large.toFixed(1)} ms (at most ${mostMs})`, large <= mostMs);
report('growth', `${growth.toFixed(1)} × (at most ${mostGrowth})`, growth <= mostGrowth);

function report(name: string, figure: string, isWithin: boolean): void {
  console.log(`${name.padEnd(18)}${figure}${isWithin ? '' : ' OVER'}`);
  if (!isWithin) process.exitCode = 1;
}

/** In no order; every tenth session runs into the next one in its room, and some people are in two places. */
function scheduleOf(count: number): Session[] {
  const random = randomFrom(1);
  const people = Array.from({ length: count / 3 }, (_, index): Person => {
    const name = `Speaker ${index}`;
    return index % 4 === 0 ? { name } : { name, email: `speaker-${index}@example.org` };
  });
  const sessions = Array.from({ length: count }, (_, index): Session => {
    const startMs = Date.UTC(2026, 4, 2) + Math.floor(index / rooms) * 60 * minuteMs;
    return {
      submissionId: `sub_${index}`,
      title: `Session ${index}`,
      room: `Room ${index % rooms}`,
      startMs,
      endMs: startMs + (index % 10 === 0 ? 75 : 45) * minuteMs,
      isDurationAssumed: false,
      people: [people[random(people.length)], people[random(people.length)]].filter((person) => person !== undefined),
    };
  });
  return sessions
    .map((session) => ({ session, order: random(2 ** 31) }))
    .sort((a, b) => a.order - b.order)
    .map(({ session }) => session);
}

/** The same numbers each time (a linear congruential generator). */
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
