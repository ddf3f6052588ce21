// Words the report of autoplace.
import type { Alternative } from '../../../../schedule/autoplace/alternatives.ts';
import type { Blocker } from '../../../../schedule/autoplace/gaps.ts';
import type { Issue } from '../../../../schedule/autoplace/issues.ts';
import type { AutoplaceReport, LeftOutTalk } from '../../../../schedule/autoplace/report.ts';
import type { TalkPlace } from '../../../../schedule/autoplace/result.ts';
import { toRfc3339 } from '../../../../schedule/dates/zoned-time.ts';
import { toLine } from '../../../output/terminal-text.ts';
import { amount, plural, quoted } from '../../../output/text.ts';

/** The title of a talk of the input. */
export type TitleOf = (index: number) => string;

/** `Placed 38 talks, moved 2, left out 1; 7 wishes are not met.` */
export function totalsText({ counts }: AutoplaceReport): string {
  const { placed, moved, kept, fixed, leftOut, strong, weak, broken } = counts;
  const parts = [
    `${amount(placed, 'talk')} placed`,
    ...(moved > 0 ? [`${moved} moved`] : []),
    ...(kept > 0 ? [`${kept} kept`] : []),
    ...(fixed > 0 ? [`${fixed} fixed`] : []),
    ...(leftOut > 0 ? [`${leftOut} left out`] : []),
    ...(broken > 0 ? [`${amount(broken, 'must')} broken`] : []),
  ];
  const unmet = strong + weak;
  const totals = `${parts.join(', ')}.`;
  if (unmet > 0) return `${totals} ${amount(unmet, 'wish is', 'wishes are')} not met.`;
  return leftOut + broken > 0 ? totals : `${totals} All wishes are met.`;
}

/** `"Queues": 2026-05-02 09:00 Hall → 2026-05-02 09:00 Pier 3` */
export function movedText({ talk: { session }, room, startMs }: TalkPlace, zone: string): string {
  const former = `${clockText(session.startMs, zone)} ${session.room}`;
  return toLine(`${quoted(session.title)}: ${former} → ${clockText(startMs, zone)} ${room}`);
}

function clockText(ms: number, zone: string): string {
  return toRfc3339(ms, zone).slice(0, 16).replace('T', ' ');
}

/** `Left out: "A" needs 90 min; 3 free periods of that length, all while Ada Lovelace is away` */
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

function blockerText({ kind, what }: Blocker): string {
  switch (kind) {
    case 'away':
      return what === '' ? 'while a speaker is away' : `while ${what} is away`;
    case 'busy':
    case 'occupied':
      return `while a speaker is in ${quoted(what)}`;
    case 'not_before':
      return 'too early';
    case 'not_after':
      return 'too late';
    case 'start':
      return 'at another time than the row specifies';
    case 'room':
      return `in another room than ${what}`;
    case 'only':
      return `in a room for ${what} only`;
    case 'equipment':
      return `in a room without ${what}`;
    case 'combined':
      return 'for several of these reasons';
  }
}

/** What is broken: `"Zero lost cents": 120 expected, Pier 3 holds 80`. */
export function issueText(issue: Issue, titleOf: TitleOf): string {
  const [first = '', second = ''] = issue.talks.map((index) => quoted(titleOf(index)));
  return toLine(textOf(issue, first, second));
}

function textOf(issue: Issue, first: string, second: string): string {
  const count = issue.talks.length;
  switch (issue.kind) {
    case 'capacity':
      return `${first}: ${issue.expected} expected, ${issue.room} holds ${issue.capacity}`;
    case 'parallel':
      return `${first} and ${second}: both in the track ${issue.what}, at the same time`;
    case 'after':
      return `${first} is not after ${second}`;
    case 'not_with':
      return `${first} and ${second} are at the same time`;
    case 'rather_not':
      return `${first}: ${issue.what === '' ? 'a speaker' : issue.what} would rather not speak then`;
    case 'track_rooms':
      return `track ${issue.what}: ${amount(count, 'talk')} in ${issue.rooms.length} rooms (${issue.rooms.join(', ')})`;
    case 'interrupted':
      return `track ${issue.what}: interrupted in ${issue.room} ${amount(issue.amount, 'time')}`;
    case 'variety':
      return `${amount(count, 'talk')} at about the same time with the same ${issue.of} (${issue.what}), such as ${first} and ${second}`;
    case 'room_wish':
      return `${first}: in ${issue.room}, not in ${issue.wished.join(' or ')}`;
    case 'moved':
      return `${first}: moved`;
    case 'other_time':
      return `${first}: at another time than before`;
    case 'same_room':
      return `${first} and ${second}: both in ${issue.what}, at the same time`;
    case 'break':
      return `${first}: during ${quoted(issue.what)}`;
    case 'person':
      return `${first} and ${second}: ${issue.what === '' ? 'a speaker' : issue.what} is in both`;
    default:
      return `${first}: ${blockerText({ kind: issue.kind, what: issue.what })}`;
  }
}

/** `2026-05-02 09:00 Lab, exchanged with "B": breaks 2 wishes` */
export function alternativeText(alternative: Alternative, titleOf: TitleOf): readonly string[] {
  const { start, room, exchangedWith, breaks, meets } = alternative;
  const exchange = exchangedWith === undefined ? '' : `, in exchange with ${quoted(titleOf(exchangedWith))}`;
  const head = `${start.slice(0, 16).replace('T', ' ')} ${room}${exchange}`;
  const lines = [
    ...breaks.map((issue) => `breaks: ${issueText(issue, titleOf)}`),
    ...meets.map((issue) => `meets: ${issueText(issue, titleOf)}`),
  ];
  return [toLine(head), ...(lines.length === 0 ? ['  nothing changes'] : lines.map((line) => `  ${line}`))];
}

/** How many issues of a report are listed. */
export function moreText(more: number): string {
  return `… and ${more} more (--json lists all of ${plural(more, 'it', 'them')})`;
}
