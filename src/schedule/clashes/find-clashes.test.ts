// Sessions that cannot take place as planned.
import { describe, expect, it } from 'vitest';
import type { Person, Session } from '../session.ts';
import { trimAssumedEnds } from '../session-end.ts';
import type { ClashOptions } from './clash-groups.ts';
import { type Clash, findClashes } from './find-clashes.ts';

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
  return (
    `${code} ${what}${byName ? ' (by name)' : ''}: ` +
    `${sessions.map(({ title }) => title).join(', ')}`
  );
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

it('has breaks that end talks without an end, and clash with talks of their rooms', () => {
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

it('an assumed end is the next start in the room, also of several sessions at once', () => {
  const sessions = ['A', 'B', 'C'].map((title) => {
    return session(title, '09:00-09:45', { room: 'Hall', isDurationAssumed: true });
  });
  const trimmed = trimAssumedEnds([...sessions, session('Next', '09:30-10:00', inRoom('Hall'))]);
  const ends = trimmed.map(({ endMs }) => new Date(endMs).toISOString().slice(11, 16));
  expect(ends).toEqual(['09:30', '09:30', '09:30', '10:00']);
});

it('counts 3,000 sessions in one room exactly, and lists the first thousand pairs', () => {
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

it('lists the first pairs of a session, whatever distinguishes the other ones', () => {
  const changed = Array.from({ length: 1000 }, (_, index) =>
    session(`Talk ${index}`, '10:00-10:30', inRoom('Hall')),
  );
  const sessions = [
    session('Day', '09:00-12:00', inRoom('Hall')),
    session('Outside', '09:30-09:45', { ...inRoom('Hall'), standing: 'outside' }),
    ...changed,
  ];
  expect(clashes(sessions)[0]).toBe('room Hall: Day, Outside');
});
