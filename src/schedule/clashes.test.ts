// Sessions that cannot take place as planned.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClashOptions } from './clash-groups.ts';
import { type Clash, clashingSessions, findClashes } from './clashes.ts';
import { type Person, type Session, trimAssumedEnds } from './session.ts';

const strict: ClashOptions = { turnaroundMs: 0, sharedRooms: [] };

/** `09:00-09:45` on one day in UTC. */
function session(title: string, times: string, more: Partial<Session> = {}): Session {
  const [startMs = 0, endMs = 0] = times
    .split('-')
    .map((time) => Date.parse(`2026-05-02T${time}Z`));
  return { title, room: '', startMs, endMs, isDurationAssumed: false, people: [], ...more };
}

const inRoom = (room: string) => ({ room });
const by = (...people: Person[]) => ({ people });

/** `room Hall: A, B`, and a person's `(by name)`. */
function described({ code, what, sessions, byName }: Clash): string {
  return `${code} ${what}${byName ? ' (by name)' : ''}: ${sessions.map(({ title }) => title).join(', ')}`;
}

function clashes(sessions: readonly Session[], options: Partial<ClashOptions> = {}): string[] {
  return findClashes(sessions, { ...strict, ...options }).clashes.listed.map(described);
}

describe('a room', () => {
  it('holds one session at a time', () => {
    const sessions = [
      session('Long', '09:00-12:00', inRoom('Hall')),
      session('Early', '08:30-09:01', inRoom('Hall')),
      session('Inside', '10:00-10:30', inRoom('Hall')),
      session('Elsewhere', '10:00-10:30', inRoom('Studio')),
    ];
    expect(clashes(sessions)).toEqual(['room Hall: Early, Long', 'room Hall: Long, Inside']);
  });

  it('may be shared', () => {
    const sessions = [
      session('A', '09:00-09:45', inRoom('Hallway')),
      session('B', '09:00-09:45', inRoom('hallway')),
    ];
    expect(clashes(sessions, { sharedRooms: [' HALLWAY '] })).toEqual([]);
    expect(clashes(sessions, { sharedRooms: ['Hall'] })).toEqual(['room Hallway: A, B']);
  });

  it('that is shared has a person in several sessions at once, and no other room does', () => {
    const chaired = { ...by({ name: 'Ada Moe' }), ...inRoom('Foyer') };
    const posters = ['A', 'B', 'C'].map((title) => session(title, '09:00-10:00', chaired));
    const elsewhere = session('D', '09:30-10:00', { ...chaired, room: 'Hall' });
    expect(clashes(posters, { sharedRooms: ['foyer'] })).toEqual([]);
    expect(clashes([...posters.slice(1), elsewhere], { sharedRooms: ['foyer', 'Lab'] })).toEqual([
      'person Ada Moe (by name): B, D',
      'person Ada Moe (by name): C, D',
    ]);
  });
});

describe('a person', () => {
  const amina = { name: 'Amina Okoye', email: 'amina@example.org' };

  it.each([
    ['by address, whatever the name', amina, { name: 'A. Okoye', email: ' Amina@Example.ORG' }, ''],
    ['by name, where one address is missing', amina, { name: ' Amina Okoye ' }, ' (by name)'],
    [
      'by name, where one address is masked',
      amina,
      { ...amina, email: 'a***@e***.org' },
      ' (by name)',
    ],
  ])('is recognized %s', (_, one, other, byName) => {
    const sessions = [session('A', '09:00-09:45', by(one)), session('B', '09:30-10:00', by(other))];
    expect(clashes(sessions)).toEqual([`person Amina Okoye${byName}: A, B`]);
  });

  it.each([
    ['another address', amina, { ...amina, email: 'amina@example.com' }],
    ['another name', { name: 'Amina Okoye' }, { name: 'Amina Okoya' }],
    ['no name', { name: '' }, { name: ' ' }],
  ])('is another person with %s', (_, one, other) => {
    const sessions = [session('A', '09:00-09:45', by(one)), session('B', '09:00-09:45', by(other))];
    expect(clashes(sessions)).toEqual([]);
  });

  it('who is listed twice in a session clashes once, by address', () => {
    const twice = by({ name: 'Amina Okoye' }, amina, { name: 'Amina Okoye' });
    expect(clashes([session('A', '09:00-09:45', twice)])).toEqual([]);
    expect(
      clashes([session('A', '09:00-09:45', twice), session('B', '09:00-09:45', twice)]),
    ).toEqual(['person Amina Okoye: A, B']);
  });

  it('without a name is not named by the address', () => {
    const nameless = by({ name: '', email: 'amina@example.org' });
    expect(
      clashes([session('A', '09:00-09:45', nameless), session('B', '09:00-09:45', nameless)]),
    ).toEqual(['person : A, B']);
    const typed = by({ name: 'amina@example.org' });
    expect(
      clashes([session('A', '09:00-09:45', typed), session('B', '09:00-09:45', typed)]),
    ).toEqual(['person  (by name): A, B']);
  });
});

describe('a submission', () => {
  it('clashes with itself in overlapping slots, and with others in all of them', () => {
    const talk = { submissionId: 'sub_1', ...inRoom('Hall'), ...by({ name: 'Amina Okoye' }) };
    const sessions = [
      session('Talk', '11:00-11:30', talk),
      session('Talk again', '09:00-09:30', talk),
      session('Talk, too', '09:15-09:45', talk),
      session('Other', '11:15-11:45', { ...inRoom('Hall'), submissionId: 'sub_2' }),
    ];
    expect(clashes(sessions)).toEqual([
      'room Hall: Talk again, Talk, too',
      'person Amina Okoye (by name): Talk again, Talk, too',
      'room Hall: Talk, Other',
    ]);
  });

  it('is not one session with another of its title in the same room, if neither has an id', () => {
    const rows = ['', ''].map(() => session('Lunch talk', '09:00-09:30', inRoom('Hall')));
    expect(clashes(rows)).toEqual(['room Hall: Lunch talk, Lunch talk']);
  });

  it.each([{ submissionId: 'sub_1' }, {}])(
    'is one session in rooms with a row each: %j',
    (talk) => {
      const people = by({ name: 'Amina Okoye' });
      const rows = ['Hall', 'Lab'].map((room) =>
        session('Talk', '09:00-09:30', { ...talk, ...people, room }),
      );
      expect(clashes(rows)).toEqual([]);
      const [first, second] = rows.map((row, at) => ({ ...row, endMs: row.endMs + at }));
      const both = first !== undefined && second !== undefined ? [first, second] : [];
      expect(clashes(both)).toEqual(['person Amina Okoye (by name): Talk, Talk']);
    },
  );
});

it('has breaks that end talks without an end, and clash with talks of their rooms, not with each other in all rooms', () => {
  const lunch = (times: string) => session('Lunch', times, { isBreak: true, isEverywhere: true });
  const open = { ...inRoom('Hall'), isDurationAssumed: true, standing: 'outside' as const };
  const found = findClashes(
    [
      session('Open', '09:00-09:45', open),
      lunch('09:30-10:00'),
      lunch('09:45-10:15'),
      session('A', '10:10-11:00', inRoom('Lab')),
    ],
    { turnaroundMs: 10 * 60_000, sharedRooms: [] },
  );
  expect([found.clashes.listed.map(described), found.assumed.count]).toEqual([
    ['room Lab: Lunch, A'],
    0,
  ]);
  const late = findClashes(
    [
      session('Open', '09:00-09:45', open),
      lunch('09:30-10:00'),
      session('B', '09:30-10:00', inRoom('Hall')),
    ],
    strict,
  );
  expect([late.clashes.listed.map(described), late.assumed.count]).toEqual([
    ['room Hall: B, Lunch'],
    0,
  ]);
});

it('an assumed end is the next start in the room, also of several sessions that start together', () => {
  const sessions = ['A', 'B', 'C'].map((title) => {
    return session(title, '09:00-09:45', { room: 'Hall', isDurationAssumed: true });
  });
  const trimmed = trimAssumedEnds([...sessions, session('Next', '09:30-10:00', inRoom('Hall'))]);
  const ends = trimmed.map(({ endMs }) => new Date(endMs).toISOString().slice(11, 16));
  expect(ends).toEqual(['09:30', '09:30', '09:30', '10:00']);
});

it('counts the pairs that comparing every pair finds, as clashes, existing ones and those of assumed ends', () => {
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
    fc.property(fc.array(drawn, { maxLength: 14 }), fc.record(options), (all, given) => {
      const sessions = all.map(({ lasts, standing, ...rest }, index): Session => {
        const plan = standing === undefined ? {} : { standing };
        return { ...rest, ...plan, title: `${index}`, endMs: rest.startMs + lasts };
      });
      const found = findClashes(sessions, given);
      const expected = compareAll(sessions, given);
      for (const verdict of ['clashes', 'existing', 'assumed'] as const) {
        const { count, listed } = found[verdict];
        const pairs = listed.map(({ code, sessions: [a, b], byName }) =>
          pairText(code, byName, a, b),
        );
        expect(pairs.sort()).toEqual(expected[verdict].sort());
        expect(count).toBe(listed.length);
      }
      const titles = (some: Iterable<Session>) => new Set(Array.from(some, ({ title }) => title));
      const clashing = found.clashes.listed.flatMap((clash) => clash.sessions);
      expect(titles(clashingSessions(sessions, given))).toEqual(titles(clashing));
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
  const found = { clashes: [] as string[], existing: [] as string[], assumed: [] as string[] };
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
          found[isCertain ? verdict : 'assumed'].push(pairText('room', false, a, b));
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
        const known = namesakes.map((each) => each.some((person) => address(person) !== ''));
        return namesakes.every(({ length }) => length > 0) && !known.every(Boolean);
      });
      const isCertain = !a.isDurationAssumed || a.startMs === b.startMs;
      found[isCertain ? verdict : 'assumed'].push(
        ...addresses.map(() => pairText('person', false, a, b)),
        ...names.map(() => pairText('person', true, a, b)),
      );
    }
  }
  return found;
}

it('counts 3,000 sessions in one room at one time exactly, and lists the first thousand pairs of each room and person', () => {
  const sessions = Array.from({ length: 3000 }, (_, index) =>
    session(`Talk ${index}`, '09:00-09:45', { room: 'Hall', submissionId: `sub_${index}` }),
  );
  const crowd = Array.from({ length: 100 }, (_, index) =>
    session(`${index}`, '11:00-12:00', by({ name: 'Ada' })),
  );
  const { count, listed } = findClashes([...sessions, ...crowd], strict).clashes;
  expect(count).toBe(4_498_500 + 4950);
  const listedIn = (what: string) => listed.filter((clash) => clash.what === what).length;
  expect([listedIn('Hall'), listedIn('Ada')]).toEqual([1000, 1000]);
});
