// Creates a schedule in 40 rooms, works on it once, and prints how many milliseconds that took.
// Arguments: the number of sessions, and `find clashes` or `read names`.
import { findClashes } from '../../src/schedule/clashes/find-clashes.ts';
import { comparedNames, type Person, type Session } from '../../src/schedule/session.ts';
import { seededRandom } from '../../test/support/seeded-random.ts';
import { lastNameOf } from '../names.ts';
import { stopwatch } from '../row.ts';

const [rooms, minuteMs] = [40, 60_000];
const [count = '', work] = process.argv.slice(2);
const sessions = scheduleOf(Number(count));

const elapsed = stopwatch();
const found =
  work === 'read names'
    ? namesIn(sessions)
    : findClashes(sessions, { turnaroundMs: 10 * minuteMs, sharedRooms: ['Room 0'] });
const ms = 1000 * elapsed();
if (Object.keys(found).length === 0) throw new Error('nothing was found');
console.log(ms);

/** Each name is read once, as by the check. */
function namesIn(all: readonly Session[]): readonly string[] {
  const names = new Set(all.flatMap(({ people }) => people.map(({ name }) => name)));
  return comparedNames({ people: Array.from(names, (name) => ({ name })) });
}

/**
 * In random order, as from a file. Every tenth session overlaps the next one in its room, and some
 * people are in two places.
 */
function scheduleOf(size: number): Session[] {
  const random = seededRandom(1);
  const below = (limit: number) => Math.floor(random() * limit);
  return Array.from({ length: size }, (_, index) => ({ index, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ index }): Session => {
      const startMs = Date.UTC(2026, 4, 2) + Math.floor(index / rooms) * 60 * minuteMs;
      return {
        submissionId: `sub_${index}`,
        title: `Session ${index}`,
        room: `Room ${index % rooms}`,
        startMs,
        endMs: startMs + (below(10) === 0 ? 75 : 45) * minuteMs,
        isDurationAssumed: false,
        people: [personOf(below(size / 3)), personOf(below(size / 3))],
      };
    });
}

function personOf(number: number): Person {
  const name = `Amina ${lastNameOf(number)}`;
  return number % 4 === 0 ? { name } : { name, email: `speaker-${number}@example.org` };
}
