// Words the report of autoplace.

import type { Placement } from '../../../../changes/place.ts';
import { dateAndTime } from '../../../../columns/dates/zoned-time.ts';
import { amount, quoted } from '../../../../contract/amount.ts';
import { grouped } from '../../../../contract/grouped.ts';
import type { Keep } from '../../../../schedule/autoplace/drafts.ts';
import type { AutoplaceReport, Unknown } from '../../../../schedule/autoplace/report.ts';
import type { LeftOutTalk, TalkPlace } from '../../../../schedule/autoplace/result.ts';
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

/**
 * `Unknown: the duration of 4 talks (--default-duration is used); co-speakers of 4 talks (only the
 * submitter is known).`
 */
export function unknownText({
  durations,
  coSpeakers,
  speakers,
  names,
}: Unknown): string | undefined {
  const parts = [
    ...(durations > 0
      ? [`the duration of ${amount(durations, 'talk')} (--default-duration is used)`]
      : []),
    ...(coSpeakers > 0
      ? [`co-speakers of ${amount(coSpeakers, 'talk')} (only the submitter is known)`]
      : []),
    ...(speakers > 0 ? [`the speakers of ${amount(speakers, 'talk')}`] : []),
    ...(names > 0 ? [`what ${amount(names, 'wish names', 'wishes name')} (not checked)`] : []),
  ];
  return parts.length === 0 ? undefined : `Unknown: ${parts.join('; ')}.`;
}

/** Up to five talks one by one; of more, how many are on each day. */
export function changeLines(
  what: 'Placed' | 'Moved',
  places: readonly TalkPlace[],
  zone: string,
): readonly string[] {
  const changed = places.filter(({ change }) => change === what.toLowerCase());
  if (changed.length === 0) return [];
  const days = [
    ...grouped(changed, ({ startMs }) => dateAndTime(startMs, zone).slice(0, 10)),
  ].sort();
  const counts = days.map(([day, talks]) => `${talks.length} on ${day}`).join(', ');
  if (changed.length > 5) return [`${what}: ${amount(changed.length, 'talk')} (${counts})`];
  const lines = changed.map(({ talk: { session }, room, startMs, change }) => {
    const former =
      change === 'moved' ? `${dateAndTime(session.startMs, zone)} ${session.room} → ` : '';
    return toLine(`${quoted(session.title)}: ${former}${dateAndTime(startMs, zone)} ${room}`);
  });
  return [`${what}:`, ...lines];
}

/** `"Queues": 2026-05-02 09:00 Hall` */
export function stayingText(title: string, { room, start }: Placement, zone: string): string {
  return toLine(`${quoted(title)}: ${dateAndTime(Date.parse(start), zone)} ${room}`);
}

/** `Left out: 12 talks, 540 min; 480 min are open and free` */
export function leftOutHeading({
  counts: { leftOut, leftOutMinutes, freeMinutes },
}: AutoplaceReport): string {
  return (
    `Left out: ${amount(leftOut, 'talk')}, ${leftOutMinutes} min; ${freeMinutes} min are open ` +
    'and free'
  );
}

/** `"A" needs 90 min; 3 free periods of that length, all while Ada Lovelace is away` */
export function leftOutText({
  title,
  minutes,
  longEnough,
  longestFree,
  blockers,
}: LeftOutTalk): string {
  const needs = `${quoted(title)} needs ${minutes} min`;
  if (longEnough === 0) {
    const longest =
      longestFree === 0 ? 'no period is free' : `the longest free period is ${longestFree} min`;
    return toLine(`${needs}; ${longest}`);
  }
  const periods = amount(longEnough, 'free period is', 'free periods are');
  return toLine(`${needs}; ${periods} long enough: ${blockersText(blockers, longEnough)}`);
}

/** @param periods how many are long enough; one blocker alone prevents all of them */
function blockersText(blockers: LeftOutTalk['blockers'], periods: number): string {
  const [only, ...others] = blockers;
  if (only === undefined || others.length > 0) {
    return blockers.map(({ text, count }) => `${count} ${text}`).join(', ');
  }
  return periods === 1 ? only.text : `all ${only.text}`;
}
