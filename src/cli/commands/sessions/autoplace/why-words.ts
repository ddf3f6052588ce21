// Words the other places of one talk, for --why.
import type { Alternative } from '../../../../schedule/autoplace/alternatives.ts';
import type { Talk } from '../../../../schedule/autoplace/input.ts';
import type { Issue } from '../../../../schedule/autoplace/issue.ts';
import type { AutoplaceReport } from '../../../../schedule/autoplace/report.ts';
import { roomsOf } from '../../../../schedule/session.ts';
import type { Placement } from '../../../../schedule/submissions.ts';
import { toLine } from '../../../output/terminal-text.ts';
import { quoted } from '../../../output/text.ts';
import { issueText, leftOutText, shortTime, type TalkNames } from './words.ts';

/** The talk's place or why it has none, and then the best other places. */
export function whyLines(
  talk: Talk,
  index: number,
  { places, leftOut }: AutoplaceReport,
  alternatives: readonly Alternative[],
  names: TalkNames,
): readonly string[] {
  const title = quoted(talk.session.title);
  const place = places.find((each) => each.index === index);
  const missing = leftOut.find((each) => each.index === index);
  if (talk.isFixed) return [toLine(`${title} never moves: ${fixedReason(talk)}.`)];
  if (alternatives.length === 0) {
    return [toLine(`No other place for ${title}: no other free period, and no other talk, is as long as it is.`)];
  }
  return [
    ...(missing === undefined ? [] : [leftOutText(missing)]),
    toLine(
      place === undefined
        ? `Nearest places for ${title}:`
        : `Other places for ${title}, which is at ${placeText(place)}:`,
    ),
    ...alternatives.flatMap((each) => alternativeLines(each, place === undefined, names)).map((line) => `  ${line}`),
  ];
}

function fixedReason({ row, session }: Talk): string {
  if (row === undefined) return 'it is not in the file';
  return roomsOf(session).length > 1 ? 'it is in several rooms' : 'it is pinned';
}

/** `2026-05-02 09:00 Lab, in exchange with "B"`, and a line for each thing that changes. */
function alternativeLines(alternative: Alternative, isLeftOut: boolean, names: TalkNames): readonly string[] {
  const { breaks, worse, better, meets, missingMinutes } = alternative;
  const texts = (of: string, issues: readonly Issue[]) =>
    withoutTwice(issues).map(
      (issue) => `${of}${issue.strength === 'must' ? ' a must' : ''}: ${issueText(issue, names)}`,
    );
  const lines = [
    ...(missingMinutes > 0 ? [`breaks a must: the free period is ${missingMinutes} min too short`] : []),
    ...texts('breaks', breaks),
    ...texts('worse', worse),
    ...texts('better', better),
    ...texts('no longer', meets),
  ];
  const same = isLeftOut ? 'breaks nothing' : 'as good as now: the same musts and wishes are met';
  return [
    toLine(`${placeText(alternative)}${displacedText(alternative, names)}`),
    ...(lines.length === 0 ? [same] : lines).map((line) => `  ${line}`),
  ];
}

/** A talk that has moved is at another time as well, most of the time: that it has moved says enough. */
function withoutTwice(issues: readonly Issue[]): readonly Issue[] {
  const moved = new Set(issues.flatMap(({ kind, talks }) => (kind === 'moved' ? talks : [])));
  return issues.filter(({ kind, talks: [talk = -1] }) => kind !== 'other_time' || !moved.has(talk));
}

function displacedText({ displaced }: Alternative, { titleOf }: TalkNames): string {
  if (displaced === undefined) return '';
  const { index, to, isExchange } = displaced;
  const title = quoted(titleOf(index));
  if (isExchange) return `, in exchange with ${title}`;
  return to === undefined ? `, if ${title} is left out instead` : `, if ${title} moves to ${placeText(to)}`;
}

function placeText({ start, room }: Placement): string {
  return `${shortTime(start)} ${room}`;
}
