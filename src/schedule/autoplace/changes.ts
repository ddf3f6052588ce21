// Compares what two placements break, issue by issue. Pure.
import { grouped } from '../grouped.ts';
import type { Issue } from './issue.ts';

/** What is different in another placement. */
export interface Changes {
  /** What is broken only there. */
  readonly breaks: readonly Issue[];
  /** What is broken more or less there than here, as it is there. */
  readonly worse: readonly Issue[];
  readonly better: readonly Issue[];
  /** What is broken only here. */
  readonly meets: readonly Issue[];
}

/** @param talk the one that is elsewhere: with all others, a group of talks is the same group */
export function changesOf(here: readonly Issue[], there: readonly Issue[], talk: number): Changes {
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
