// Finds the best other places of one talk, and what each would break. Pure.
import { must } from '../../autoplace/cost.ts';
import { toRfc3339 } from '../dates/zoned-time.ts';
import { grouped } from '../grouped.ts';
import type { Placement } from '../submissions.ts';
import { type Fit, fitterOf, type Gap, gapsBeside, gapsOf, type Partners, partnersOf } from './gaps.ts';
import { type Issue, type Position, type Positions, strengths } from './issue.ts';
import { issuesOf } from './issues.ts';
import type { Placing } from './placing.ts';

/** Another place for a talk. */
export interface Alternative extends TimedPlacement, Differences {
  /** The talk that has to make room for it. */
  readonly displaced:
    | { readonly index: number; readonly to: TimedPlacement | undefined; readonly isExchange: boolean }
    | undefined;
  /** By how many minutes the free period is too short. */
  readonly missingMinutes: number;
}

export interface TimedPlacement extends Placement {
  readonly startMs: number;
}

interface Trial {
  readonly positions: Positions;
  /** The item that makes room. */
  readonly displaced: number | undefined;
  readonly missingMinutes: number;
  /** Neither of the two items breaks a must by itself. */
  readonly isPossible: boolean;
}

/**
 * At most `limit`, the best first: free periods, and exchanges with talks that are as long. A talk that is left out has no place
 * to give: another one makes room for it, and goes to a free period if it fits into one.
 * @param index of the talk in the input
 */
export function alternativesOf(
  placing: Placing,
  positions: Positions,
  index: number,
  limit = 5,
): readonly Alternative[] {
  const item = placing.items.findIndex((each) => each.index === index);
  if (item < 0) return [];
  const context = { placing, positions, item, partners: partnersOf(placing), rest: positions.with(item, undefined) };
  const trials = [
    ...freePlaces(context),
    ...(positions[item] === undefined ? displacements(context) : exchanges(context)),
  ];
  const before = issuesOf(placing, positions);
  const promising = trials.map((trial) => ({ trial, cost: costOf(context, trial) })).sort((a, b) => a.cost - b.cost);
  return promising
    .slice(0, Math.max(20, Math.min(200, Math.floor(comparisons / placing.items.length))))
    .map(({ trial }) => ({ trial, issues: issuesOf(placing, trial.positions) }))
    .map((each) => ({ ...each, weight: weightOf(each.trial, each.issues) }))
    .sort((a, b) => compare(a.weight, b.weight) || startIn(a.trial, item) - startIn(b.trial, item))
    .slice(0, limit)
    .map(({ trial, issues }): Alternative => {
      return {
        ...placeOf(placing, trial.positions[item] ?? { lane: 0, start: 0 }),
        displaced: displacedIn(context, trial),
        missingMinutes: trial.missingMinutes,
        ...changesOf(before, issues, index),
      };
    });
}

/** All talks are looked at for each place that is compared in full, so that a large program has fewer of these. */
const comparisons = 400_000;

interface Context {
  readonly placing: Placing;
  readonly positions: Positions;
  readonly item: number;
  readonly partners: Partners;
  /** The positions of all other items. */
  readonly rest: Positions;
}

/** The free periods; for a talk that is left out, also the longest ones that are too short, if all are. */
function freePlaces({ placing, positions, item, partners, rest }: Context): readonly Trial[] {
  const { length = 0 } = placing.items[item] ?? {};
  const own = positions[item];
  const gaps = gapsOf(placing, rest).flat();
  const longest = Math.max(0, ...gaps.map(minutesOf));
  const needed = own === undefined ? Math.min(length, longest) : length;
  const fits = fitterOf(placing, rest, partners, item);
  return gaps.flatMap((gap): readonly Trial[] => {
    if (minutesOf(gap) < needed || needed === 0) return [];
    const fit = fits(gap);
    const position = positionIn(fit) ?? { lane: gap.lane, start: gap.from };
    if (own?.lane === position.lane && own.start === position.start) return [];
    const missingMinutes = Math.max(0, length - minutesOf(gap));
    const isPossible = positionIn(fit) !== undefined;
    return [{ positions: rest.with(item, position), displaced: undefined, missingMinutes, isPossible }];
  });
}

function exchanges({ placing, positions, item, partners }: Context): readonly Trial[] {
  const { items } = placing;
  const own = positions[item];
  const { length = 0 } = items[item] ?? {};
  return items.flatMap((other, at): readonly Trial[] => {
    const place = positions[at];
    if (own === undefined || place === undefined || at === item || other.length !== length) return [];
    const without = positions.with(item, undefined).with(at, undefined);
    const fitsThere = (each: number, { lane, start }: Position) =>
      positionIn(fitterOf(placing, without, partners, each)({ lane, from: start, to: start + length })) !== undefined;
    const isPossible = fitsThere(item, place) && fitsThere(at, own);
    return [{ positions: positions.with(item, place).with(at, own), displaced: at, missingMinutes: 0, isPossible }];
  });
}

/** The places that are free once another talk makes room, which goes to the first free period into which it fits. */
function displacements({ placing, positions, item, partners }: Context): readonly Trial[] {
  const { items, turnaround } = placing;
  const { length = 0 } = items[item] ?? {};
  const gaps = gapsOf(placing, positions);
  return items.flatMap((other, at): readonly Trial[] => {
    const place = positions[at];
    if (place === undefined) return [];
    const without = positions.with(at, undefined);
    const gap = enclosing(placing, gaps[place.lane] ?? [], place, other.length);
    const position = positionIn(fitterOf(placing, without, partners, item)(gap));
    if (position === undefined) return [];
    const there = without.with(item, position);
    const beside = gapsBeside([gap], position, length, turnaround);
    const left = gaps.with(place.lane, [...(gaps[place.lane] ?? []).filter((each) => !isIn(each, gap)), ...beside]);
    const fits = fitterOf(placing, there, partners, at);
    for (const each of left.flat()) {
      const to = positionIn(fits(each));
      if (to !== undefined) {
        return [{ positions: there.with(at, to), displaced: at, missingMinutes: 0, isPossible: true }];
      }
    }
    return [{ positions: there, displaced: at, missingMinutes: 0, isPossible: false }];
  });
}

/** The free period around a place once its talk is elsewhere. */
function enclosing({ turnaround }: Placing, gaps: readonly Gap[], { lane, start }: Position, length: number): Gap {
  const [from, to] = [start - turnaround, start + length + turnaround];
  return {
    lane,
    from: gaps.find((gap) => gap.to === from)?.from ?? start,
    to: gaps.find((gap) => gap.from === to)?.to ?? start + length,
  };
}

function isIn(gap: Gap, other: Gap): boolean {
  return other.from <= gap.from && gap.to <= other.to;
}

function minutesOf({ from, to }: Gap): number {
  return to - from;
}

function positionIn(fit: Fit): Position | undefined {
  return fit !== undefined && 'position' in fit ? fit.position : undefined;
}

function placeOf({ clock, lanes, input: { zone } }: Placing, { lane, start }: Position): TimedPlacement {
  const startMs = clock.ms(start);
  return { room: lanes[lane]?.period.room ?? '', startMs, start: toRfc3339(startMs, zone) };
}

function displacedIn({ placing, positions, item }: Context, trial: Trial): Alternative['displaced'] {
  if (trial.displaced === undefined) return undefined;
  const to = trial.positions[trial.displaced];
  return {
    index: placing.items[trial.displaced]?.index ?? -1,
    to: to === undefined ? undefined : placeOf(placing, to),
    isExchange: positions[item] !== undefined,
  };
}

/** What the two talks cost by themselves in their rooms, which is quick to find. */
function costOf({ placing: { problem }, item }: Context, { positions, isPossible, displaced }: Trial): number {
  const costIn = (each: number) => problem.itemLane[each * problem.lanes.length + (positions[each]?.lane ?? -1)] ?? 0;
  return (isPossible ? 0 : must(2)) + costIn(item) + (displaced === undefined ? 0 : costIn(displaced));
}

function startIn({ positions }: Trial, item: number): number {
  return positions[item]?.start ?? 0;
}

/** The sum of each strength; a period that is too short, and a talk that is left out, break a must. */
function weightOf({ missingMinutes, displaced, positions }: Trial, issues: readonly Issue[]): readonly number[] {
  const isLeftOut = displaced !== undefined && positions[displaced] === undefined;
  const musts = missingMinutes > 0 || isLeftOut ? 2 : 0;
  return [
    ...strengths.map((strength) =>
      issues.reduce(
        (sum, issue) => sum + (issue.strength === strength ? issue.amount : 0),
        strength === 'must' ? musts : 0,
      ),
    ),
    missingMinutes,
  ];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((amount, index) => amount !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** What is different in another placement. */
export interface Differences {
  /** What is broken only there. */
  readonly breaks: readonly Issue[];
  /** What is broken more or less there than here, as it is there. */
  readonly worse: readonly Issue[];
  readonly better: readonly Issue[];
  /** What is broken only here. */
  readonly meets: readonly Issue[];
}

/** @param talk the one that is elsewhere: with all others, a group of talks is the same group */
function changesOf(here: readonly Issue[], there: readonly Issue[], talk: number): Differences {
  const before = grouped(here, subjectOf);
  const after = grouped(there, subjectOf);
  const partner = (issue: Issue, others: ReadonlyMap<string, readonly Issue[]>) =>
    (others.get(subjectOf(issue)) ?? []).find((other) => !isOfGroup(issue) || haveCommon(issue, other, talk));
  const difference = (issue: Issue) => issue.amount - (partner(issue, before)?.amount ?? issue.amount);
  return {
    breaks: there.filter((issue) => partner(issue, before) === undefined),
    worse: there.filter((issue) => difference(issue) > 0),
    better: there.filter((issue) => difference(issue) < 0),
    meets: here.filter((issue) => partner(issue, after) === undefined),
  };
}

/** What is broken, without the amount, the time, the room and the talks of a group. */
function subjectOf(issue: Issue): string {
  const { kind, talks } = issue;
  const what = 'what' in issue ? issue.what : '';
  if (!isOfGroup(issue)) return JSON.stringify([kind, what, talks]);
  return JSON.stringify([kind, what, 'of' in issue ? issue.of : '', 'by' in issue ? issue.room : '']);
}

/** Whether its talks are those of a track or of a time. */
function isOfGroup({ kind }: Issue): boolean {
  return kind === 'track_rooms' || kind === 'interrupted' || kind === 'variety';
}

function haveCommon({ talks }: Issue, other: Issue, except: number): boolean {
  return talks.some((index) => index !== except && other.talks.includes(index));
}
