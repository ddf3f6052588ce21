// Owns which rules a placement does not meet: wishes, and musts of talks that never move. Must not
// know a single rule.

import { dateAndTime } from '../../columns/dates/zoned-time.ts';
import { quoted } from '../../contract/amount.ts';
import { findClashes } from '../clashes.ts';
import { isInRooms, type Session } from '../session.ts';
import type { Positions } from './fitting.ts';
import { complement, overlaps, subtract } from './intervals.ts';
import type { Placing } from './placing.ts';
import { isBroken } from './rules/pair-kinds.ts';
import { checkedRules } from './rules/pairs.ts';
import type { PairRule, PlacedTalk, RoomRule, TalkRoom } from './rules/rule.ts';
import {
  type IssueCode,
  roomReasons,
  timeLimits,
  trackRules,
  wishesOfRooms,
  wishesOfTimes,
} from './rules.ts';
import type { FixedTalk, RulePair } from './survey.ts';

/** A rule that is not met: its talks are indexes of the input. */
export interface Issue {
  readonly code: IssueCode;
  readonly strength: 'must' | 'strong' | 'weak';
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
  const { items, fixed, lanes, tracks, rooms } = placing;
  const moving = items.flatMap(({ length, ...item }, at): readonly PlacedTalk[] => {
    const { lane = -1, start = 0 } = positions[at] ?? {};
    const place = lanes[lane];
    return place === undefined ? [] : [{ ...item, lane, place, from: start, to: start + length }];
  });
  const staying = fixed.map((talk, at): PlacedTalk => ({ ...talk, lane: lanes.length + at }));
  const placed = [...moving, ...staying].toSorted((a, b) => a.index - b.index);
  const ofTracks = trackRules.flatMap(({ code, strength, find }) =>
    find(placed, { tracks, rooms }).map(({ talks, ...finding }): Issue => {
      return { code, strength, ...finding, talks: talks.map(({ index }) => index) };
    }),
  );
  return {
    ofTalks: [
      ...moving.flatMap((talk) => ownIssues(placing, talk)),
      ...pairIssues(
        placing.pairs.filter(({ rule }) => rule.strength !== 'must'),
        placed,
      ),
    ],
    ofTracks,
    ofStaying: staying.flatMap((talk) => ownIssues(placing, talk)),
  };
}

/** Which of a talk's own wishes its room and time do not meet. */
function ownIssues({ times, input, lanes }: Placing, placed: PlacedTalk): readonly Issue[] {
  const { index, talk, lane, from } = placed;
  const { session } = talk;
  // That of a fixed talk may be closed then.
  const room: TalkRoom = lanes[lane]?.period ??
    input.periods.find((period) => isInRooms(session, [period.room])) ?? {
      room: session.room,
      capacity: undefined,
      has: [],
      only: [],
    };
  const issue = (code: IssueCode, strength: Issue['strength'], amount: number, text: string) => {
    return { code, strength, amount, talks: [index], message: `${titleOf(placed)}: ${text}` };
  };
  return [
    ...wishesOfRooms.flatMap((rule) => {
      const cost = rule.cost(talk, room);
      if (cost === 0) return [];
      const { explain }: RoomRule = rule;
      return [issue(rule.code, rule.strength, cost, explain(rule.what(talk, room), talk, room))];
    }),
    ...wishesOfTimes.flatMap(({ code, strength, limits, explain }) =>
      limits(talk, times).flatMap(({ what, free }) =>
        complement(free)
          .filter((unwanted) => overlaps(unwanted, placed))
          .map((unwanted) => {
            const at = times.clock.ms(Math.max(unwanted.from, from));
            const text = explain(what, `${dateAndTime(at, times.zone)} ${times.zone}`);
            return issue(code, strength, 1, text);
          }),
      ),
    ),
  ];
}

/** In the order of the talks that have the rules. */
function pairIssues(
  pairs: readonly RulePair[],
  placed: readonly (FixedTalk | PlacedTalk)[],
): readonly Issue[] {
  const placedAt = new Map(placed.map((talk) => [talk.index, talk]));
  return pairs
    .toSorted((a, b) => a.first - b.first)
    .flatMap(({ rule, what, ...pair }): readonly Issue[] => {
      const [first, second] = [placedAt.get(pair.first), placedAt.get(pair.second)];
      if (first === undefined || second === undefined) return [];
      if (!isBroken(rule.kind, first, second)) return [];
      const { code, strength } = rule;
      const { explain }: PairRule = rule;
      const message = explain(titleOf(first), titleOf(second), what);
      const amount = strength === 'must' ? 2 : 1;
      return [{ code, strength, amount, talks: [pair.first, pair.second], message }];
    });
}

/**
 * The musts that talks break which never move. Two sessions that are not in the file are not
 * compared.
 */
export function brokenMusts(placing: Placing): readonly Issue[] {
  // The check of clashes knows the ends that it assumes.
  const isChecked = (rule: PairRule) => checkedRules.some(({ code }) => code === rule.code);
  const others = placing.pairs.filter(({ rule }) => rule.strength === 'must' && !isChecked(rule));
  return [
    ...placing.fixed.flatMap((talk) => ownMusts(placing, talk)),
    ...clashIssues(placing),
    ...pairIssues(others, placing.fixed),
  ];
}

function ownMusts(
  { input, times }: Placing,
  { index, talk, from, to }: FixedTalk,
): readonly Issue[] {
  const { session } = talk;
  const periods = input.periods.filter(
    ({ room, startMs, endMs }) =>
      session.startMs < endMs && startMs < session.endMs && isInRooms(session, [room]),
  );
  const reasons = [
    ...timeLimits(talk, times).filter(({ free }) => subtract([{ from, to }], free).length > 0),
    ...periods.flatMap((period) => roomReasons(talk, period)),
  ];
  const codes = new Map(reasons.map(({ code, text }) => [text, code]));
  return Array.from(codes, ([text, code]) =>
    brokenMust(code, [index], `${titleOf({ talk })}: ${text}`),
  );
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
        return brokenMust('break', talks, `${first}: during ${quoted(pause.title)}`);
      const rule = checkedRules.find((checked) => checked.code === code);
      if (rule !== undefined)
        return brokenMust(rule.code, talks, rule.explain(first, second, what));
      const how =
        code === 'turnaround' ? 'without the turnaround between them' : 'at the same time';
      return brokenMust('same_room', talks, `${first} and ${second}: both in ${what}, ${how}`);
    });
}

function brokenMust(code: IssueCode, talks: readonly number[], message: string): Issue {
  return { code, strength: 'must', amount: 2, talks, message };
}

function titleOf({ talk }: Pick<PlacedTalk, 'talk'>): string {
  return quoted(talk.session.title);
}
