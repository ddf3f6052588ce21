// Writes a day of the timetable's page as a table: rooms across, times down. All text in it is escaped.
import { escapeMarkup } from '../../contract/escape.ts';
import { clockTime, toRfc3339 } from '../dates/zoned-time.ts';
import type { Day, RoomOfDay, TimetableCell } from './grid.ts';
import type { PageContext } from './page-parts.ts';
import { sessionElement } from './page-session.ts';

export function anchorOfDay(date: string): string {
  return `day-${date}`;
}

/** @param heading the date for people */
export function daySection(day: Day, heading: string, page: PageContext): string {
  const { date, endMs, untilMs, rooms, slots, across } = day;
  const lanes = rooms.reduce((sum, room) => sum + room.lanes.length, 0);
  const cells = rooms.flatMap((room) => room.lanes);
  const rows = slots.map((ms, slot) => ({ ms, slot, ...extentOf(day, slot) }));
  const anchor = anchorOfDay(date);
  return `<section class="day${lanes < tooWideForPaper ? '' : ' crowded'}" id="${anchor}" aria-labelledby="${anchor}-heading" data-end="${toRfc3339(endMs, page.zone)}" data-until="${toRfc3339(untilMs, page.zone)}">
<h2 id="${anchor}-heading">${heading}</h2>
<div class="${frameOf(lanes)} ${page.property('lanes', lanes)}"${scrollable(lanes, heading)}>
<table>
<caption>${page.words.layout}</caption>
<thead><tr><td></td>${rooms.map(roomHeading).join('')}</tr></thead>
<tbody>
${rows.map((each) => rowElement(each, cells, across, page)).join('\n')}
</tbody>
</table>
</div>
</section>`;
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

function extentOf(
  { slots, untilMs, rooms, across }: Day,
  slot: number,
): Pick<TableRow, 'minutes' | 'isGap' | 'isStart'> {
  const startMs = slots[slot] ?? untilMs;
  const length = Math.round(((slots[slot + 1] ?? untilMs) - startMs) / 60_000);
  const inRow = [...rooms.flatMap(({ lanes }) => lanes.flat()), ...across].filter((cell) => covers(cell, slot));
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

function rowElement(
  row: TableRow,
  lanes: readonly (readonly TimetableCell[])[],
  across: readonly TimetableCell[],
  page: PageContext,
): string {
  const { ms, slot, minutes, isGap, isStart } = row;
  const wide = across.find((each) => covers(each, slot));
  const ofWide = wide?.slot === slot ? [cellElement(wide, page, lanes.length)] : [];
  const cells =
    wide !== undefined
      ? ofWide
      : lanes.map((lane) => {
          const cell = lane.find((each) => covers(each, slot));
          if (cell === undefined) return '<td></td>';
          return cell.slot === slot ? cellElement(cell, page) : '';
        });
  const { zone } = page;
  const time = `<time datetime="${toRfc3339(ms, zone)}">${clockTime(ms, zone)}</time>`;
  const kind = isGap ? ' rest gap' : isStart ? '' : ' rest';
  return `<tr class="${page.property('m', minutes)}${kind}"><th scope="row">${time}</th>${cells.join('')}</tr>`;
}

function cellElement({ session, span }: TimetableCell, page: PageContext, columns = 1): string {
  const rows = span === 1 ? '' : ` rowspan="${span}"`;
  return `<td${rows}${columns > 1 ? ` colspan="${columns}"` : ''}>${sessionElement(session, page)}</td>`;
}
