// Words which talks are left out, and why.
import type { Blocker } from '../../../../schedule/autoplace/gaps.ts';
import type { AutoplaceReport, LeftOutTalk } from '../../../../schedule/autoplace/report.ts';
import { grouped } from '../../../../schedule/grouped.ts';
import { toLine } from '../../../output/terminal-text.ts';
import { amount, listText, quoted } from '../../../output/text.ts';

/** `Left out: 12 talks, 540 min; 480 min are open and free` */
export function leftOutHeading({ counts: { leftOut, leftOutMinutes, freeMinutes } }: AutoplaceReport): string {
  return `Left out: ${amount(leftOut, 'talk')}, ${leftOutMinutes} min; ${freeMinutes} min are open and free`;
}

/** Each reason once, with its talks: that of most talks first. */
export function leftOutLines({ leftOut }: AutoplaceReport): readonly string[] {
  return [...grouped(leftOut, reasonText)]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([reason, talks]) => groupText(reason, talks));
}

function groupText(reason: string, talks: readonly LeftOutTalk[]): string {
  const [first] = talks;
  if (first !== undefined && talks.length === 1) return leftOutText(first);
  const minutes = talks.reduce((sum, talk) => sum + talk.minutes, 0);
  const named = talks.map(({ title, blockers }) => {
    const what = listText([...new Set(blockers.flatMap((each) => each.what || []))], 2);
    return `${quoted(title)}${what === '' ? '' : ` (${what})`}`;
  });
  return toLine(`${amount(talks.length, 'talk')}, ${minutes} min: ${reason}: ${listText(named)}`);
}

/** The same for talks with the same kinds of reasons, whatever person or room these are about. */
function reasonText({ longEnough, longestFree, blockers }: LeftOutTalk): string {
  if (longEnough === 0) {
    return longestFree === 0 ? 'no period is free' : `no free period is long enough; the longest is ${longestFree} min`;
  }
  const reasons = [...new Set(blockers.map(({ kind }) => blockerText({ kind, what: '' })))].sort();
  return `each free period that is long enough is ${reasons.join(' or ')}`;
}

/** `"A" needs 90 min; 3 free periods of that length, all while Ada Lovelace is away` */
export function leftOutText({ title, minutes, longEnough, longestFree, blockers }: LeftOutTalk): string {
  const needs = `${quoted(title)} needs ${minutes} min`;
  if (longEnough === 0) {
    const longest = longestFree === 0 ? 'no period is free' : `the longest free period is ${longestFree} min`;
    return toLine(`${needs}; ${longest}`);
  }
  const periods = amount(longEnough, 'free period is', 'free periods are');
  const [only, ...others] = blockers;
  const reasons =
    only !== undefined && others.length === 0
      ? `${longEnough === 1 ? '' : 'all '}${blockerText(only)}`
      : blockers.map((blocker) => `${blocker.count} ${blockerText(blocker)}`).join(', ');
  return toLine(`${needs}; ${periods} long enough: ${reasons}`);
}

/** `while Ada Lovelace is away` */
export function blockerText({ kind, what }: Blocker): string {
  switch (kind) {
    case 'away':
      return what === '' ? 'while a speaker is away' : `while ${what} is away`;
    case 'busy':
    case 'occupied':
      return `while a speaker is in ${what === '' ? 'another talk' : quoted(what)}`;
    case 'not_before':
      return 'too early';
    case 'not_after':
      return 'too late';
    case 'start':
      return 'at another time than the row specifies';
    case 'room':
      return `in another room than ${what || 'the row specifies'}`;
    case 'only':
      return `in a room for ${what || 'others'} only`;
    case 'equipment':
      return `in a room without ${what || 'the equipment'}`;
    case 'combined':
      return 'for several of these reasons';
  }
}
