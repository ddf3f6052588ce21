// Lists what a placement breaks: musts, moves and wishes, each with its talks. It counts by itself what the search counts. Pure.
import { foldKey } from '../../contract/key.ts';
import { toRfc3339 } from '../dates/zoned-time.ts';
import type { Session } from '../session.ts';
import type { Talk } from './input.ts';
import { type Interval, overlaps } from './intervals.ts';
import { dayOf, type RoomTime } from './lanes.ts';
import type { RoomLimit, TimeLimit } from './limits.ts';
import {
  isWishedRoom,
  limitsIn,
  otherTime,
  overCapacity,
  type PlaceableTalk,
  type Placing,
  varieties,
} from './placing.ts';

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
  /** A talk that never moves; `what` is the title of the break. */
  | { readonly kind: 'break'; readonly what: string }
  | { readonly kind: RoomLimit['kind'] | TimeLimit['kind']; readonly what: string }
  | { readonly kind: 'moved'; readonly from: Pick<Session, 'room' | 'startMs'> }
  /** It is no longer at its time, or not even on its day. */
  | { readonly kind: 'other_time'; readonly isOtherDay: boolean; readonly from: Pick<Session, 'startMs'> }
  | { readonly kind: 'capacity'; readonly expected: number; readonly capacity: number; readonly room: string }
  /** Talks of a track at the same time. */
  | { readonly kind: 'parallel'; readonly what: string }
  /** The first talk begins before the second has ended. */
  | { readonly kind: 'after' }
  | { readonly kind: 'not_with' }
  /** `what` is the person; `start` is on their clock, which is that of `zone`. */
  | { readonly kind: 'rather_not'; readonly what: string; readonly start: string; readonly zone: string }
  | { readonly kind: 'track_rooms'; readonly what: string; readonly rooms: readonly string[] }
  /** The talks `by` are between talks of the track. */
  | { readonly kind: 'interrupted'; readonly what: string; readonly room: string; readonly by: readonly number[] }
  /** Talks at about the same time that have one level, or one language. */
  | { readonly kind: 'variety'; readonly of: (typeof varieties)[number]; readonly what: string }
  | { readonly kind: 'room_wish'; readonly room: string; readonly wished: readonly string[] };

/** A talk that has a place. Each fixed talk has a lane of its own. */
interface Placed extends Interval {
  readonly index: number;
  readonly talk: Talk;
  readonly group: number;
  readonly lane: number;
  readonly place: RoomTime;
  readonly room: string;
}

export function issuesOf(placing: Placing, positions: Positions): readonly Issue[] {
  const byItem = placedTalks(placing, positions);
  const placed = byItem.filter((each) => each !== undefined).toSorted((a, b) => a.index - b.index);
  const byIndex = new Map(placed.map((each) => [each.index, each]));
  return [
    ...placing.items.flatMap((_, item) => ownIssues(placing, item, positions[item])),
    ...personIssues(placing, byItem),
    ...placing.input.talks.flatMap((_, index) => pairIssues(placing, byIndex, index)),
    ...trackIssues(placing, placed),
    ...varietyIssues(placed),
  ];
}

/** By item; undefined for one that is left out. */
function placedTalks({ items, fixed, lanes, rooms }: Placing, positions: Positions): readonly (Placed | undefined)[] {
  return [
    ...items.map(({ index, talk, group, length }, item): Placed | undefined => {
      const { lane = -1, start = 0 } = positions[item] ?? {};
      const place = lanes[lane];
      if (place === undefined) return undefined;
      return { index, talk, group, lane, place, from: start, to: start + length, room: place.period.room };
    }),
    ...fixed.map(({ index, talk, group, place, from, to }, at): Placed => {
      return { index, talk, group, lane: lanes.length + at, place, from, to, room: rooms[place.room] ?? '' };
    }),
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
      : [otherTimeIssue(placing, talks, session, dayOf(formerStart) !== dayOf(lane.start))]),
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
      .map(({ person, from }) => ratherNotIssue(placing, talk, person, Math.max(from, time.from))),
    ...(isWishedRoom(talk.talk, room)
      ? []
      : [{ kind: 'room_wish', strength: 'weak', amount: 1, talks, room, wished: roomWishes } as const]),
  ];
}

function ratherNotIssue(
  { clock, input }: Placing,
  { index, talk }: PlaceableTalk,
  what: string,
  minute: number,
): Issue {
  const { rows = [] } = talk.people.find(({ name }) => name === what) ?? {};
  const zone = rows.find(({ timeZone }) => timeZone !== undefined)?.timeZone ?? input.zone;
  const start = toRfc3339(clock.ms(minute), zone);
  return { kind: 'rather_not', strength: 'strong', amount: 1, talks: [index], what, start, zone };
}

function movedIssue({ options }: Placing, talks: readonly number[], { room, startMs }: Session): Issue {
  const cost = options.keep === 'strict' ? ({ strength: 'moved', amount: 1 } as const) : preferred;
  return { kind: 'moved', ...cost, talks, from: { room, startMs } };
}

function otherTimeIssue(
  { options }: Placing,
  talks: readonly number[],
  { startMs }: Session,
  isOtherDay: boolean,
): Issue {
  const { strength, amount } = otherTime(options);
  const times = isOtherDay ? 2 : 1;
  return { kind: 'other_time', strength, amount: times * amount, talks, isOtherDay, from: { startMs } };
}

const preferred = { strength: 'strong', amount: 2 } as const;

/** The fixed talks of a person are limits of their other talks. */
function personIssues(
  { items, personPairs, walk }: Placing,
  byItem: readonly (Placed | undefined)[],
): readonly Issue[] {
  return personPairs.flatMap(({ first, second, person }): readonly Issue[] => {
    if (Math.max(first, second) >= items.length) return [];
    const [a, b] = [byItem[first], byItem[second]];
    if (a === undefined || b === undefined || !isTooClose(a, b, walk(a.room, b.room))) return [];
    return [{ kind: 'person', strength: 'must', amount: 2, talks: [a.index, b.index], what: person }];
  });
}

/** Whether less time than the way takes is between the two. */
function isTooClose({ from, to }: Interval, other: Interval, way: number): boolean {
  return overlaps({ from: from - way, to: to + way }, other);
}

/** The wishes that a talk has about others. */
function pairIssues({ walk }: Placing, placed: ReadonlyMap<number, Placed>, index: number): readonly Issue[] {
  const own = placed.get(index);
  if (own === undefined) return [];
  const strong = { strength: 'strong', amount: 1 } as const;
  const others = (indexes: readonly number[]) => indexes.flatMap((other) => placed.get(other) ?? []);
  return [
    ...others(own.talk.after)
      .filter((other) => own.from < other.to)
      .map((other): Issue => ({ kind: 'after', ...strong, talks: [index, other.index] })),
    ...others(own.talk.notWith)
      // The search has one kind of overlap, in which the way between rooms counts.
      .filter((other) => other.lane !== own.lane && isTooClose(own, other, walk(own.room, other.room)))
      .map((other): Issue => ({ kind: 'not_with', ...strong, talks: [index, other.index] })),
  ];
}

/** The bands whose talks, two or more, all have one level or language. */
function varietyIssues(placed: readonly Placed[]): readonly Issue[] {
  return varieties.flatMap((of) => {
    const known = placed.filter(({ talk }) => (talk[of] ?? '').trim() !== '');
    return groupedBy(known, ({ place }) => place.band).flatMap((inBand): readonly Issue[] => {
      const [what = ''] = inBand.map(({ talk }) => talk[of] ?? '');
      if (inBand.length < 2 || inBand.some(({ talk }) => foldKey(talk[of] ?? '') !== foldKey(what))) return [];
      return [{ kind: 'variety', strength: 'weak', amount: 1, talks: indexesOf(inBand), of, what }];
    });
  });
}

function trackIssues({ tracks, rooms }: Placing, placed: readonly Placed[]): readonly Issue[] {
  const inTracks = groupedBy(
    placed.filter(({ group }) => group >= 0),
    ({ group }) => group,
  );
  const trackOf = ([first]: readonly Placed[]) => tracks[first?.group ?? -1] ?? '';
  return [
    ...inTracks.flatMap((own) => parallelIssues(trackOf(own), own)),
    ...inTracks.flatMap((own) => roomIssues(trackOf(own), own)),
    ...groupedBy(placed, ({ place: { room, day } }) => `${room} ${day}`).flatMap((inRoom) =>
      interruptions(inRoom).map((own): Issue => {
        const room = rooms[own.talks[0]?.place.room ?? -1] ?? '';
        const [talks, by] = [indexesOf(own.talks), indexesOf(own.between)];
        return {
          kind: 'interrupted',
          strength: 'weak',
          amount: own.returns,
          talks,
          what: trackOf(own.talks),
          room,
          by,
        };
      }),
    ),
  ];
}

function parallelIssues(what: string, own: readonly Placed[]): readonly Issue[] {
  return own.flatMap((one, at) =>
    own
      .slice(at + 1)
      .filter((other) => other.lane !== one.lane && overlaps(one, other))
      .map((other): Issue => {
        return { kind: 'parallel', strength: 'strong', amount: 1, talks: [one.index, other.index], what };
      }),
  );
}

function roomIssues(what: string, own: readonly Placed[]): readonly Issue[] {
  const rooms = [...new Map(own.map(({ place, room }) => [place.room, room])).values()].sort();
  if (rooms.length < 2) return [];
  return [{ kind: 'track_rooms', strength: 'weak', amount: rooms.length - 1, talks: indexesOf(own), what, rooms }];
}

/** A track that begins more than once, with what is between its talks. */
interface Interruption {
  readonly talks: readonly Placed[];
  readonly between: readonly Placed[];
  readonly returns: number;
}

/** Of the talks in a room on a day. */
function interruptions(given: readonly Placed[]): readonly Interruption[] {
  const inRoom = given.toSorted((a, b) => a.place.start - b.place.start || a.lane - b.lane || a.from - b.from);
  const begins = inRoom.filter(({ group }, at) => group >= 0 && group !== inRoom[at - 1]?.group);
  return groupedBy(begins, ({ group }) => group).flatMap((own): readonly Interruption[] => {
    const isOwn = ({ group }: Placed) => group === own[0]?.group;
    const talks = inRoom.filter(isOwn);
    const span = inRoom.slice(inRoom.findIndex(isOwn), inRoom.findLastIndex(isOwn));
    return own.length < 2 ? [] : [{ talks, between: span.filter((each) => !isOwn(each)), returns: own.length - 1 }];
  });
}

function groupedBy<T>(all: readonly T[], key: (each: T) => unknown): readonly (readonly T[])[] {
  const groups = new Map<unknown, T[]>();
  for (const each of all) {
    const group = groups.get(key(each)) ?? [];
    groups.set(key(each), group);
    group.push(each);
  }
  return [...groups.values()];
}

function indexesOf(placed: readonly Placed[]): readonly number[] {
  return placed.map(({ index }) => index);
}
