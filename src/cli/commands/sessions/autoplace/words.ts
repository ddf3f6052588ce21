// Words the report of autoplace.

import { amount, listText, quoted } from '../../../../contract/amount.ts';
import type { Keep } from '../../../../schedule/autoplace/drafts.ts';
import type { AutoplaceInput } from '../../../../schedule/autoplace/input.ts';
import type { Issue } from '../../../../schedule/autoplace/issues.ts';
import type { AutoplaceReport, Unknown } from '../../../../schedule/autoplace/report.ts';
import type { Blocker, LeftOutTalk, TalkPlace } from '../../../../schedule/autoplace/result.ts';
import { toRfc3339 } from '../../../../schedule/dates/zoned-time.ts';
import { grouped } from '../../../../schedule/grouped.ts';
import { toLine } from '../../../output/terminal-text.ts';

/** `38 talks placed, 2 moved, 1 left out. 7 wishes are not met.` */
export function totalsText({ counts, unknown }: AutoplaceReport, keep: Keep): string {
  const { placed, moved, kept, leftOut, strong, weak, broken } = counts;
  const parts = [
    `${amount(placed, 'talk')} placed`,
    ...(moved > 0 ? [`${moved} moved`] : []),
    ...(kept > 0 ? [`${kept} kept`] : []),
    ...(leftOut > 0 ? [`${leftOut} left out`] : []),
    ...(broken > 0 ? [`${amount(broken, 'must')} broken`] : []),
  ];
  const unmet = strong + weak;
  const totals = `${parts.join(', ')}.`;
  if (unmet > 0) return `${totals} ${amount(unmet, 'wish is', 'wishes are')} not met.`;
  if (leftOut + broken + placed + moved === 0 && kept > 0 && keep === 'placed')
    return `${totals} With --keep none, they may move.`;
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

/** Up to five talks one by one; of more, how many are on each day. */
export function changeLines(what: 'Placed' | 'Moved', places: readonly TalkPlace[], zone: string): readonly string[] {
  const own = places.filter(({ change }) => change === what.toLowerCase());
  if (own.length === 0) return [];
  const days = [...grouped(own, ({ startMs }) => clockText(startMs, zone).slice(0, 10))].sort();
  const counts = days.map(([day, talks]) => `${talks.length} on ${day}`).join(', ');
  if (own.length > 5) return [`${what}: ${amount(own.length, 'talk')} (${counts})`];
  const lines = own.map(({ talk: { session }, room, startMs, change }) => {
    const former = change === 'moved' ? `${clockText(session.startMs, zone)} ${session.room} → ` : '';
    return toLine(`${quoted(session.title)}: ${former}${clockText(startMs, zone)} ${room}`);
  });
  return [`${what}:`, ...lines];
}

/** `"Queues": 2026-05-02 09:00 Hall` */
export function stayingText({ title, inEvent }: LeftOutTalk, zone: string): string {
  return toLine(`${quoted(title)}: ${clockText(Date.parse(inEvent?.start ?? ''), zone)} ${inEvent?.room}`);
}

/** `2026-05-02 09:00` */
function clockText(ms: number, zone: string): string {
  return toRfc3339(ms, zone).slice(0, 16).replace('T', ' ');
}

/** What is broken: `"Zero lost cents": 120 expected, Pier 3 holds 80`. */
export function issueText(issue: Issue, talks: AutoplaceInput['talks'], zone: string): string {
  return toLine(textOf(issue, (index) => quoted(talks[index]?.session.title ?? ''), zone));
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
function leftOutText({ title, minutes, longEnough, longestFree, blockers }: LeftOutTalk): string {
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

function textOf(issue: Issue, titleOf: (index: number) => string, zone: string): string {
  const [first = '', second = ''] = issue.talks.map(titleOf);
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
      return `${first}: ${issue.what === '' ? 'a speaker' : issue.what} would rather not speak at ${clockText(Date.parse(issue.start), zone)} ${zone}`;
    case 'track_rooms':
      return `track ${issue.what}: ${amount(issue.talks.length, 'talk')} in ${issue.rooms.length} rooms (${issue.rooms.join(', ')})`;
    case 'interrupted':
      return `track ${issue.what}: interrupted in ${issue.room} by ${listText(issue.by.map(titleOf), 3)}`;
    case 'room_wish':
      return `${first}: in ${issue.room}, not in ${issue.wished.join(' or ')}`;
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
