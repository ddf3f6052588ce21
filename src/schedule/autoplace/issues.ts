// Owns what a placement breaks, as data: the wishes of talks alone and together, and the musts of talks that never move.

import { findClashes } from '../clashes.ts';
import { toRfc3339 } from '../dates/zoned-time.ts';
import { grouped } from '../grouped.ts';
import { isInRooms, type Session } from '../session.ts';
import type { Talk } from './input.ts';
import { type Interval, overlaps } from './intervals.ts';
import type { RoomTime } from './lanes.ts';
import { type RoomLimit, roomLimits, type TimeLimit, timeLimits, timesOf, unwantedTimes } from './limits.ts';
import { isWishedRoom, overCapacity, type Placing } from './placing.ts';
import type { Positions } from './result.ts';

/** Something that is broken: its talks are indexes of the input. */
export type Issue = {
  readonly strength: 'must' | 'strong' | 'weak';
  readonly amount: number;
  readonly talks: readonly number[];
} & IssueKind;

type IssueKind =
  /** Two talks at the same time; `what` is the person. */
  | { readonly kind: 'person'; readonly what: string }
  /** `what` is the room. `isApart`: one after the other, without the turnaround. */
  | { readonly kind: 'same_room'; readonly what: string; readonly isApart: boolean }
  /** `what` is the title of the break. */
  | { readonly kind: 'break'; readonly what: string }
  | { readonly kind: RoomLimit['kind'] | TimeLimit['kind']; readonly what: string }
  | { readonly kind: 'capacity'; readonly expected: number; readonly capacity: number; readonly room: string }
  /** Talks of a track at the same time. */
  | { readonly kind: 'parallel'; readonly what: string }
  /** The first talk begins before the second has ended. */
  | { readonly kind: 'after' }
  | { readonly kind: 'not_with' }
  /** `what` is the person. */
  | { readonly kind: 'rather_not'; readonly what: string; readonly start: string }
  | { readonly kind: 'track_rooms'; readonly what: string; readonly rooms: readonly string[] }
  /** The talks `by` are between talks of the track. */
  | { readonly kind: 'interrupted'; readonly what: string; readonly room: string; readonly by: readonly number[] }
  | { readonly kind: 'room_wish'; readonly room: string; readonly wished: readonly string[] };

/** A talk that has a place. */
interface PlacedTalk extends Interval {
  readonly index: number;
  readonly talk: Talk;
  readonly group: number;
  /** Each fixed talk has a lane of its own. */
  readonly lane: number;
  readonly place: RoomTime;
}

/** All wishes that a placement does not meet. @param positions by item; without one, the item is left out */
export function issuesOf(placing: Placing, positions: Positions): readonly Issue[] {
  const { items, fixed, lanes } = placing;
  const placed: readonly PlacedTalk[] = [
    ...items.flatMap(({ length, ...item }, at): readonly PlacedTalk[] => {
      const { lane = -1, start = 0 } = positions[at] ?? {};
      const place = lanes[lane];
      return place === undefined ? [] : [{ ...item, lane, place, from: start, to: start + length }];
    }),
    ...fixed.map((each, at) => ({ ...each, lane: lanes.length + at })),
  ].toSorted((a, b) => a.index - b.index);
  const byIndex = new Map(placed.map((each) => [each.index, each]));
  return [
    ...placed.flatMap((each) => ownIssues(placing, each)),
    ...placed.flatMap((each) => pairIssues(byIndex, each)),
    ...trackIssues(placing, placed),
  ];
}

/** Which of a talk's own wishes its room and time do not meet. Nothing of a fixed talk can be met any more. */
function ownIssues({ clock, lanes, input }: Placing, { index, talk, lane, ...time }: PlacedTalk): readonly Issue[] {
  const { room, capacity } = lanes[lane]?.period ?? {};
  if (room === undefined) return [];
  const { expected = 0, roomWishes: wished } = talk;
  const talks = [index];
  const amount = overCapacity(talk, capacity);
  const start = (minute: number) => toRfc3339(clock.ms(minute), input.zone);
  return [
    ...(amount > 0
      ? [{ kind: 'capacity', strength: 'strong', amount, talks, expected, capacity: capacity ?? 0, room } as const]
      : []),
    ...unwantedTimes(talk, clock)
      .filter((each) => overlaps(each, time))
      .map(({ person: what, from }): Issue => {
        return {
          kind: 'rather_not',
          strength: 'strong',
          amount: 1,
          talks,
          what,
          start: start(Math.max(from, time.from)),
        };
      }),
    ...(isWishedRoom(talk, room)
      ? []
      : [{ kind: 'room_wish', strength: 'weak', amount: 1, talks, room, wished } as const]),
  ];
}

/** The wishes that a talk has about others. */
function pairIssues(placed: ReadonlyMap<number, PlacedTalk>, own: PlacedTalk): readonly Issue[] {
  const strong = { strength: 'strong', amount: 1 } as const;
  const others = (indexes: readonly number[]) => indexes.flatMap((other) => placed.get(other) ?? []);
  return [
    ...others(own.talk.after)
      .filter((other) => own.from < other.to)
      .map((other): Issue => ({ kind: 'after', ...strong, talks: [own.index, other.index] })),
    ...others(own.talk.notWith)
      .filter((other) => overlaps(own, other))
      .map((other): Issue => ({ kind: 'not_with', ...strong, talks: [own.index, other.index] })),
  ];
}

function trackIssues({ tracks, rooms }: Placing, placed: readonly PlacedTalk[]): readonly Issue[] {
  const inTracks = [
    ...grouped(
      placed.filter(({ group }) => group >= 0),
      ({ group }) => group,
    ).values(),
  ];
  const trackOf = ([first]: readonly PlacedTalk[]) => tracks[first?.group ?? -1] ?? '';
  const roomOf = (talk: PlacedTalk | undefined) => rooms[talk?.place.room ?? -1] ?? '';
  const inRooms = grouped(placed, ({ place: { room, day } }) => `${room} ${day}`);
  return [
    ...inTracks.flatMap((own) => parallelIssues(trackOf(own), own)),
    ...inTracks.flatMap((own): readonly Issue[] => {
      const named = [...new Set(own.map(roomOf))].sort();
      const broken = { strength: 'weak', amount: named.length - 1, talks: indexesOf(own) } as const;
      return named.length < 2 ? [] : [{ kind: 'track_rooms', ...broken, what: trackOf(own), rooms: named }];
    }),
    ...[...inRooms.values()].flatMap((inRoom) =>
      interruptions(inRoom).map(({ talks, between, returns }): Issue => {
        const broken = { strength: 'weak', amount: returns, talks: indexesOf(talks) } as const;
        return { kind: 'interrupted', ...broken, what: trackOf(talks), room: roomOf(talks[0]), by: indexesOf(between) };
      }),
    ),
  ];
}

function parallelIssues(what: string, own: readonly PlacedTalk[]): readonly Issue[] {
  return own.flatMap((one, at) =>
    own
      .slice(at + 1)
      .filter((other) => other.lane !== one.lane && overlaps(one, other))
      .map((other): Issue => {
        return { kind: 'parallel', strength: 'strong', amount: 1, talks: [one.index, other.index], what };
      }),
  );
}

/** The tracks that begin more than once in a room on a day, with what is between their talks. */
function interruptions(given: readonly PlacedTalk[]) {
  const inRoom = given.toSorted((a, b) => a.place.start - b.place.start || a.lane - b.lane || a.from - b.from);
  const begins = inRoom.filter(({ group }, at) => group >= 0 && group !== inRoom[at - 1]?.group);
  return [...grouped(begins, ({ group }) => group)].flatMap(([track, own]) => {
    const isOwn = ({ group }: PlacedTalk) => group === track;
    const span = inRoom.slice(inRoom.findIndex(isOwn), inRoom.findLastIndex(isOwn) + 1);
    const between = span.filter((each) => !isOwn(each));
    return own.length < 2 ? [] : [{ talks: span.filter(isOwn), between, returns: own.length - 1 }];
  });
}

function indexesOf(placed: readonly PlacedTalk[]): readonly number[] {
  return placed.map(({ index }) => index);
}

/** The musts that talks break which never move. Two sessions that are not in the file are not compared. */
export function brokenMusts({ input, clock, fixed }: Placing): readonly Issue[] {
  const must = { strength: 'must', amount: 2 } as const;
  const times = timesOf(input, clock);
  const own = fixed.flatMap(({ index, talk, ...time }): readonly Issue[] => {
    const isDuring = (period: Pick<Session, 'startMs' | 'endMs'>) =>
      talk.session.startMs < period.endMs && period.startMs < talk.session.endMs;
    const isFree = ({ free }: TimeLimit) => free.some(({ from, to }) => from <= time.from && time.to <= to);
    const periods = input.periods.filter((period) => isDuring(period) && isInRooms(talk.session, [period.room]));
    const limits = [
      ...timeLimits(talk, times).filter((limit) => !isFree(limit)),
      ...periods.flatMap((period) => roomLimits(talk, period)),
    ];
    const known = new Map(limits.map(({ kind, what }) => [`${kind} ${what}`, { kind, what }]));
    return [...known.values()].map((limit): Issue => ({ ...must, ...limit, talks: [index] }));
  });
  // Sessions of one submission do not clash; a row without one has an empty id.
  const indexOf = new Map(
    fixed.map(({ index, talk: { session } }): [Session, number] => [
      {
        ...session,
        submissionId: session.submissionId || undefined,
        ...(session.line === undefined && { standing: 'outside' }),
      },
      index,
    ]),
  );
  const options = { turnaroundMs: input.options.turnaroundMs, sharedRooms: [] };
  const clashes = findClashes([...indexOf.keys(), ...input.breaks], options).clashes.listed;
  return [
    ...own,
    ...clashes.map(({ kind, what, sessions: [one, other] }): Issue => {
      const talks = [one, other].flatMap((session) => indexOf.get(session) ?? []);
      const pause = [one, other].find(({ isBreak }) => isBreak === true);
      if (pause !== undefined) return { ...must, kind: 'break', what: pause.title, talks };
      if (kind === 'person') return { ...must, kind: 'person', what, talks };
      return { ...must, kind: 'same_room', what, talks, isApart: one.endMs <= other.startMs };
    }),
  ];
}
