// Owns a day of a timetable as a list in order of time, for widths that are too narrow for a grid. Must not shorten a text.
import { type Day, roomLabel, sessionsOf } from '../../schedule/export/grid.ts';
import type { Session } from '../../schedule/session.ts';
import type { Paints } from './style.ts';
import { toLine } from './terminal-text.ts';
import type { SessionText } from './timetable-words.ts';
import { columnsOf, sideBySide, widestOf, wrapToWidth } from './width.ts';

const gap = '  ';
/** The largest share of the width for a room's name. */
const roomShare = 1 / 4;

/** `09:00–09:45  Room  Title — speakers  ● Track`; text longer than its column is wrapped. */
export function listLines(day: Day, words: SessionText, style: Paints, width: number): readonly string[] {
  const sessions = sessionsOf(day);
  const timeWidth = widestOf(sessions.map(words.span));
  const roomWidth = Math.min(
    widestOf(sessions.map((session) => toLine(roomLabel(session)))),
    Math.floor(width * roomShare),
  );
  const textWidth = width - timeWidth - roomWidth - 2 * gap.length;
  return sessions.flatMap((session) =>
    sideBySide(gap, [
      { width: timeWidth, lines: [words.span(session)] },
      { width: roomWidth, lines: wrapToWidth(toLine(roomLabel(session)), roomWidth) },
      { width: textWidth, lines: textLines(session, words, style, textWidth) },
    ]),
  );
}

function textLines(session: Session, words: SessionText, style: Paints, width: number): readonly string[] {
  const lines = wrapToWidth([words.title(session), words.people(session)].filter(Boolean).join(' — '), width);
  const track = words.track(session);
  if (track === '') return lines;
  const paint = style.hue(session.track ?? '');
  const last = lines.at(-1) ?? '';
  return columnsOf(last) + gap.length + columnsOf(track) <= width
    ? [...lines.slice(0, -1), `${last}${gap}${paint(track)}`]
    : [...lines, ...wrapToWidth(track, width).map(paint)];
}
