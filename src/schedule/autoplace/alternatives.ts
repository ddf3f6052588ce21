// Finds the best other places of one talk, and what each would break. Pure.
import { toRfc3339 } from '../dates/zoned-time.ts';
import { gapsOf } from './gaps.ts';
import { firstFit } from './intervals.ts';
import { type Issue, issuesOf, type Position, type Positions, type Strength } from './issues.ts';
import type { Placing } from './placing.ts';

/** Another place for a talk. */
export interface Alternative {
  readonly room: string;
  readonly startMs: number;
  readonly start: string;
  /** The index of the talk that has this place now, and gets the talk's own. */
  readonly exchangedWith: number | undefined;
  /** What is broken there, and is not where the talk is. */
  readonly breaks: readonly Issue[];
  /** What is no longer broken. */
  readonly meets: readonly Issue[];
}

/** At most `limit` free periods and exchanges with other talks, the best first. @param index of the talk in the input */
export function alternativesOf(
  placing: Placing,
  positions: Positions,
  index: number,
  limit = 5,
): readonly Alternative[] {
  const item = placing.items.findIndex((each) => each.index === index);
  const talk = placing.items[item];
  if (talk === undefined) return [];
  const own = positions[item];
  const rest = positions.with(item, undefined);
  const free = gapsOf(placing, rest)
    .flat()
    .flatMap((gap): readonly Trial[] => {
      if (gap.to - gap.from < talk.length) return [];
      const start = firstFit(talk.windows, talk.length, gap) ?? gap.from;
      const isOwn = own?.lane === gap.lane && own.start === start;
      return isOwn ? [] : [{ positions: rest.with(item, { lane: gap.lane, start }), exchanged: undefined }];
    });
  const trials = [...free, ...exchanges(placing, positions, item)];
  const before = issuesOf(placing, positions);
  const known = new Set(before.map(keyOf));
  return trials
    .map((trial) => ({ ...trial, issues: issuesOf(placing, trial.positions) }))
    .map((trial) => ({ ...trial, weight: weightOf(trial.issues) }))
    .sort((a, b) => compare(a.weight, b.weight) || startIn(a, item) - startIn(b, item))
    .slice(0, limit)
    .map(({ positions: there, exchanged, issues }): Alternative => {
      const { lane = 0, start = 0 } = there[item] ?? {};
      const startMs = placing.clock.ms(start);
      const now = new Set(issues.map(keyOf));
      return {
        room: placing.lanes[lane]?.period.room ?? '',
        startMs,
        start: toRfc3339(startMs, placing.input.zone),
        exchangedWith: exchanged === undefined ? undefined : placing.items[exchanged]?.index,
        breaks: issues.filter((issue) => !known.has(keyOf(issue))),
        meets: before.filter((issue) => !now.has(keyOf(issue))),
      };
    });
}

interface Trial {
  readonly positions: Positions;
  /** The item in whose place the talk is. */
  readonly exchanged: number | undefined;
}

/** The exchanges with items that are as long; a talk that is left out takes the place of one that is at least as long. */
function exchanges({ items }: Placing, positions: Positions, item: number): readonly Trial[] {
  const own = positions[item];
  const length = items[item]?.length ?? 0;
  return items.flatMap((other, at): readonly Trial[] => {
    const place: Position | undefined = positions[at];
    if (at === item || place === undefined) return [];
    if (own === undefined ? other.length < length : other.length !== length) return [];
    return [{ positions: positions.with(item, place).with(at, own), exchanged: at }];
  });
}

function startIn({ positions }: Trial, item: number): number {
  return positions[item]?.start ?? 0;
}

const strengths: readonly Strength[] = ['must', 'moved', 'strong', 'weak'];

/** The sum of each strength. */
function weightOf(issues: readonly Issue[]): readonly number[] {
  return strengths.map((strength) =>
    issues.reduce((sum, issue) => sum + (issue.strength === strength ? issue.amount : 0), 0),
  );
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((amount, index) => amount !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function keyOf(issue: Issue): string {
  return JSON.stringify(issue);
}
