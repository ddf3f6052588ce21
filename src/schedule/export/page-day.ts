// Writes a day of the timetable's page as a table of sessions: rooms across, times down. All text
// in it is escaped.

import { clockTime, toRfc3339 } from '../../columns/dates/zoned-time.ts';
import { escapeMarkup } from '../../contract/escape.ts';
import { foldKey } from '../../contract/key.ts';
import { isInNoRoom, roomsOf, type Session } from '../session.ts';
import { indexOf, type PageContext } from './page-parts.ts';
import { anchorOfSpeaker } from './page-speakers.ts';
import { publicPeople } from './public-text.ts';
import { type Day, type RoomOfDay, roomLabel, type TimetableCell } from './timetable.ts';

export function anchorOfDay(date: string): string {
  return `day-${date}`;
}

/** @param heading the date for people */
export function daySection(day: Day, heading: string, page: PageContext): string {
  const { date, endMs, untilMs, rooms, slots, across } = day;
  const cells: DayCells = { lanes: rooms.flatMap((room) => room.lanes), across };
  const lanes = cells.lanes.length;
  const rows = slots.map((ms, slot) => ({ ms, slot, ...extentOf(day, slot) }));
  const anchor = anchorOfDay(date);
  const attributes = [
    `class="day${lanes < tooWideForPaper ? '' : ' crowded'}"`,
    `id="${anchor}"`,
    `aria-labelledby="${anchor}-heading"`,
    `data-end="${toRfc3339(endMs, page.zone)}"`,
    `data-until="${toRfc3339(untilMs, page.zone)}"`,
  ].join(' ');
  return `<section ${attributes}>
<h2 id="${anchor}-heading">${heading}</h2>
<div class="${frameOf(lanes)} ${page.property('lanes', lanes)}"${scrollable(lanes, heading)}>
<table>
<caption>${page.words.layout}</caption>
<thead><tr><td></td>${rooms.map(roomHeading).join('')}</tr></thead>
<tbody>
${rows.map((row) => rowElement(row, cells, page)).join('\n')}
</tbody>
</table>
</div>
</section>`;
}

/** The cells of a table, from which each row takes its own. */
interface DayCells {
  readonly lanes: readonly (readonly TimetableCell[])[];
  /** The cells of sessions that take the whole width. */
  readonly across: readonly TimetableCell[];
}

interface TableRow {
  readonly ms: number;
  readonly slot: number;
  /** To which its height is proportional. */
  readonly minutes: number;
  /** No session takes place. */
  readonly isGap: boolean;
  /** A session starts. */
  readonly isStart: boolean;
}

// A party until the morning, lunch, and a night without sessions do not need a screen of their own.
const longestRow = 240;
const longestGap = 30;

function extentOf({ slots, untilMs, rooms, across }: Day, slot: number) {
  const startMs = slots[slot] ?? untilMs;
  const length = Math.round(((slots[slot + 1] ?? untilMs) - startMs) / 60_000);
  const inRow = [...rooms.flatMap(({ lanes }) => lanes.flat()), ...across].filter((cell) =>
    covers(cell, slot),
  );
  const isGap = inRow.length === 0;
  const isQuiet = inRow.every(({ session }) => session.isBreak === true);
  return {
    minutes: Math.min(length, isQuiet ? longestGap : longestRow),
    isGap,
    isStart: inRow.some((cell) => cell.slot === slot),
  };
}

function covers(cell: TimetableCell, slot: number): boolean {
  return cell.slot <= slot && slot < cell.slot + cell.span;
}

function frameOf(lanes: number): string {
  if (lanes <= 3) return 'frame';
  return lanes <= 6 ? 'frame broad' : 'frame wide';
}

/** With this number of lanes, a column on paper is as narrow as a word. */
const tooWideForPaper = 16;

/** A table that may be wider than the screen is in a frame that the keyboard can scroll. */
function scrollable(lanes: number, name: string): string {
  return lanes <= 3 ? '' : ` role="group" aria-label="${name}" tabindex="0"`;
}

function roomHeading({ name, lanes }: RoomOfDay): string {
  const scope = lanes.length === 1 ? 'scope="col"' : `scope="colgroup" colspan="${lanes.length}"`;
  return `<th ${scope}><span dir="auto">${escapeMarkup(name)}</span></th>`;
}

function rowElement(row: TableRow, dayCells: DayCells, page: PageContext): string {
  const { ms, slot, minutes } = row;
  const { zone } = page;
  const time = `<time datetime="${toRfc3339(ms, zone)}">${clockTime(ms, zone)}</time>`;
  const cells = cellsAt(slot, dayCells, page);
  return (
    `<tr class="${page.property('m', minutes)}${kindOf(row)}">` +
    `<th scope="row">${time}</th>${cells.join('')}</tr>`
  );
}

/** The cells that begin in a slot, and empty ones. */
function cellsAt(slot: number, { lanes, across }: DayCells, page: PageContext): readonly string[] {
  const wide = across.find((cell) => covers(cell, slot));
  if (wide !== undefined) {
    return wide.slot === slot ? [cellElement(wide, page, { columns: lanes.length })] : [];
  }
  return lanes.map((lane, at) => {
    const cell = lane.find((other) => covers(other, slot));
    if (cell === undefined) return '<td></td>';
    const before = lanes.slice(0, at).filter((other) => other.includes(cell)).length;
    return cell.slot === slot ? cellElement(cell, page, { before }) : '';
  });
}

/** The further classes of a row, for the style. */
function kindOf({ isGap, isStart }: TableRow): string {
  if (isGap) return ' rest gap';
  return isStart ? '' : ' rest';
}

/** @param before in how many lanes before it the same session is, which is in several rooms */
function cellElement(
  { session, span }: TimetableCell,
  page: PageContext,
  { columns = 1, before = 0 }: { readonly columns?: number; readonly before?: number },
): string {
  // Lists have each session once.
  const copy = before === 0 ? '' : ' class="copy"';
  const rows = span === 1 ? '' : ` rowspan="${span}"`;
  const wide = columns > 1 ? ` colspan="${columns}"` : '';
  return `<td${copy}${rows}${wide}>${sessionElement(session, page, before)}</td>`;
}

function sessionElement(session: Session, page: PageContext, before: number): string {
  const { zone, words } = page;
  const {
    title,
    track = '',
    format = '',
    abstract = '',
    startMs,
    endMs,
    isDurationAssumed,
  } = session;
  const anchor = page.anchorOf(session);
  const speakers = publicPeople(session).map((person) => {
    const name = `<bdi>${escapeMarkup(person.name)}</bdi>`;
    return person.details === undefined
      ? name
      : `<a href="#${anchorOfSpeaker(person.details)}">${name}</a>`;
  });
  // An assumed end would be a false promise to the audience.
  const until = isDurationAssumed ? '' : `–${clockTime(endMs, zone)}`;
  const facts = [
    `<span>${clockTime(startMs, zone)}${until}</span>`,
    fact('room', isInNoRoom(session) ? '' : roomLabel(session)),
    fact('format', format),
    fact('track', track),
  ];
  const parts = [
    `<h3 dir="auto"><a href="#${anchor}">${escapeMarkup(title)}</a></h3>`,
    speakers.length === 0 ? '' : `<p class="speakers">${speakers.join(', ')}</p>`,
    `<p class="facts">${facts.join('')}</p>`,
    abstract.trim() === ''
      ? ''
      : `<details><summary>${words.about}<span class="unseen"> ` +
        `${escapeMarkup(title)}</span></summary>` +
        `<p dir="auto">${escapeMarkup(abstract.trim())}</p></details>`,
  ];
  const id = before === 0 ? `id="${anchor}"` : `id="${anchor}-${before + 1}" data-of="${anchor}"`;
  const attributes = `${id} class="${classesOf(session, page)}"${filtersOf(session, page)}`;
  return `<article ${attributes}>${parts.join('')}</article>`;
}

function classesOf({ track, isBreak }: Session, { colors }: PageContext): string {
  const color = track === undefined ? undefined : colors.get(foldKey(track));
  const tracked = color === undefined ? [] : ['tracked', `track-${color.slot}`];
  const again =
    color === undefined || color.repetition === 0 ? [] : [`again-${color.repetition % 3}`];
  return ['session', ...(isBreak === true ? ['break'] : []), ...tracked, ...again].join(' ');
}

/**
 * By which the script filters: numbers of the choices. A session without rooms is in all of them.
 */
function filtersOf(session: Session, { rooms, tracks }: PageContext): string {
  const inRooms = roomsOf(session).flatMap((room) => indexOf(rooms, room) ?? []);
  const track = session.track === undefined ? undefined : indexOf(tracks, session.track);
  const ofRooms = inRooms.length === 0 ? '' : ` data-rooms="${inRooms.join(' ')}"`;
  const ofTrack = track === undefined ? '' : ` data-track="${track}"`;
  return ofRooms + ofTrack;
}

function fact(name: string, value: string): string {
  return value === '' ? '' : `<span class="${name}"><bdi>${escapeMarkup(value)}</bdi></span>`;
}
