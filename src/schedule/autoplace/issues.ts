// Owns which rules a placement does not meet: wishes, and musts of talks that never move. Must not
// know a single rule.

import { isBroken } from '../../autoplace/tables.ts';
import { dateAndTime } from '../../columns/dates/zoned-time.ts';
import { quoted } from '../../contract/amount.ts';
import { findClashes } from '../clashes/find-clashes.ts';
import { isInRooms, type Session } from '../session.ts';
import { minutesOfPeriod, type RulePair } from './beside.ts';
import { type Positions, placedTalk } from './fitting.ts';
import { subtract } from './intervals.ts';
import type { Placing } from './placing.ts';
import { checkedRules } from './rules/pairs.ts';
import type { PairRule, PlacedTalk, RoomRule, TalkRoom } from './rules/rule.ts';
import {
  type IssueCode,
  mustsOfRooms,
  mustsOfTimes,
  trackRules,
  wishesOfRooms,
  wishesOfTimes,
} from './rules.ts';

/** A rule that is not met: its talks are indexes of the input. */
export interface Issue {
  readonly code: IssueCode;
  readonly strength: PairRule['strength'];
  readonly amount: number;
  readonly talks: readonly number[];
  /** `"Zero lost cents": 120 expected, Pier 3 holds 80` */
  readonly message: string;
}

/**
 * All wishes that a placement does not meet. `ofStaying`: the own wishes of talks that never move,
 * which the search does not count.
 * @param positions by item; without one, the item is left out
 */
export function issuesOf(placing: Placing, positions: Positions) {
  const { items, fixed, tracks, rooms, pairs } = placing;
  const moving = items.flatMap((_, item) => placedTalk(placing, item, positions[item]) ?? []);
  const placed = [...moving, ...fixed].toSorted((a, b) => a.index - b.index);
  const ofTracks = trackRules.flatMap(({ code, strength, find }) =>
    find(placed, { tracks, rooms }).map(({ talks, ...finding }): Issue => {
      return { code, strength, ...finding, talks: talks.map(({ index }) => index) };
    }),
  );
  const ownWishes = (talk: PlacedTalk) => [
    ...roomIssues(wishesOfRooms, talk, [roomOf(placing, talk)]),
    ...timeIssues(wishesOfTimes, talk, placing),
  ];
  const wishes = pairs.filter(({ rule }) => rule.strength !== 'must');
  return {
    ofTalks: [...moving.flatMap(ownWishes), ...pairIssues(wishes, placed)],
    ofTracks,
    ofStaying: fixed.flatMap(ownWishes),
  };
}

/** The room of a talk as the file has it; that of a fixed talk may be closed then, or missing. */
function roomOf({ input, lanes }: Placing, { lane, talk: { session } }: PlacedTalk): TalkRoom {
  const period = lanes[lane]?.period;
  const known = period ?? input.periods.find(({ room }) => isInRooms(session, [room]));
  return known ?? { room: session.room, capacity: undefined, has: [], only: [] };
}

function roomIssues(
  rules: readonly (typeof wishesOfRooms | typeof mustsOfRooms)[number][],
  placed: PlacedTalk,
  rooms: readonly TalkRoom[],
): readonly Issue[] {
  const { talk } = placed;
  return rules.flatMap((rule) =>
    rooms.flatMap((room): readonly Issue[] => {
      const cost = rule.cost(talk, room);
      const { explain }: RoomRule = rule;
      return cost === 0 ? [] : [ownIssue(rule, placed, explain(talk, room).text, cost)];
    }),
  );
}

/** One for each time in which the talk does not meet a limit. */
function timeIssues(
  rules: readonly (typeof wishesOfTimes | typeof mustsOfTimes)[number][],
  placed: PlacedTalk,
  { times }: Placing,
): readonly Issue[] {
  const { clock, zone } = times;
  return rules.flatMap((rule) =>
    rule.limits(placed.talk, times).flatMap(({ text, free }) =>
      subtract([minutesOfPeriod(placed)], free).map(({ from }) => {
        if (rule.strength === 'must') return ownIssue(rule, placed, text);
        const at = `${dateAndTime(clock.ms(from), zone)} ${zone}`;
        return ownIssue(rule, placed, `${text} at ${at}`);
      }),
    ),
  );
}

function ownIssue(
  rule: Pick<Issue, 'code' | 'strength'>,
  placed: PlacedTalk,
  text: string,
  cost = 1,
): Issue {
  return issueOf(rule, [placed.index], `${titleOf(placed)}: ${text}`, cost);
}

/** A must counts as much, by however much it is broken. */
function issueOf(
  { code, strength }: Pick<Issue, 'code' | 'strength'>,
  talks: readonly number[],
  message: string,
  cost = 1,
): Issue {
  return { code, strength, amount: strength === 'must' ? 2 : cost, talks, message };
}

/** In the order of the talks that have the rules. */
function pairIssues(pairs: readonly RulePair[], placed: readonly PlacedTalk[]): readonly Issue[] {
  const placedAt = new Map(placed.map((talk) => [talk.index, talk]));
  return pairs
    .toSorted((a, b) => a.first - b.first)
    .flatMap(({ rule, what, ...pair }): readonly Issue[] => {
      const [first, second] = [placedAt.get(pair.first), placedAt.get(pair.second)];
      if (first === undefined || second === undefined) return [];
      if (!isBroken(rule.kind, first, second)) return [];
      const { explain }: PairRule = rule;
      const message = explain(titleOf(first), titleOf(second), what);
      return [issueOf(rule, [pair.first, pair.second], message)];
    });
}

/**
 * The musts that talks break which never move. Two sessions that are not in the file are not
 * compared.
 */
export function brokenMusts(placing: Placing): readonly Issue[] {
  // The check of clashes knows the ends that it assumes.
  const isChecked = (rule: PairRule) => checkedRules.some(({ code }) => code === rule.code);
  const inFile = new Set(
    placing.fixed.flatMap(({ index, talk }) => (talk.session.line === undefined ? [] : [index])),
  );
  const others = placing.pairs.filter(({ rule, first, second }) => {
    const isCompared = inFile.has(first) || inFile.has(second);
    return isCompared && rule.strength === 'must' && !isChecked(rule);
  });
  return [
    ...placing.fixed.flatMap((talk) => ownMusts(placing, talk)),
    ...clashIssues(placing),
    ...pairIssues(others, placing.fixed),
  ];
}

/** Each text once: a talk may be in several periods and rooms. */
function ownMusts(placing: Placing, placed: PlacedTalk): readonly Issue[] {
  const { session } = placed.talk;
  const periods = placing.input.periods.filter(
    ({ room, startMs, endMs }) =>
      session.startMs < endMs && startMs < session.endMs && isInRooms(session, [room]),
  );
  const broken = [
    ...timeIssues(mustsOfTimes, placed, placing),
    ...roomIssues(mustsOfRooms, placed, periods),
  ];
  return [...new Map(broken.map((issue) => [issue.message, issue])).values()];
}

/** Sessions outside the hours of their rooms stay, with a notice. */
function clashIssues({ input, fixed }: Placing): readonly Issue[] {
  // Sessions of one submission do not clash; a row without one has an empty id.
  const indexOf = new Map(
    fixed.map(({ index, talk: { session } }): [Session, number] => {
      const standing = session.line === undefined ? ('outside' as const) : undefined;
      const submissionId = session.submissionId || undefined;
      return [{ ...session, submissionId, ...(standing && { standing }) }, index];
    }),
  );
  const { clashes } = findClashes([...indexOf.keys(), ...input.breaks], input.options);
  return clashes.listed
    .filter(({ code }) => code !== 'hours')
    .map(({ code, what, sessions }): Issue => {
      const talks = sessions.flatMap((session) => indexOf.get(session) ?? []);
      const pause = sessions.find(({ isBreak }) => isBreak === true);
      const [first = '', second = ''] = talks.map((index) =>
        quoted(input.talks[index]?.session.title ?? ''),
      );
      if (pause !== undefined)
        return issueOf(
          { code: 'break', strength: 'must' },
          talks,
          `${first}: during ${quoted(pause.title)}`,
        );
      const rule = checkedRules.find((checked) => checked.code === code);
      if (rule !== undefined) return issueOf(rule, talks, rule.explain(first, second, what));
      const how =
        code === 'turnaround' ? 'without the turnaround between them' : 'at the same time';
      const message = `${first} and ${second}: both in ${what}, ${how}`;
      return issueOf({ code: 'same_room', strength: 'must' }, talks, message);
    });
}

function titleOf({ talk }: PlacedTalk): string {
  return quoted(talk.session.title);
}
