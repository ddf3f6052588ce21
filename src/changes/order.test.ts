// Placements in an order that the room rule accepts, for any plan that obeys it in the end.
import { array, assert as check, constantFrom, nat, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Move, orderMoves, type PlacedSession } from './order.ts';
import type { Slot } from './room-rule.ts';

const minute = 60_000;
const slot = (room: string, start: number, length: number): Slot => ({
  room,
  startMs: start * minute,
  endMs: (start + length) * minute,
});

/** A session of 30 minutes that takes its room. */
function session(id: string, now: readonly [string, number], to?: readonly [string, number]) {
  const place = (at: readonly [string, number] | undefined) => at && slot(at[0], at[1], 30);
  return { id, now: place(now), to: place(to), takesRoom: true };
}

/** `a→Hall 30` for each move, wave by wave; one that waits has a `!`. */
const text = (waves: readonly (readonly Move[])[]) =>
  waves.map((wave) =>
    wave.map(
      ({ id, to, isInterim }) => `${id}→${to.room} ${to.startMs / minute}${isInterim ? '!' : ''}`,
    ),
  );

describe('the order', () => {
  it('begins with what leaves its place', () => {
    const sessions = [
      session('a', ['Hall', 0], ['Hall', 10]),
      session('b', ['Hall', 30], ['Hall', 40]),
      session('c', ['Lab', 0], ['Lab', 10]),
      session('d', ['Hall', 60], ['hall', 70]),
    ];
    expect(text(orderMoves(sessions))).toEqual([
      ['c→Lab 10', 'd→hall 70'],
      ['b→Hall 40'],
      ['a→Hall 10'],
    ]);
  });

  it('lets one session of a swap wait after everything that is or will be in its room', () => {
    const sessions = [
      session('a', ['Hall', 0], ['Lab', 60]),
      session('b', ['Lab', 60], ['Hall', 0]),
      session('c', ['Hall', 100]),
      session('d', ['Lab', 0], ['Hall', 200]),
    ];
    expect(text(orderMoves(sessions))).toEqual([
      ['a→Hall 230!', 'd→Hall 200'],
      ['b→Hall 0'],
      ['a→Lab 60'],
    ]);
  });

  it('lets one session of a rotation wait', () => {
    const sessions = [
      session('a', ['Hall', 0], ['Hall', 30]),
      session('b', ['Hall', 30], ['Hall', 60]),
      session('c', ['Hall', 60], ['Hall', 0]),
    ];
    expect(text(orderMoves(sessions))).toEqual([
      ['a→Hall 90!'],
      ['c→Hall 0'],
      ['b→Hall 60'],
      ['a→Hall 30'],
    ]);
  });

  it('lets the long session wait that takes the places of several', () => {
    const sessions: PlacedSession[] = [
      session('a', ['Lab', 0], ['Hall', 0]),
      session('b', ['Lab', 30], ['Hall', 30]),
      { id: 'long', now: slot('Hall', 0, 60), to: slot('Lab', 0, 60), takesRoom: true },
    ];
    expect(text(orderMoves(sessions))).toEqual([
      ['long→Hall 60!'],
      ['a→Hall 0', 'b→Hall 30'],
      ['long→Lab 0'],
    ]);
  });

  it('lets sessions overlap that take no room', () => {
    const sessions = [
      { ...session('a', ['Hall', 0], ['Lab', 60]), takesRoom: false },
      session('b', ['Lab', 60], ['Hall', 0]),
      { id: 'new', now: undefined, to: slot('Hall', 20, 30), takesRoom: false },
    ];
    expect(text(orderMoves(sessions))).toEqual([['a→Lab 60', 'b→Hall 0', 'new→Hall 20']]);
  });

  it('is found for a chain of twenty thousand sessions', () => {
    const sessions = Array.from({ length: 20_000 }, (_, at) =>
      session(String(at), ['Hall', 30 * at], ['Hall', 30 * at + 10]),
    );
    expect(orderMoves(sessions)).toHaveLength(sessions.length);
  });
});

/** A small model of the service: where sessions are, and what it accepts. */
function openService(sessions: readonly PlacedSession[]) {
  const exclusive = new Set(sessions.flatMap(({ id, takesRoom }) => (takesRoom ? [id] : [])));
  const places = new Map(sessions.map(({ id, now }) => [id, now]));
  const isTaken = (by: string, { room, startMs, endMs }: Slot) =>
    [...places].some(([id, place]) => {
      if (id === by || !exclusive.has(id) || place?.room !== room) return false;
      return place.startMs < endMs && startMs < place.endMs;
    });
  return {
    places,
    /** Whether the service accepts a placement. */
    place(id: string, to: Slot): boolean {
      if (exclusive.has(id) && isTaken(id, to)) return false;
      places.set(id, to);
      return true;
    },
  };
}

interface Drawn {
  readonly minutes: number;
  /** Its room, and the minutes that stay free before it. */
  readonly from: string | undefined;
  readonly gap: number;
  readonly to: string | undefined;
  /** The smaller, the earlier it is in its new room. */
  readonly rank: number;
  readonly takesRoom: boolean;
}

const rooms = ['Hall', 'Lab', 'Attic'];
const conference = array(
  record<Drawn>({
    minutes: constantFrom(10, 20, 30, 40, 90),
    from: constantFrom(undefined, ...rooms),
    gap: constantFrom(0, 0, 0, 5, 40),
    to: constantFrom(undefined, ...rooms, ...rooms),
    rank: nat(1000),
    takesRoom: constantFrom(true, true, true, false),
  }),
  { maxLength: 40 },
);

/** The sessions of a conference in which none overlap that take their rooms, before and after. */
function sessionsOf(drawn: readonly Drawn[]): readonly PlacedSession[] {
  const ends = new Map<string, number>();
  const placed = drawn.map(({ from, gap, minutes }) => {
    if (from === undefined) return undefined;
    const start = (ends.get(from) ?? 0) + gap;
    ends.set(from, start + minutes);
    return slot(from, start, minutes);
  });
  const taken = placed.filter((_, at) => drawn[at]?.to === undefined);
  const targets = new Map<Drawn, Slot>();
  for (const each of drawn.toSorted((one, other) => one.rank - other.rank)) {
    const { to, minutes, takesRoom, rank } = each;
    if (to === undefined) continue;
    let place = slot(to, takesRoom ? 0 : rank, minutes);
    const obstacle = () => taken.find((other) => other && takesRoom && overlap(other, place));
    for (let other = obstacle(); other !== undefined; other = obstacle())
      place = slot(to, other.endMs / minute, minutes);
    if (takesRoom) taken.push(place);
    targets.set(each, place);
  }
  return drawn.map((each, at) => ({
    id: `s${at}`,
    now: placed[at],
    to: targets.get(each),
    takesRoom: each.takesRoom,
  }));
}

const overlap = (one: Slot, other: Slot) =>
  one.room === other.room && one.startMs < other.endMs && other.startMs < one.endMs;

describe('for any conference', () => {
  it('every move is accepted, and all sessions are in their places in the end', () => {
    check(
      property(conference, (drawn) => {
        const sessions = sessionsOf(drawn);
        const service = openService(sessions);
        const done = new Set<Move>();
        for (const wave of orderMoves(sessions)) {
          for (const move of wave) {
            expect(move.after.every((other) => done.has(other))).toBe(true);
            expect(service.place(move.id, move.to)).toBe(true);
          }
          for (const move of wave) done.add(move);
        }
        for (const { id, now, to } of sessions) expect(service.places.get(id)).toEqual(to ?? now);
      }),
      { numRuns: 500 },
    );
  });

  it('the moves of a wave are accepted in the opposite order as well', () => {
    check(
      property(conference, (drawn) => {
        const sessions = sessionsOf(drawn);
        const service = openService(sessions);
        for (const wave of orderMoves(sessions))
          for (const { id, to } of wave.toReversed()) expect(service.place(id, to)).toBe(true);
      }),
    );
  });

  it('a session waits in its own room for its own duration, and only if it must', () => {
    check(
      property(conference, (drawn) => {
        const sessions = sessionsOf(drawn);
        const interims = orderMoves(sessions)
          .flat()
          .filter(({ isInterim }) => isInterim);
        expect(new Set(interims.map(({ id }) => id)).size).toBe(interims.length);
        for (const { id, to } of interims) {
          const now = sessions.find((each) => each.id === id)?.now;
          expect([to.room, to.endMs - to.startMs]).toEqual([
            now?.room,
            (now?.endMs ?? 0) - (now?.startMs ?? 0),
          ]);
        }
        if (interims.length > 0) expect(isStuck(sessions)).toBe(true);
      }),
    );
  });

  it('of sessions that exchange equal places, one of each cycle waits', () => {
    check(
      property(array(nat(1000), { maxLength: 30 }), (ranks) => {
        const order = ranks
          .map((_, at) => at)
          .sort((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0));
        const sessions = order.map((to, at) =>
          session(`s${at}`, ['Hall', 30 * at], ['Hall', 30 * to]),
        );
        const interims = orderMoves(sessions)
          .flat()
          .filter(({ isInterim }) => isInterim);
        expect(interims).toHaveLength(cyclesIn(order));
      }),
    );
  });
});

/** Whether sessions are left after each one has been moved that can be. */
function isStuck(sessions: readonly PlacedSession[]): boolean {
  const { place } = openService(sessions);
  let left = sessions.flatMap(({ id, to }) => (to === undefined ? [] : [{ id, to }]));
  for (let before = -1; before !== left.length; ) {
    before = left.length;
    left = left.filter(({ id, to }) => !place(id, to));
  }
  return left.length > 0;
}

/** The cycles of a permutation that move something. */
function cyclesIn(order: readonly number[]): number {
  const seen = new Set<number>();
  let count = 0;
  for (const first of order.keys()) {
    if (seen.has(first) || order[first] === first) continue;
    count++;
    for (let at = first; !seen.has(at); at = order[at] ?? first) seen.add(at);
  }
  return count;
}
