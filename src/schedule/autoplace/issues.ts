// Finds what a placement breaks: the limits and wishes of each talk, and those of talks together. Must not know the search.
import { foldKey } from '../../contract/key.ts';
import { toRfc3339 } from '../dates/zoned-time.ts';
import { grouped } from '../grouped.ts';
import type { Session } from '../session.ts';
import type { OpenPeriod } from './files/rooms.ts';
import { type Interval, overlaps } from './intervals.ts';
import type { Issue, PlacedTalk, Position, Positions } from './issue.ts';
import { dayOf } from './lanes.ts';
import type { TimeLimit } from './limits.ts';
import {
  isWishedRoom,
  limitsIn,
  otherTime,
  overCapacity,
  type PlaceableTalk,
  type Placing,
  varieties,
} from './placing.ts';

/** All issues of a placement. @param positions by item; without one, the item is left out */
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
function placedTalks(
  { items, fixed, lanes, rooms }: Placing,
  positions: Positions,
): readonly (PlacedTalk | undefined)[] {
  return [
    ...items.map(({ index, talk, group, length }, item): PlacedTalk | undefined => {
      const { lane = -1, start = 0 } = positions[item] ?? {};
      const place = lanes[lane];
      if (place === undefined) return undefined;
      return { index, talk, group, lane, place, from: start, to: start + length, room: place.period.room };
    }),
    ...fixed.map(({ index, talk, group, place, from, to }, at): PlacedTalk => {
      return { index, talk, group, lane: lanes.length + at, place, from, to, room: rooms[place.room] ?? '' };
    }),
  ];
}

/** What an item breaks by itself. */
function ownIssues(placing: Placing, item: number, position: Position | undefined): readonly Issue[] {
  const talk = placing.items[item];
  const lane = position === undefined ? undefined : placing.lanes[position.lane];
  if (talk === undefined || position === undefined || lane === undefined) return [];
  const { index, length, previous, formerStart } = talk;
  const { session } = talk.talk;
  const time = { from: position.start, to: position.start + length };
  const talks = [index];
  const hasMoved = previous !== undefined && (previous.lane !== position.lane || previous.start !== position.start);
  const isFree = (limit: TimeLimit) => limit.free.some(({ from, to }) => from <= time.from && time.to <= to);
  const must = { strength: 'must', amount: 2, talks } as const;
  return [
    ...(talk.roomLimits[position.lane] ?? []).map((limit): Issue => ({ ...must, ...limit })),
    ...limitsIn(placing, item, lane.period.room)
      .filter((limit) => !isFree(limit))
      .map(({ kind, what }): Issue => ({ ...must, kind, what })),
    ...(hasMoved ? [movedIssue(placing, talks, session)] : []),
    ...(formerStart === undefined || formerStart === position.start
      ? []
      : [otherTimeIssue(placing, talks, session, dayOf(formerStart) !== dayOf(lane.start))]),
    ...wishIssues(placing, talk, { ...time, ...lane.period }),
  ];
}

/** Which of a talk's own wishes a room and a time do not meet. */
export function wishIssues(
  placing: Placing,
  { index, talk, unwanted }: Pick<PlaceableTalk, 'index' | 'talk' | 'unwanted'>,
  { room, capacity, ...time }: Interval & Pick<OpenPeriod, 'room' | 'capacity'>,
): readonly Issue[] {
  const { expected = 0, roomWishes: wished } = talk;
  const talks = [index];
  const amount = overCapacity(talk, capacity);
  return [
    ...(amount > 0
      ? [{ kind: 'capacity', strength: 'strong', amount, talks, expected, capacity: capacity ?? 0, room } as const]
      : []),
    ...unwanted
      .filter((each) => overlaps(each, time))
      .map(({ person, from }) => ratherNotIssue(placing, { index, talk }, person, Math.max(from, time.from))),
    ...(isWishedRoom(talk, room)
      ? []
      : [{ kind: 'room_wish', strength: 'weak', amount: 1, talks, room, wished } as const]),
  ];
}

function ratherNotIssue(
  { clock, input }: Placing,
  { index, talk }: Pick<PlaceableTalk, 'index' | 'talk'>,
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
  byItem: readonly (PlacedTalk | undefined)[],
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
function pairIssues({ walk }: Placing, placed: ReadonlyMap<number, PlacedTalk>, index: number): readonly Issue[] {
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
      .map((other): Issue => {
        return { kind: 'not_with', ...strong, talks: [index, other.index], isApart: !overlaps(own, other) };
      }),
  ];
}

/** The bands whose talks, two or more, all have one level or language. */
function varietyIssues(placed: readonly PlacedTalk[]): readonly Issue[] {
  return varieties.flatMap((of) => {
    const known = placed.filter(({ talk }) => (talk[of] ?? '').trim() !== '');
    return [...grouped(known, ({ place }) => place.band).values()].flatMap((inBand): readonly Issue[] => {
      const [what = ''] = inBand.map(({ talk }) => talk[of] ?? '');
      if (inBand.length < 2 || inBand.some(({ talk }) => foldKey(talk[of] ?? '') !== foldKey(what))) return [];
      return [{ kind: 'variety', strength: 'weak', amount: 1, talks: indexesOf(inBand), of, what }];
    });
  });
}

function trackIssues({ tracks, rooms }: Placing, placed: readonly PlacedTalk[]): readonly Issue[] {
  const inTrack = placed.filter(({ group }) => group >= 0);
  const inTracks = [...grouped(inTrack, ({ group }) => group).values()];
  const trackOf = ([first]: readonly PlacedTalk[]) => tracks[first?.group ?? -1] ?? '';
  return [
    ...inTracks.flatMap((own) => parallelIssues(trackOf(own), own)),
    ...inTracks.flatMap((own) => roomIssues(trackOf(own), own)),
    ...[...grouped(placed, ({ place: { room, day } }) => `${room} ${day}`).values()].flatMap((inRoom) =>
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

function roomIssues(what: string, own: readonly PlacedTalk[]): readonly Issue[] {
  const rooms = [...new Map(own.map(({ place, room }) => [place.room, room])).values()].sort();
  if (rooms.length < 2) return [];
  return [{ kind: 'track_rooms', strength: 'weak', amount: rooms.length - 1, talks: indexesOf(own), what, rooms }];
}

/** A track that begins more than once, with what is between its talks. */
interface Interruption {
  readonly talks: readonly PlacedTalk[];
  readonly between: readonly PlacedTalk[];
  readonly returns: number;
}

/** Of the talks in a room on a day. */
function interruptions(given: readonly PlacedTalk[]): readonly Interruption[] {
  const inRoom = given.toSorted((a, b) => a.place.start - b.place.start || a.lane - b.lane || a.from - b.from);
  const begins = inRoom.filter(({ group }, at) => group >= 0 && group !== inRoom[at - 1]?.group);
  return [...grouped(begins, ({ group }) => group).values()].flatMap((own): readonly Interruption[] => {
    const isOwn = ({ group }: PlacedTalk) => group === own[0]?.group;
    const talks = inRoom.filter(isOwn);
    const span = inRoom.slice(inRoom.findIndex(isOwn), inRoom.findLastIndex(isOwn));
    return own.length < 2 ? [] : [{ talks, between: span.filter((each) => !isOwn(each)), returns: own.length - 1 }];
  });
}

function indexesOf(placed: readonly PlacedTalk[]): readonly number[] {
  return placed.map(({ index }) => index);
}
