// Owns the report of a placement: what was placed and moved, the wishes it breaks, and why talks are left out. As data; must not word it.
import type { AutoplaceInput } from './input.ts';
import { brokenMusts, type Issue, issuesOf } from './issues.ts';
import type { Placing } from './placing.ts';
import { type LeftOutTalk, leftOutTalks, type Positions, placesOf, type TalkPlace } from './result.ts';

export interface AutoplaceReport {
  readonly places: readonly TalkPlace[];
  readonly leftOut: readonly LeftOutTalk[];
  /** The wishes that are not met, the strong ones first; without those of talks that never move among themselves. */
  readonly unmet: readonly Issue[];
  /** The musts that are broken by talks which never move. */
  readonly broken: readonly Issue[];
  readonly counts: ReportCounts;
  readonly unknown: Unknown;
}

/** Of how many talks that were to be placed neither the schedule file nor the service names something. */
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

export function reportOf(placing: Placing, positions: Positions): AutoplaceReport {
  const places = placesOf(placing, positions);
  const { leftOut, freeMinutes } = leftOutTalks(placing, positions);
  const { talks } = placing.input;
  const found = issuesOf(placing, positions).filter((issue) => issue.talks.some((index) => !talks[index]?.isFixed));
  const [strong, weak] = (['strong', 'weak'] as const).map((each) => found.filter(({ strength }) => strength === each));
  const unmet = [...(strong ?? []), ...(weak ?? [])];
  const broken = brokenMusts(placing);
  const count = (change: TalkPlace['change']) => places.filter((place) => place.change === change).length;
  return {
    ...{ places, leftOut, unmet, broken, unknown: unknownOf(placing.input) },
    counts: {
      talks: talks.length,
      placed: count('placed'),
      moved: count('moved'),
      kept: count('kept'),
      leftOut: leftOut.length,
      strong: strong?.length ?? 0,
      weak: weak?.length ?? 0,
      broken: broken.length,
      leftOutMinutes: leftOut.reduce((sum, { minutes }) => sum + minutes, 0),
      freeMinutes,
    },
  };
}

/** In a file that names people, an empty cell means nobody. */
function unknownOf({ talks: all }: AutoplaceInput): Unknown {
  const fileNamesPeople = all.some(({ row }) => row !== undefined && row.people.length > 0);
  const talks = all.filter(({ isFixed }) => !isFixed);
  const nobody = talks.filter(({ session, row }) => session.people.length === 0 && !(fileNamesPeople && row));
  return {
    durations: talks.filter(({ session }) => session.isDurationAssumed).length,
    coSpeakers: talks.filter(({ isSpeakerAssumed }) => isSpeakerAssumed).length,
    speakers: nobody.filter(({ isSpeakerAssumed }) => !isSpeakerAssumed).length,
  };
}
