// Lists what a placement breaks: musts, moves and wishes, each with its talks. It counts by itself what the search counts. Pure.
import { foldKey } from '../../contract/key.ts';
import type { Session } from '../session.ts';
import { type Interval, overlaps } from './intervals.ts';
import type { RoomLimit, TimeLimit } from './limits.ts';
import { dayOf, isWishedRoom, limitsIn, overCapacity, type PlaceableTalk, type Placing, varieties } from './placing.ts';

/** Where an item is: a lane and a minute. */
export interface Position {
  readonly lane: number;
  readonly start: number;
}

/** By item; undefined for one that is left out. */
export type Positions = readonly (Position | undefined)[];

export type Strength = 'must' | 'moved' | 'strong' | 'weak';

/** Something that is broken: its talks are indexes of the input. */
export type Issue = {
  readonly strength: Strength;
  readonly amount: number;
  readonly talks: readonly number[];
} & IssueKind;

type IssueKind =
  /** Two talks at the same time, or too close for the way between their rooms. */
  | { readonly kind: 'person'; readonly what: string }
  /** Two talks that never move; `what` is the room. */
  | { readonly kind: 'same_room'; readonly what: string }
  | { readonly kind: RoomLimit['kind'] | TimeLimit['kind']; readonly what: string }
  | { readonly kind: 'moved'; readonly from: Pick<Session, 'room' | 'startMs'> }
  /** It had to move, and is no longer at its time, or on its day. */
  | { readonly kind: 'other_time'; readonly from: Pick<Session, 'startMs'> }
  | { readonly kind: 'capacity'; readonly expected: number; readonly capacity: number; readonly room: string }
  /** Talks of a track at the same time. */
  | { readonly kind: 'parallel'; readonly what: string }
  /** The first talk begins before the second has ended. */
  | { readonly kind: 'after' }
  | { readonly kind: 'not_with' }
  /** `what` is the person. */
  | { readonly kind: 'rather_not'; readonly what: string }
  | { readonly kind: 'track_rooms'; readonly what: string; readonly rooms: readonly string[] }
  /** Others are between talks of the track. */
  | { readonly kind: 'interrupted'; readonly what: string; readonly room: string }
  /** Talks at about the same time that have one level, or one language. */
  | { readonly kind: 'variety'; readonly of: (typeof varieties)[number]; readonly what: string }
  | { readonly kind: 'room_wish'; readonly room: string; readonly wished: readonly string[] };

/** A talk that has a place: an item, or a fixed one. */
interface Placed extends Interval {
  readonly index: number;
  readonly lane: number | undefined;
  readonly room: string;
}

export function issuesOf(placing: Placing, positions: Positions): readonly Issue[] {
  const { items, fixed, lanes, input } = placing;
  const placed = new Map<number, Placed>();
  for (const { index, from, to, talk } of fixed) {
    placed.set(index, { index, from, to, lane: undefined, room: talk.session.room });
  }
  for (const [item, position] of positions.entries()) {
    const { index = -1, length = 0 } = items[item] ?? {};
    if (position === undefined) continue;
    const { lane, start } = position;
    placed.set(index, { index, from: start, to: start + length, lane, room: lanes[lane]?.period.room ?? '' });
  }
  const own = items.flatMap((_, item) => ownIssues(placing, item, positions[item]));
  const talkIssues = input.talks.flatMap((_, index) => pairIssues(placing, placed, index));
  return [
    ...own,
    ...personIssues(placing, placed),
    ...talkIssues,
    ...trackIssues(placing, placed),
    ...varietyIssues(placing, positions),
  ];
}

/** What an item breaks by itself. */
function ownIssues(placing: Placing, item: number, position: Position | undefined): readonly Issue[] {
  const talk = placing.items[item];
  const lane = position === undefined ? undefined : placing.lanes[position.lane];
  if (talk === undefined || position === undefined || lane === undefined) return [];
  const { index, length, unwanted, previous, formerStart } = talk;
  const time = { from: position.start, to: position.start + length };
  const { room, capacity } = lane.period;
  const { expected = 0, roomWishes, session } = talk.talk;
  const talks = [index];
  const over = overCapacity(talk.talk, capacity);
  const hasMoved = previous !== undefined && (previous.lane !== position.lane || previous.start !== position.start);
  const isFree = (limit: TimeLimit) => limit.free.some(({ from, to }) => from <= time.from && time.to <= to);
  const must = { strength: 'must', amount: 2, talks } as const;
  return [
    ...(talk.roomLimits[position.lane] ?? []).map((limit): Issue => ({ ...must, ...limit })),
    ...limitsIn(placing, item, room)
      .filter((limit) => !isFree(limit))
      .map(({ kind, what }): Issue => ({ ...must, kind, what })),
    ...(hasMoved ? [movedIssue(placing, talks, session)] : []),
    ...(formerStart === undefined || formerStart === position.start
      ? []
      : [otherTimeIssue(talks, session, dayOf(formerStart) === dayOf(lane.start))]),
    ...(over > 0
      ? [
          {
            kind: 'capacity',
            strength: 'strong',
            amount: over,
            talks,
            expected,
            capacity: capacity ?? 0,
            room,
          } as const,
        ]
      : []),
    ...unwanted
      .filter((each) => overlaps(each, time))
      .map(({ person }): Issue => ({ kind: 'rather_not', strength: 'strong', amount: 1, talks, what: person })),
    ...(isWishedRoom(talk.talk, room)
      ? []
      : [{ kind: 'room_wish', strength: 'weak', amount: 1, talks, room, wished: roomWishes } as const]),
  ];
}

function movedIssue({ options }: Placing, talks: readonly number[], { room, startMs }: Session): Issue {
  const cost = options.keep === 'strict' ? ({ strength: 'moved', amount: 1 } as const) : preferred;
  return { kind: 'moved', ...cost, talks, from: { room, startMs } };
}

function otherTimeIssue(talks: readonly number[], { startMs }: Session, isSameDay: boolean): Issue {
  return { kind: 'other_time', strength: 'weak', amount: isSameDay ? 1 : 2, talks, from: { startMs } };
}

const preferred = { strength: 'strong', amount: 2 } as const;

function personIssues({ items, personPairs, walk }: Placing, placed: ReadonlyMap<number, Placed>): readonly Issue[] {
  return personPairs.flatMap(({ first, second, person }): readonly Issue[] => {
    const [a, b] = [first, second].map((item) => placed.get(items[item]?.index ?? -1));
    if (a === undefined || b === undefined) return [];
    const way = walk(a.room, b.room);
    if (!overlaps({ from: a.from - way, to: a.to + way }, b)) return [];
    return [{ kind: 'person', strength: 'must', amount: 2, talks: [a.index, b.index], what: person }];
  });
}

/** The wishes that a talk has about others. */
function pairIssues(
  { input: { talks }, walk }: Placing,
  placed: ReadonlyMap<number, Placed>,
  index: number,
): readonly Issue[] {
  const own = placed.get(index);
  const talk = talks[index];
  if (own === undefined || talk === undefined) return [];
  const strong = { strength: 'strong', amount: 1 } as const;
  const others = (indexes: readonly number[]) => indexes.flatMap((other) => placed.get(other) ?? []);
  const isMovable = (other: Placed) => own.lane !== undefined || other.lane !== undefined;
  // The search has one kind of overlap for pairs, in which the way between rooms counts.
  const way = (other: Placed) => (own.lane === undefined || other.lane === undefined ? 0 : walk(own.room, other.room));
  return [
    ...others(talk.after)
      .filter((other) => isMovable(other) && own.from < other.to)
      .map((other): Issue => ({ kind: 'after', ...strong, talks: [index, other.index] })),
    ...others(talk.notWith)
      .filter((other) => isMovable(other) && other.lane !== own.lane)
      .filter((other) => overlaps({ from: own.from - way(other), to: own.to + way(other) }, other))
      .map((other): Issue => ({ kind: 'not_with', ...strong, talks: [index, other.index] })),
  ];
}

/** The bands whose talks, two or more, all have one level or language. */
function varietyIssues({ items, lanes }: Placing, positions: Positions): readonly Issue[] {
  return varieties.flatMap((of) => {
    const bands = new Map<number, PlaceableTalk[]>();
    for (const [item, talk] of items.entries()) {
      const band = lanes[positions[item]?.lane ?? -1]?.band;
      if (band === undefined || (talk.talk[of] ?? '').trim() === '') continue;
      bands.set(band, [...(bands.get(band) ?? []), talk]);
    }
    return [...bands.values()].flatMap((inBand): readonly Issue[] => {
      const [what = ''] = inBand.map(({ talk }) => talk[of] ?? '');
      if (inBand.length < 2 || inBand.some(({ talk }) => foldKey(talk[of] ?? '') !== foldKey(what))) return [];
      const talks = inBand.map(({ index }) => index);
      return [{ kind: 'variety', strength: 'weak', amount: 1, talks, of, what }];
    });
  });
}

function trackIssues(placing: Placing, placed: ReadonlyMap<number, Placed>): readonly Issue[] {
  const { items, fixed, tracks } = placing;
  const members = tracks.map((): Placed[] => []);
  const lanes = new Map<number, LaneItem[]>();
  for (const { index, group } of items) {
    const place = placed.get(index);
    if (place?.lane === undefined) continue;
    members[group]?.push(place);
    const inLane = lanes.get(place.lane) ?? [];
    lanes.set(place.lane, inLane);
    inLane.push({ group, from: place.from, index });
  }
  const fixedOf = new Map<string, Placed[]>();
  for (const { index, talk } of fixed) {
    const key = foldKey(talk.session.track ?? '');
    const place = placed.get(index);
    if (place !== undefined) fixedOf.set(key, [...(fixedOf.get(key) ?? []), place]);
  }
  return [
    ...tracks.flatMap((what, group) => parallelIssues(what, members[group] ?? [], fixedOf.get(foldKey(what)) ?? [])),
    ...tracks.flatMap((what, group) => roomIssues(what, members[group] ?? [])),
    ...[...lanes].flatMap(([lane, inLane]) => interruptions(placing, lane, inLane)),
  ];
}

function parallelIssues(what: string, own: readonly Placed[], others: readonly Placed[]): readonly Issue[] {
  return own.flatMap((one, at) =>
    [...own.slice(at + 1), ...others]
      .filter((other) => other.lane !== one.lane && overlaps(one, other))
      .map((other): Issue => {
        return { kind: 'parallel', strength: 'strong', amount: 1, talks: [one.index, other.index], what };
      }),
  );
}

function roomIssues(what: string, own: readonly Placed[]): readonly Issue[] {
  const rooms = [...new Set(own.map(({ room }) => room))].sort();
  if (rooms.length < 2) return [];
  const talks = own.map(({ index }) => index);
  return [{ kind: 'track_rooms', strength: 'weak', amount: rooms.length - 1, talks, what, rooms }];
}

interface LaneItem {
  readonly group: number;
  readonly from: number;
  readonly index: number;
}

/** The tracks that begin in a lane more than once. */
function interruptions({ lanes, tracks }: Placing, lane: number, given: readonly LaneItem[]): readonly Issue[] {
  const inLane = given.toSorted((a, b) => a.from - b.from);
  const runs = new Map<number, number>();
  for (const [at, { group }] of inLane.entries()) {
    if (group >= 0 && group !== inLane[at - 1]?.group) runs.set(group, (runs.get(group) ?? 0) + 1);
  }
  const room = lanes[lane]?.period.room ?? '';
  return [...runs].flatMap(([group, count]): readonly Issue[] => {
    if (count < 2) return [];
    const talks = inLane.filter((each) => each.group === group).map(({ index }) => index);
    return [{ kind: 'interrupted', strength: 'weak', amount: count - 1, talks, what: tracks[group] ?? '', room }];
  });
}
