// Reports a placement: what was placed and moved, the wishes it breaks, and why talks are left out. As data; must not word it.
import { brokenMusts } from './broken.ts';
import { type Blocker, fitIn, gapsOf } from './gaps.ts';
import { type Issue, issuesOf, type Positions } from './issues.ts';
import type { Placing } from './placing.ts';
import { placesOf, type TalkPlace } from './result.ts';

export interface AutoplaceReport {
  readonly places: readonly TalkPlace[];
  readonly leftOut: readonly LeftOutTalk[];
  /** The wishes that are not met, and the sessions that were moved although that costs something. */
  readonly unmet: readonly Issue[];
  /** The musts that are broken by talks which never move. */
  readonly broken: readonly Issue[];
  readonly counts: ReportCounts;
}

export interface ReportCounts {
  readonly talks: number;
  readonly placed: number;
  readonly moved: number;
  readonly kept: number;
  readonly fixed: number;
  readonly leftOut: number;
  /** How many strong and weak wishes are not met. */
  readonly strong: number;
  readonly weak: number;
  /** How many musts are broken. */
  readonly broken: number;
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
  const leftOut = leftOutTalks(placing, positions);
  const unmet = issuesOf(placing, positions).filter(({ strength }) => strength !== 'must');
  const broken = brokenMusts(placing);
  const count = (change: TalkPlace['change']) => places.filter((place) => place.change === change).length;
  const wishes = unmet.filter(({ kind }) => kind !== 'moved');
  return {
    ...{ places, leftOut, unmet, broken },
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
    },
  };
}

function leftOutTalks(placing: Placing, positions: Positions): readonly LeftOutTalk[] {
  const gaps = gapsOf(placing, positions);
  const longestFree = Math.max(0, ...gaps.map(({ from, to }) => to - from));
  return placing.items.flatMap(({ index, talk, length }, item): readonly LeftOutTalk[] => {
    if (positions[item] !== undefined) return [];
    const found = new Map<string, Blocker & { readonly count: number }>();
    const fits = gaps.flatMap((gap) => fitIn(placing, positions, item, gap) ?? []);
    for (const fit of fits) {
      if (!('blocker' in fit)) continue;
      const key = JSON.stringify([fit.blocker.kind, fit.blocker.what]);
      found.set(key, { ...fit.blocker, count: (found.get(key)?.count ?? 0) + 1 });
    }
    const blockers = [...found.values()].sort((a, b) => b.count - a.count);
    const own = { index, title: talk.session.title, minutes: length };
    return [{ ...own, longEnough: fits.length, longestFree, blockers }];
  });
}
