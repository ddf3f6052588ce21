// Words what autoplace says of its files before the search: cells that may be mistakes, and talks that are in no row.
import { type SameTitle, sameTitles, type TalksTable } from '../../../../schedule/autoplace/files/talks.ts';
import type { AutoplaceInput } from '../../../../schedule/autoplace/input.ts';
import type { Placing } from '../../../../schedule/autoplace/placing.ts';
import { fileFaultLines } from '../../../output/error.ts';
import { toLine } from '../../../output/terminal-text.ts';
import { amount, listText, plural, quoted } from '../../../output/text.ts';

/** @param file the schedule file; undefined if there is none */
export function inputNotices(
  { doubts, talks, noTalks }: AutoplaceInput,
  table: TalksTable | undefined,
  file: string | undefined,
): readonly string[] {
  const same = table === undefined ? [] : sameTitles(table);
  const others = file === undefined ? [] : talks.filter(({ row }) => row === undefined);
  return [
    ...(same.length === 0 ? [] : [sameTitlesText(same)]),
    ...fileFaultLines(doubts).map((line) => `Warning: ${line}`),
    ...(noTalks.length === 0 || file === undefined ? [] : [noTalksText(noTalks, file)]),
    ...(others.length === 0 || file === undefined ? [] : [onlyInEventText(others, file)]),
  ];
}

/** `Warning: 1 track takes longer than rooms are open, and may be in several rooms at the same time: Web (630 of 540 min).` */
export function longTrackNotices({ longTracks }: Pick<Placing, 'longTracks'>): readonly string[] {
  if (longTracks.length === 0) return [];
  const count = amount(longTracks.length, 'track takes', 'tracks take');
  const named = listText(
    longTracks.map(({ track, minutes, openMinutes }) => `${track} (${minutes} of ${openMinutes} min)`),
  );
  return [
    toLine(`Warning: ${count} longer than rooms are open, and may be in several rooms at the same time: ${named}.`),
  ];
}

/** `1 session of the event is not in talks.csv and stays where it is: "Queues".` */
function onlyInEventText(others: AutoplaceInput['talks'], file: string): string {
  const count = amount(others.length, 'session of the event is', 'sessions of the event are');
  const stays = others.length === 1 ? 'stays where it is' : 'stay where they are';
  return toLine(
    `${count} not in ${file} and ${stays}: ${listText(others.map(({ session }) => quoted(session.title)))}.`,
  );
}

/** `Not placed: 2 rows of talks.csv, because of their title or status: "Queues (canceled)" (line 3), "Locks" (line 5, withdrawn).` */
function noTalksText(rows: AutoplaceInput['noTalks'], file: string): string {
  const named = rows.map(
    ({ title, line, status }) => `${quoted(title)} (line ${line}${status === undefined ? '' : `, ${status}`})`,
  );
  const which = `${amount(rows.length, 'row')} of ${file}, because of ${plural(rows.length, 'its', 'their')} title or status`;
  return toLine(`Not placed: ${which}: ${listText(named)}.`);
}

/** `Warning: rows with the same title are one talk: "Intro" (lines 2, 5).` */
function sameTitlesText(same: readonly SameTitle[]): string {
  const named = listText(same.map(({ title, lines }) => `${quoted(title)} (lines ${lines.join(', ')})`));
  return toLine(
    `Warning: rows with the same title are one talk: ${named}. If they are several talks, give each its own title, or an id in a column id.`,
  );
}
