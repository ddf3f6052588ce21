// Reports a placement: what was placed and moved, the wishes it breaks, and why talks are left out. As data; must not word it.
import { brokenMusts, wishesOfFixed } from './broken.ts';
import { type Blocker, fitterOf, type Gap, gapsOf, partnersOf } from './gaps.ts';
import type { AutoplaceInput } from './input.ts';
import { type Issue, type Positions, strengths } from './issue.ts';
import { issuesOf } from './issues.ts';
import type { Placing } from './placing.ts';
import { placesOf, type TalkPlace } from './result.ts';

export interface AutoplaceReport {
  readonly places: readonly TalkPlace[];
  readonly leftOut: readonly LeftOutTalk[];
  /** The wishes that are not met, the strong ones first, and the sessions that were moved although that costs something. */
  readonly unmet: readonly Issue[];
  /** The musts that are broken by talks which never move. */
  readonly broken: readonly Issue[];
  readonly counts: ReportCounts;
  readonly unknown: Unknown;
}

/** Of how many talks neither the schedule file nor the service names something. */
export interface Unknown {
  readonly durations: number;
  /** Only their submitter is known. */
  readonly coSpeakers: number;
  readonly speakers: number;
}

export interface ReportCounts {
  readonly talks: number;
  /** Those that had no place before. */
  readonly placed: number;
  /** Those that had another place before. */
  readonly moved: number;
  /** Placed sessions that are where they were. */
  readonly kept: number;
  /** Talks that never move. */
  readonly fixed: number;
  readonly leftOut: number;
  /** How many strong and weak wishes are not met. */
  readonly strong: number;
  readonly weak: number;
  /** How many musts are broken. */
  readonly broken: number;
  /** How long the talks take that are left out, and how long rooms are open without a talk. */
  readonly leftOutMinutes: number;
  readonly freeMinutes: number;
}

export interface LeftOutTalk {
  /** Its index among the talks of the input. */
  readonly index: number;
  readonly title: string;
  readonly minutes: number;
  /** How many free periods are long enough for it. */
  readonly longEnough: number;
  /** The longest free period, in minutes. */
  readonly longestFree: number;
  /** Why it cannot be in those that are long enough, the most frequent reason first. */
  readonly blockers: readonly (Blocker & { readonly count: number })[];
}

export function reportOf(placing: Placing, positions: Positions): AutoplaceReport {
  const places = placesOf(placing, positions);
  const gaps = gapsOf(placing, positions).flat();
  const leftOut = leftOutTalks(placing, positions, gaps);
  const found = [...issuesOf(placing, positions), ...wishesOfFixed(placing)];
  const unmet = found
    .filter(({ strength }) => strength !== 'must')
    .toSorted((a, b) => strengths.indexOf(a.strength) - strengths.indexOf(b.strength));
  const broken = brokenMusts(placing);
  const count = (change: TalkPlace['change']) => places.filter((place) => place.change === change).length;
  const wishes = unmet.filter((issue) => !isMove(issue));
  return {
    ...{ places, leftOut, unmet, broken, unknown: unknownOf(placing.input) },
    counts: {
      talks: placing.input.talks.length,
      placed: count('placed'),
      moved: count('moved'),
      kept: count('kept'),
      fixed: count('fixed'),
      leftOut: leftOut.length,
      strong: wishes.filter(({ strength }) => strength === 'strong').length,
      weak: wishes.filter(({ strength }) => strength === 'weak').length,
      broken: broken.length,
      leftOutMinutes: leftOut.reduce((sum, { minutes }) => sum + minutes, 0),
      freeMinutes: gaps.reduce((sum, { from, to }) => sum + to - from, 0),
    },
  };
}

/** In a file that names people, an empty cell means nobody. */
function unknownOf({ talks }: AutoplaceInput): Unknown {
  const durations = talks.filter(({ session }) => session.isDurationAssumed).length;
  const fileNamesPeople = talks.some(({ row }) => row !== undefined && row.people.length > 0);
  const coSpeakers = talks.filter(({ isSpeakerAssumed }) => isSpeakerAssumed).length;
  const nobody = talks.filter(({ session, row }) => session.people.length === 0 && !(fileNamesPeople && row));
  const speakers = nobody.filter(({ isSpeakerAssumed }) => !isSpeakerAssumed).length;
  return { durations, coSpeakers, speakers };
}

/** Whether the issue says only that a talk is not where or when it was. */
export function isMove({ kind }: Issue): boolean {
  return kind === 'moved' || kind === 'other_time';
}

function leftOutTalks(placing: Placing, positions: Positions, gaps: readonly Gap[]): readonly LeftOutTalk[] {
  const partners = partnersOf(placing);
  const longestFree = Math.max(0, ...gaps.map(({ from, to }) => to - from));
  return placing.items.flatMap(({ index, talk, length }, item): readonly LeftOutTalk[] => {
    if (positions[item] !== undefined) return [];
    const fits = fitterOf(placing, positions, partners, item);
    const counts = new Map<Blocker, number>();
    let longEnough = 0;
    for (const gap of gaps) {
      const found = fits(gap);
      if (found === undefined) continue;
      longEnough++;
      if ('blocker' in found) counts.set(found.blocker, (counts.get(found.blocker) ?? 0) + 1);
    }
    const own = { index, title: talk.session.title, minutes: length };
    return [{ ...own, longEnough, longestFree, blockers: joined(counts) }];
  });
}

/** The same reason counts once for all rooms. */
function joined(counts: ReadonlyMap<Blocker, number>): LeftOutTalk['blockers'] {
  const byReason = new Map<string, LeftOutTalk['blockers'][number]>();
  for (const [{ kind, what }, count] of counts) {
    const key = JSON.stringify([kind, what]);
    byReason.set(key, { kind, what, count: (byReason.get(key)?.count ?? 0) + count });
  }
  return [...byReason.values()].sort((a, b) => b.count - a.count);
}
