// Owns when a talk may be beside others that have their places, by the musts of pairs.

import type { PairKind, RoomPeriod } from '../../autoplace/problem.ts';
import { grouped } from '../../contract/grouped.ts';
import { complement, type Intervals, union } from './intervals.ts';
import type { PlacedTalk, TalkPair } from './rules/rule.ts';
import type { PairMust, pairRules, TimeLimit } from './rules.ts';

/** Two talks that a rule is about. */
export interface RulePair extends TalkPair {
  readonly rule: (typeof pairRules)[number];
}

/** By the index of a talk: its musts with others. */
export function mustsOfTalks(pairs: readonly RulePair[]) {
  const musts = pairs.flatMap(({ rule, first, second }) => {
    if (rule.strength !== 'must') return [];
    return [
      { rule, index: first, other: second, isFirst: true },
      { rule, index: second, other: first, isFirst: false },
    ];
  });
  return grouped(musts, ({ index }) => index);
}

interface Beside {
  readonly musts: ReturnType<typeof mustsOfTalks>;
  readonly lanes: readonly RoomPeriod[];
}

/**
 * When a talk may be.
 * @param placed finds another talk by its index, if it has its place
 */
export function limitsBeside(
  { musts, lanes }: Beside,
  index: number,
  placed: (other: number) => PlacedTalk | undefined,
): readonly TimeLimit[] {
  return (musts.get(index) ?? []).flatMap(({ rule, other, isFirst }): readonly TimeLimit[] => {
    const talk = placed(other);
    if (talk === undefined) return [];
    return [{ ...reasonOf(rule, talk), free: freeBeside(rule.kind, talk, { isFirst, lanes }) }];
  });
}

function reasonOf({ limit }: PairMust, { talk: { isFixed, session } }: PlacedTalk) {
  const { title } = session;
  const code = isFixed ? limit.staying : limit.moving;
  return { code, what: title, text: limit.explain(title) };
}

/** Where two talks do not break a rule of this kind. */
function freeBeside(
  kind: PairKind,
  { start, end, day }: PlacedTalk,
  { isFirst, lanes }: { readonly isFirst: boolean; readonly lanes: readonly RoomPeriod[] },
): Intervals {
  if (kind === 'overlap') return complement([{ from: start, to: end }]);
  if (kind === 'days') return union(lanes.filter((lane) => lane.day === day).map(minutesOfPeriod));
  return isFirst
    ? [{ from: end, to: Number.POSITIVE_INFINITY }]
    : [{ from: Number.NEGATIVE_INFINITY, to: start }];
}

/** The interval that a period is. */
export function minutesOfPeriod({ start, end }: Pick<RoomPeriod, 'start' | 'end'>) {
  return { from: start, to: end };
}
