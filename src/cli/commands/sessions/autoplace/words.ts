// Words the report of autoplace.

import type { Blocker } from '../../../../schedule/autoplace/gaps.ts';
import type { Issue } from '../../../../schedule/autoplace/issue.ts';
import type { Keep } from '../../../../schedule/autoplace/placing.ts';
import type { AutoplaceReport, LeftOutTalk, Unknown } from '../../../../schedule/autoplace/report.ts';
import type { TalkPlace } from '../../../../schedule/autoplace/result.ts';
import { toRfc3339 } from '../../../../schedule/dates/zoned-time.ts';
import { grouped } from '../../../../schedule/grouped.ts';
import { toLine } from '../../../output/terminal-text.ts';
import { amount, listText, plural, quoted } from '../../../output/text.ts';

/** What the words need of the input. */
export interface TalkNames {
  /** The title of a talk. */
  readonly titleOf: (index: number) => string;
  /** The clock on which times are written. */
  readonly zone: string;
}

/** `Placed 38 talks, moved 2, left out 1; 7 wishes are not met.` */
export function totalsText({ counts, unknown }: AutoplaceReport): string {
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
  if (leftOut + broken > 0) return totals;
  return `${totals} All ${unknownText(unknown) === undefined ? '' : 'known '}wishes are met.`;
}

/** `Unknown: the duration of 4 talks (--default-duration is used); co-speakers of 4 talks (only the submitter is known).` */
export function unknownText({ durations, coSpeakers, speakers }: Unknown): string | undefined {
  const parts = [
    ...(durations > 0 ? [`the duration of ${amount(durations, 'talk')} (--default-duration is used)`] : []),
    ...(coSpeakers > 0 ? [`co-speakers of ${amount(coSpeakers, 'talk')} (only the submitter is known)`] : []),
    ...(speakers > 0 ? [`the speakers of ${amount(speakers, 'talk')}`] : []),
  ];
  return parts.length === 0 ? undefined : `Unknown: ${parts.join('; ')}.`;
}

/** Why nothing is placed or moved, if so. */
export function keptText(
  { counts: { placed, moved, kept, leftOut } }: AutoplaceReport,
  keep: Keep,
): string | undefined {
  if (kept === 0 || placed + moved + leftOut > 0 || keep !== 'strict') return undefined;
  return kept === 1
    ? 'The talk already has a place, and stays there by --keep strict. With --keep prefer or none, it may move.'
    : `All ${kept} talks already have a place, and stay there by --keep strict. With --keep prefer or none, they may move.`;
}

/** `Moved: 9 talks (7 to another room, 2 to another time)` */
export function movedHeading(moved: readonly TalkPlace[], zone: string): string {
  const clocks = moved.map(({ talk, startMs }) => [clockText(talk.session.startMs, zone), clockText(startMs, zone)]);
  const days = clocks.filter(([before, now]) => before?.slice(0, 10) !== now?.slice(0, 10)).length;
  const times = clocks.filter(([before, now]) => before !== now).length - days;
  const parts = [
    { count: moved.length - times - days, to: 'to another room' },
    { count: times, to: 'to another time' },
    { count: days, to: 'to another day' },
  ].filter(({ count }) => count > 0);
  const talks = `Moved: ${amount(moved.length, 'talk')}`;
  if (parts.length === 1) return `${talks} ${parts[0]?.to}`;
  return `${talks} (${parts.map(({ count, to }) => `${count} ${to}`).join(', ')})`;
}

/** `"Queues": 2026-05-02 09:00 Hall → 2026-05-02 09:00 Pier 3` */
export function movedText({ talk: { session }, room, startMs }: TalkPlace, zone: string): string {
  const former = `${clockText(session.startMs, zone)} ${session.room}`;
  return toLine(`${quoted(session.title)}: ${former} → ${clockText(startMs, zone)} ${room}`);
}

/** `2026-05-02 09:00` */
export function shortTime(start: string): string {
  return start.slice(0, 16).replace('T', ' ');
}

/** What is broken: `"Zero lost cents": 120 expected, Pier 3 holds 80`. */
export function issueText(issue: Issue, names: TalkNames): string {
  return toLine(textOf(issue, names));
}

/** The last line of a list that shows only the first issues. */
export function moreText(more: number): string {
  return `… and ${more} more (--json lists all of ${plural(more, 'it', 'them')})`;
}

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

function clockText(ms: number, zone: string): string {
  return shortTime(toRfc3339(ms, zone));
}

function textOf(issue: Issue, { titleOf, zone }: TalkNames): string {
  const quotedTitle = (index: number) => quoted(titleOf(index));
  const [first = '', second = ''] = issue.talks.map(quotedTitle);
  const count = issue.talks.length;
  switch (issue.kind) {
    case 'capacity':
      return `${first}: ${issue.expected} expected, ${issue.room} holds ${issue.capacity}`;
    case 'parallel':
      return `${first} and ${second}: both in the track ${issue.what}, at the same time`;
    case 'after':
      return `${first} is not after ${second}`;
    case 'not_with':
      return issue.isApart
        ? `${first} and ${second} follow each other without time to walk between their rooms`
        : `${first} and ${second} are at the same time`;
    case 'rather_not':
      return `${first}: ${issue.what === '' ? 'a speaker' : issue.what} would rather not speak at ${shortTime(issue.start)} ${issue.zone}`;
    case 'track_rooms':
      return `track ${issue.what}: ${amount(count, 'talk')} in ${issue.rooms.length} rooms (${issue.rooms.join(', ')})`;
    case 'interrupted':
      return `track ${issue.what}: interrupted in ${issue.room} by ${listText(issue.by.map(quotedTitle), 3)}`;
    case 'variety':
      return `${amount(count, 'talk')} at about the same time with the same ${issue.of} (${issue.what}), such as ${first} and ${second}`;
    case 'room_wish':
      return `${first}: in ${issue.room}, not in ${issue.wished.join(' or ')}`;
    case 'moved':
      return `${first}: moved from ${clockText(issue.from.startMs, zone)} ${issue.from.room}`;
    case 'other_time':
      return issue.isOtherDay
        ? `${first}: on another day than ${clockText(issue.from.startMs, zone).slice(0, 10)}`
        : `${first}: at another time than ${clockText(issue.from.startMs, zone)}`;
    case 'same_room':
      return `${first} and ${second}: both in ${issue.what}, ${issue.isApart ? 'without the turnaround between them' : 'at the same time'}`;
    case 'break':
      return `${first}: during ${quoted(issue.what)}`;
    case 'person':
      return `${first} and ${second}: ${issue.what === '' ? 'a speaker' : issue.what} is in both`;
    default:
      return `${first}: ${blockerText({ kind: issue.kind, what: issue.what })}`;
  }
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

/** `while Ada Lovelace is away` */
function blockerText({ kind, what }: Blocker): string {
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
