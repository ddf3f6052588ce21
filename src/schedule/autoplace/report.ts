// Owns the report of a placement: what was placed and moved, the wishes it breaks, and why talks
// are left out. As data; must not word it.

import type { Positions } from './fitting.ts';
import type { AutoplaceInput } from './input.ts';
import { brokenMusts, issuesOf } from './issues.ts';
import type { Placing } from './placing.ts';
import { leftOutTalks, placesOf, type TalkPlace } from './result.ts';

export type AutoplaceReport = ReturnType<typeof reportOf>;

/** What neither the schedule file nor the service says of the talks that were to be placed. */
export interface Unknown {
  /** Of how many talks. */
  readonly durations: number;
  /** Only their submitter is known. */
  readonly coSpeakers: number;
  readonly speakers: number;
  /** How many wishes name a talk or a room that there is not. */
  readonly names: number;
}

/**
 * `unmet`: the strong wishes first, without the tracks of talks that never move among themselves;
 * `broken`: musts that such talks break.
 */
export function reportOf(placing: Placing, positions: Positions) {
  const places = placesOf(placing, positions);
  const { leftOut, freeMinutes } = leftOutTalks(placing, positions);
  const { talks } = placing.input;
  const { ofTalks, ofTracks, ofStaying } = issuesOf(placing, positions);
  const isMoving = (index: number) => talks[index]?.isFixed === false;
  const issues = [
    ...ofTalks,
    ...ofTracks.filter((issue) => issue.talks.some(isMoving)),
    ...ofStaying,
  ];
  const strong = issues.filter(({ strength }) => strength === 'strong');
  const unmet = [...strong, ...issues.filter(({ strength }) => strength === 'weak')];
  const broken = brokenMusts(placing);
  const count = (change: TalkPlace['change']) =>
    places.filter((place) => place.change === change).length;
  return {
    places,
    /** With `--keep placed`, those whose rows people may have emptied to place them anew. */
    emptied: places.filter(({ talk }) => talk.isFixed && talk.isEmptied),
    leftOut,
    unmet,
    broken,
    unknown: unknownOf(placing.input),
    counts: {
      talks: talks.length,
      placed: count('placed'),
      moved: count('moved'),
      kept: count('kept'),
      leftOut: leftOut.length,
      strong: strong.length,
      weak: unmet.length - strong.length,
      broken: broken.length,
      leftOutMinutes: leftOut.reduce((sum, { minutes }) => sum + minutes, 0),
      freeMinutes,
    },
  };
}

/** In a file that names people, an empty cell means nobody. */
function unknownOf({ talks: all, warnings }: AutoplaceInput): Unknown {
  const fileNamesPeople = all.some(({ row }) => row !== undefined && row.people.length > 0);
  const talks = all.filter(({ isFixed }) => !isFixed);
  const nobody = talks.filter(
    ({ session, row }) => session.people.length === 0 && !(fileNamesPeople && row),
  );
  return {
    durations: talks.filter(({ session }) => session.isDurationAssumed).length,
    coSpeakers: talks.filter(({ isSpeakerAssumed }) => isSpeakerAssumed).length,
    speakers: nobody.filter(({ isSpeakerAssumed }) => !isSpeakerAssumed).length,
    names: warnings.filter(isOfWish).length,
  };
}

/** Whether a wish of a talk is not checked, because nothing has the name that it has. */
function isOfWish({ code, field }: AutoplaceInput['warnings'][number]): boolean {
  return code === 'unknown_name' && wishesOfNames.has(field);
}

const wishesOfNames: ReadonlySet<string | undefined> = new Set(['after', 'not_with', 'room_wish']);
