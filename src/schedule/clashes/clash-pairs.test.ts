// The clashes of any sessions, beside those that comparing every pair finds.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Person, Session } from '../session.ts';
import type { ClashOptions } from './clash-groups.ts';
import { type Clash, clashingSessions, findClashes } from './find-clashes.ts';

it('the clashes are those that comparing every pair of sessions finds', () => {
  const person = fc.record(
    {
      name: fc.constantFrom('', 'Ada', 'Ben', 'Cleo'),
      email: fc.constantFrom('', 'x@e.org', 'X@e.org', 'y@e.org'),
    },
    { requiredKeys: ['name'] },
  );
  const drawn = fc.record({
    submissionId: fc.option(fc.constantFrom('sub_1', 'sub_2', 'sub_3', 'sub_4'), {
      nil: undefined,
    }),
    room: fc.constantFrom('', 'Hall', 'hall ', 'Studio', 'Hallway'),
    startMs: fc.integer({ min: 0, max: 30 }),
    lasts: fc.integer({ min: 1, max: 12 }),
    people: fc.array(person, { maxLength: 3 }),
    isDurationAssumed: fc.boolean(),
    standing: fc.constantFrom('unchanged' as const, 'outside' as const, undefined),
  });
  const options = {
    turnaroundMs: fc.integer({ min: 0, max: 3 }),
    sharedRooms: fc.subarray(['hallway']),
  };
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 14 }), fc.record(options), (all, rules) => {
      const sessions = all.map(({ lasts, standing, ...rest }, index): Session => {
        const plan = standing === undefined ? {} : { standing };
        return { ...rest, ...plan, title: `${index}`, endMs: rest.startMs + lasts };
      });
      const report = findClashes(sessions, rules);
      const expected = compareAll(sessions, rules);
      for (const verdict of ['clashes', 'existing', 'assumed'] as const) {
        const { count, listed } = report[verdict];
        const pairs = listed.map(({ code, sessions: [a, b = a], byName }) =>
          pairText(code, byName, a, b),
        );
        expect(pairs.sort()).toEqual(expected[verdict].sort());
        expect(count).toBe(listed.length);
      }
      const titles = (some: Iterable<Session>) => new Set(Array.from(some, ({ title }) => title));
      const clashing = report.clashes.listed.flatMap((clash) => clash.sessions);
      expect(titles(clashingSessions(sessions, rules))).toEqual(titles(clashing));
    }),
    { numRuns: 400 },
  );
});

it('counts and marks the pairs that it lists, also where sessions belong together', () => {
  const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const drawn = fc.record({
    submissionId: sometimes(fc.constantFrom('sub_1', 'sub_2')),
    title: fc.constantFrom('', 'Queues', 'queues ', 'Clocks'),
    room: fc.constantFrom('', 'Hall', 'hall ', 'Lab'),
    otherRooms: sometimes(fc.constantFrom(['Lab'], ['Hall', 'Foyer'])),
    startMs: fc.integer({ min: 0, max: 6 }),
    endMs: fc.integer({ min: 7, max: 9 }),
    people: fc.constantFrom([], [{ name: 'Ada' }]),
    isDurationAssumed: fc.boolean(),
    block: sometimes(fc.constantFrom('Morning', 'Noon')),
    partOf: sometimes(fc.constantFrom('Morning', 'Noon')),
    standing: sometimes(fc.constantFrom('unchanged' as const, 'outside' as const)),
    breaks: fc.constantFrom(
      {},
      {},
      { isBreak: true as const },
      { isBreak: true as const, isEverywhere: true as const },
    ),
  });
  const options = {
    turnaroundMs: fc.integer({ min: 0, max: 2 }),
    sharedRooms: fc.subarray(['Lab']),
  };
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 10 }), fc.record(options), (all, given) => {
      const sessions = all.map(({ breaks, standing, ...rest }): Session => {
        return { ...rest, ...breaks, ...(standing && { standing }) };
      });
      const found = findClashes(sessions, given);
      for (const { count, listed } of Object.values(found)) expect(count).toBe(listed.length);
      // The ends of the others are trimmed in other ways.
      const ended = sessions.filter(({ isDurationAssumed }) => !isDurationAssumed);
      const pairs = findClashes(ended, given).clashes.listed;
      expect(clashingSessions(ended, given)).toEqual(
        new Set(pairs.flatMap((clash) => clash.sessions)),
      );
    }),
    { numRuns: 150 },
  );
});

function pairText(
  code: Clash['code'],
  byName: boolean,
  { title }: Session,
  other: Session,
): string {
  return `${code}${byName ? ' by name' : ''}: ${title}, ${other.title}`;
}

/** The rules again, applied to every pair. */
function compareAll(sessions: readonly Session[], { turnaroundMs, sharedRooms }: ClashOptions) {
  const pairs = { clashes: [] as string[], existing: [] as string[], assumed: [] as string[] };
  const sorted = sessions.toSorted((a, b) => a.startMs - b.startMs || (a.title < b.title ? -1 : 1));
  const address = ({ email = '' }: Person) => email.toLowerCase();
  const roomOf = ({ room }: Session) => room.trim().toLowerCase();
  /** An assumed end is no later than the next start in the room, the turnaround before it. */
  const endOf = (session: Session, others: readonly Session[]) => {
    const next = others.filter(
      (other) =>
        roomOf(other) === roomOf(session) &&
        roomOf(other) !== '' &&
        other.startMs > session.startMs,
    );
    const latest = Math.min(...next.map(({ startMs }) => startMs)) - turnaroundMs;
    return session.isDurationAssumed
      ? Math.min(session.endMs, Math.max(session.startMs + 1, latest))
      : session.endMs;
  };
  for (const [at, a] of sorted.entries()) {
    for (const b of sorted.slice(at + 1)) {
      const hasSameEnd = a.endMs === b.endMs || a.isDurationAssumed || b.isDurationAssumed;
      const isSame = a.submissionId !== undefined && a.submissionId === b.submissionId;
      if (isSame && a.startMs === b.startMs && hasSameEnd) continue;
      if (a.standing === 'outside' && b.standing === 'outside') continue;
      const verdict = a.standing === undefined || b.standing === undefined ? 'clashes' : 'existing';
      if (roomOf(a) !== '' && roomOf(a) === roomOf(b) && !sharedRooms.includes(roomOf(a))) {
        const staying = sorted.filter(({ standing }) => standing !== undefined);
        const end = a.standing === undefined ? a.endMs : endOf(a, staying);
        const isCertain = !a.isDurationAssumed || b.startMs < a.startMs + 1 + turnaroundMs;
        const isPutInto = a.standing !== undefined && b.standing === undefined;
        if (b.startMs < end + turnaroundMs && (isCertain || isPutInto)) {
          const code = b.startMs < end ? 'room' : 'turnaround';
          pairs[isCertain ? verdict : 'assumed'].push(pairText(code, false, a, b));
        }
      }
      if (b.startMs >= endOf(a, sorted)) continue;
      if (roomOf(a) === roomOf(b) && sharedRooms.includes(roomOf(a))) continue;
      const addresses = ['x@e.org', 'y@e.org'].filter((wanted) =>
        [a, b].every(({ people }) => people.some((person) => address(person) === wanted)),
      );
      const names = ['Ada', 'Ben', 'Cleo'].filter((name) => {
        const namesakes = [a, b].map(({ people }) =>
          people.filter((person) => person.name === name),
        );
        const haveAddresses = namesakes.map((people) =>
          people.some((person) => address(person) !== ''),
        );
        return namesakes.every(({ length }) => length > 0) && !haveAddresses.every(Boolean);
      });
      const isCertain = !a.isDurationAssumed || a.startMs === b.startMs;
      pairs[isCertain ? verdict : 'assumed'].push(
        ...addresses.map(() => pairText('person', false, a, b)),
        ...names.map(() => pairText('person', true, a, b)),
      );
    }
  }
  return pairs;
}
