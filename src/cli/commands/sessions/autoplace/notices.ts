// Words what autoplace says of its files before the search: that there are no talks, names that
// nothing has, rows that are no talks, and placed sessions.

import { amount, listText, plural, quoted } from '../../../../contract/amount.ts';
import type { RoomsFile } from '../../../../schedule/autoplace/files/rooms.ts';
import type { AutoplaceInput } from '../../../../schedule/autoplace/input.ts';
import type { Placing } from '../../../../schedule/autoplace/placing.ts';
import { isWithin, joinedHours } from '../../../../schedule/rooms/room-terms.ts';
import { isInRooms } from '../../../../schedule/session.ts';
import { faultLines } from '../../../output/fault-lines.ts';
import { toLine } from '../../../output/terminal-text.ts';

/** @param file the schedule file; undefined if there is none */
export function inputNotices(
  { input, longTracks }: Placing,
  file: string | undefined,
  rooms: Pick<RoomsFile, 'file'>,
): readonly string[] {
  const { warnings, talks, noTalks } = input;
  const others = talks.filter(({ row }) => row === undefined).length;
  return [
    ...(talks.length === 0 ? ['There are no talks to place.'] : []),
    ...faultLines(warnings).map((line) => `Warning: ${line}`),
    ...(noTalks.length === 0 || file === undefined ? [] : [noTalksText(noTalks, file)]),
    ...(others === 0 || file === undefined ? [] : [onlyInEventText(others, file)]),
    ...outsideTexts(input, rooms),
    ...longTrackTexts(longTracks),
  ];
}

function onlyInEventText(others: number, file: string): string {
  const are = amount(others, 'session of the event is', 'sessions of the event are');
  return `${are} not in ${file}, and ${plural(others, 'stays', 'stay')}.`;
}

/**
 * `Warning: 2 placed sessions are in rooms or at times that rooms.csv does not have, and stay:
 * "Queues", "Locks".`
 */
function outsideTexts(
  { talks, periods }: AutoplaceInput,
  { file }: Pick<RoomsFile, 'file'>,
): readonly string[] {
  const isOpen = ({ session }: AutoplaceInput['talks'][number]) => {
    const { startMs, isDurationAssumed } = session;
    const hours = joinedHours(periods.filter(({ room }) => isInRooms(session, [room])));
    // Of a session whose end is assumed, only the start is certain.
    return isWithin(hours, { startMs, endMs: isDurationAssumed ? startMs + 1 : session.endMs });
  };
  const outside = talks.filter((talk) => talk.isFixed && !isOpen(talk));
  if (outside.length === 0) return [];
  const are = amount(outside.length, 'placed session is', 'placed sessions are');
  const stay = plural(outside.length, 'stays', 'stay');
  const named = listText(outside.map(({ session }) => quoted(session.title)));
  const where = `in rooms or at times that ${file} does not have`;
  return [toLine(`Warning: ${are} ${where}, and ${stay}: ${named}.`)];
}

/**
 * `Warning: 1 track takes longer than rooms are free, and may be in several rooms at the same time:
 * Web (630 of 540 min).`
 */
function longTrackTexts(longTracks: Placing['longTracks']): readonly string[] {
  if (longTracks.length === 0) return [];
  const count = amount(longTracks.length, 'track takes', 'tracks take');
  const named = listText(
    longTracks.map(
      ({ track, minutes, openMinutes }) => `${track} (${minutes} of ${openMinutes} min)`,
    ),
  );
  return [
    toLine(
      `Warning: ${count} longer than rooms are free, and may be in several rooms at the same ` +
        `time: ${named}.`,
    ),
  ];
}

/**
 * `Not placed: 2 rows of talks.csv, because of their title or status: "Queues (canceled)" (line 3),
 * "Locks" (line 5, withdrawn).`
 */
function noTalksText(rows: AutoplaceInput['noTalks'], file: string): string {
  const named = rows.map(
    ({ title, line, status }) =>
      `${quoted(title)} (line ${line}${status === undefined ? '' : `, ${status}`})`,
  );
  const which =
    `${amount(rows.length, 'row')} of ${file}, because of ` +
    `${plural(rows.length, 'its', 'their')} title or status`;
  return toLine(`Not placed: ${which}: ${listText(named)}.`);
}
