// Owns what a placement breaks: the wishes of talks alone and together, and the musts of talks that
// never move.

import { dateAndTime } from '../../columns/dates/zoned-time.ts';
import { amount, listText, quoted } from '../../contract/amount.ts';
import { findClashes } from '../clashes.ts';
import { grouped } from '../grouped.ts';
import { isInRooms, type Session } from '../session.ts';
import { type Interval, overlaps } from './intervals.ts';
import type { RoomTime } from './lanes.ts';
import {
  limitText,
  type RoomLimit,
  roomLimits,
  type TimeLimit,
  timeLimits,
  timesOf,
  unwantedTimes,
} from './limits.ts';
import type { Talk } from './named-talks.ts';
import { isWishedRoom, overCapacity, type Placing } from './placing.ts';
import type { Positions } from './result.ts';

/** Something that is broken: its talks are indexes of the input. */
export interface Issue {
  readonly code:
    | (
        | 'person'
        | 'same_room'
        | 'break'
        | 'capacity'
        | 'parallel'
        | 'after'
        | 'not_with'
        | 'rather_not'
      )
    | ('track_rooms' | 'interrupted' | 'room_wish' | RoomLimit['code'] | TimeLimit['code']);
  readonly strength: 'must' | 'strong' | 'weak';
  readonly amount: number;
  readonly talks: readonly number[];
  /** `"Zero lost cents": 120 expected, Pier 3 holds 80` */
  readonly message: string;
}

/** A talk that has a place. */
interface PlacedTalk extends Interval {
  readonly index: number;
  readonly talk: Talk;
  readonly group: number;
  /** Each fixed talk has a lane of its own. */
  readonly lane: number;
  readonly place: RoomTime;
}

const titleOf = ({ talk }: Pick<PlacedTalk, 'talk'>) => quoted(talk.session.title);

/**
 * All wishes that a placement does not meet.
 * @param positions by item; without one, the item is left out
 */
export function issuesOf(placing: Placing, positions: Positions): readonly Issue[] {
  const { items, fixed, lanes } = placing;
  const placed: readonly PlacedTalk[] = [
    ...items.flatMap(({ length, ...item }, at): readonly PlacedTalk[] => {
      const { lane = -1, start = 0 } = positions[at] ?? {};
      const place = lanes[lane];
      return place === undefined ? [] : [{ ...item, lane, place, from: start, to: start + length }];
    }),
    ...fixed.map((talk, at) => ({ ...talk, lane: lanes.length + at })),
  ].toSorted((a, b) => a.index - b.index);
  const byIndex = new Map(placed.map((talk) => [talk.index, talk]));
  return [
    ...placed.flatMap((talk) => (talk.talk.isFixed ? [] : ownIssues(placing, talk))),
    ...placed.flatMap((talk) => pairIssues(byIndex, talk)),
    ...trackIssues(placing, placed),
  ];
}

/** The own wishes of talks that never move, which the search does not count. */
export function stayingIssues(placing: Placing): readonly Issue[] {
  const { fixed, lanes } = placing;
  return fixed.flatMap((each, at) => ownIssues(placing, { ...each, lane: lanes.length + at }));
}

/** Which of a talk's own wishes its room and time do not meet. */
function ownIssues(
  { clock, lanes, input: { zone, periods } }: Placing,
  placed: PlacedTalk,
): readonly Issue[] {
  const { index, talk, lane, from } = placed;
  // That of a fixed talk may be closed then.
  const { session } = talk;
  const period = lanes[lane]?.period ?? periods.find(({ room }) => isInRooms(session, [room]));
  const { room, capacity } = { room: session.room, capacity: undefined, ...period };
  const talks = [index];
  const over = overCapacity(talk, capacity);
  const issues: Issue[] = [];
  if (over > 0) {
    const expected = `${talk.expected ?? 0} expected`;
    const message = `${titleOf(placed)}: ${expected}, ${room} holds ${capacity ?? 0}`;
    issues.push({ code: 'capacity', strength: 'strong', amount: over, talks, message });
  }
  for (const unwanted of unwantedTimes(talk, clock).filter((time) => overlaps(time, placed))) {
    const start = dateAndTime(clock.ms(Math.max(unwanted.from, from)), zone);
    const message =
      `${titleOf(placed)}: ${unwanted.person || 'a speaker'} would rather not speak at ${start} ` +
      `${zone}`;
    issues.push({ code: 'rather_not', strength: 'strong', amount: 1, talks, message });
  }
  if (!isWishedRoom(talk, room)) {
    const message = `${titleOf(placed)}: in ${room}, not in ${talk.roomWishes.join(' or ')}`;
    issues.push({ code: 'room_wish', strength: 'weak', amount: 1, talks, message });
  }
  return issues;
}

/** The wishes that a talk has about others. */
function pairIssues(placed: ReadonlyMap<number, PlacedTalk>, talk: PlacedTalk): readonly Issue[] {
  const others = (indexes: readonly number[]) =>
    indexes.flatMap((other) => placed.get(other) ?? []);
  const issue = (code: Issue['code'], other: PlacedTalk, message: string): Issue => {
    return { code, strength: 'strong', amount: 1, talks: [talk.index, other.index], message };
  };
  return [
    ...others(talk.talk.after)
      .filter((other) => talk.from < other.to)
      .map((other) => issue('after', other, `${titleOf(talk)} is not after ${titleOf(other)}`)),
    ...others(talk.talk.notWith)
      .filter((other) => overlaps(talk, other))
      .map((other) =>
        issue('not_with', other, `${titleOf(talk)} and ${titleOf(other)} are at the same time`),
      ),
  ];
}

/** What is wrong with the talks of a track. */
interface TrackFault {
  readonly code: Issue['code'];
  readonly amount: number;
  readonly talks: readonly PlacedTalk[];
  readonly what: string;
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
  const weak = ({ code, amount, talks, what }: TrackFault): Issue => {
    const message = `track ${trackOf(talks)}: ${what}`;
    return { code, strength: 'weak', amount, talks: talks.map(({ index }) => index), message };
  };
  return [
    ...inTracks.flatMap((talks) => parallelIssues(trackOf(talks), talks)),
    ...inTracks.flatMap((talks): readonly Issue[] => {
      const names = [...new Set(talks.map(roomOf))].sort();
      if (names.length < 2) return [];
      const what = `${amount(talks.length, 'talk')} in ${names.length} rooms (${names.join(', ')})`;
      return [weak({ code: 'track_rooms', amount: names.length - 1, talks, what })];
    }),
    ...[...inRooms.values()].flatMap((inRoom) =>
      interruptions(inRoom).map(({ talks, between, returns }) => {
        const what = `interrupted in ${roomOf(talks[0])} by ${listText(between.map(titleOf), 3)}`;
        return weak({ code: 'interrupted', amount: returns, talks, what });
      }),
    ),
  ];
}

function parallelIssues(track: string, talks: readonly PlacedTalk[]): readonly Issue[] {
  return talks.flatMap((talk, at) =>
    talks
      .slice(at + 1)
      .filter((other) => other.lane !== talk.lane && overlaps(talk, other))
      .map((other): Issue => {
        const message =
          `${titleOf(talk)} and ${titleOf(other)}: both in the track ` +
          `${track}, at the same time`;
        return {
          code: 'parallel',
          strength: 'strong',
          amount: 1,
          talks: [talk.index, other.index],
          message,
        };
      }),
  );
}

/** The tracks that begin more than once in a room on a day, with what is between their talks. */
function interruptions(talks: readonly PlacedTalk[]) {
  const inRoom = talks.toSorted(
    (a, b) => a.place.start - b.place.start || a.lane - b.lane || a.from - b.from,
  );
  const begins = inRoom.filter(({ group }, at) => group >= 0 && group !== inRoom[at - 1]?.group);
  return [...grouped(begins, ({ group }) => group)].flatMap(([track, ofTrack]) => {
    if (ofTrack.length < 2) return [];
    const isOfTrack = ({ group }: PlacedTalk) => group === track;
    const span = inRoom.slice(inRoom.findIndex(isOfTrack), inRoom.findLastIndex(isOfTrack) + 1);
    const between = span.filter((talk) => !isOfTrack(talk));
    return [{ talks: span.filter(isOfTrack), between, returns: ofTrack.length - 1 }];
  });
}

/**
 * The musts that talks break which never move. Two sessions that are not in the file are not
 * compared.
 */
export function brokenMusts({ input, clock, fixed }: Placing): readonly Issue[] {
  const must = { strength: 'must', amount: 2 } as const;
  const times = timesOf(input, clock);
  const alone = fixed.flatMap(({ index, talk, ...time }): readonly Issue[] => {
    const isDuring = (period: Pick<Session, 'startMs' | 'endMs'>) =>
      talk.session.startMs < period.endMs && period.startMs < talk.session.endMs;
    const isFree = ({ free }: TimeLimit) =>
      free.some(({ from, to }) => from <= time.from && time.to <= to);
    const periods = input.periods.filter(
      (period) => isDuring(period) && isInRooms(talk.session, [period.room]),
    );
    const limits = [
      ...timeLimits(talk, times).filter((limit) => !isFree(limit)),
      ...periods.flatMap((period) => roomLimits(talk, period)),
    ];
    const codes = new Map(
      limits.map(({ code, what }) => [`${titleOf({ talk })}: ${limitText(code, what)}`, code]),
    );
    return Array.from(codes, ([message, code]) => ({ ...must, code, talks: [index], message }));
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
  const { clashes } = findClashes([...indexOf.keys(), ...input.breaks], input.options);
  // Sessions outside the hours of their rooms stay, with a notice.
  const pairs = clashes.listed.filter(({ code }) => code !== 'hours');
  return [
    ...alone,
    ...pairs.map(({ code, what, sessions }): Issue => {
      const talks = sessions.flatMap((session) => indexOf.get(session) ?? []);
      const pause = sessions.find(({ isBreak }) => isBreak === true);
      const [first = '', second = ''] = talks.map((index) =>
        quoted(input.talks[index]?.session.title ?? ''),
      );
      if (pause !== undefined)
        return {
          ...must,
          code: 'break',
          talks,
          message: `${first}: during ${quoted(pause.title)}`,
        };
      const how =
        code === 'turnaround' ? 'without the turnaround between them' : 'at the same time';
      const why =
        code === 'person' ? `${what || 'a speaker'} is in both` : `both in ${what}, ${how}`;
      const message = `${first} and ${second}: ${why}`;
      return { ...must, code: code === 'person' ? 'person' : 'same_room', talks, message };
    }),
  ];
}
