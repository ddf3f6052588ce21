// Owns a timetable as one self-contained HTML page; its style and script are in page-style.ts and page-script.ts.
import { createHash } from 'node:crypto';
import { escapeMarkup } from '../../contract/escape.ts';
import { clockTime, localDay, toRfc3339 } from '../dates/zoned-time.ts';
import { isInNoRoom, type Session } from '../session.ts';
import { type Day, gridOf, type RoomOfDay, roomLabel, type Timetable, type TimetableCell } from './grid.ts';
import { type ExportId, exportIds } from './identity.ts';
import { pageScript } from './page-script.ts';
import { pageStyle } from './page-style.ts';
import { anchorOf, pageLink, speakerNames } from './public-text.ts';
import { hueOf } from './track-color.ts';

/** Values that every part of the page uses. */
interface Page {
  readonly zone: string;
  readonly identities: ReadonlyMap<Session, ExportId>;
}

/** A page that loads nothing else; all text in it is escaped. */
export function htmlOf(timetable: Timetable): string {
  const { title, zone, sessions, generatedAt, url } = timetable;
  const { days } = gridOf(timetable);
  const page = { zone, identities: exportIds(sessions) };
  const address = pageLink(url);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapeMarkup(title)}: timetable</title>
${address === undefined ? '' : `<link rel="canonical" href="${escapeMarkup(address)}">\n`}<style>${pageStyle}</style>
</head>
<body>
<header class="top">
<h1 dir="auto">${escapeMarkup(title)}</h1>
<p>${periodOf(days)}</p>
${days.length === 0 ? '' : `<p class="zone">Times in ${escapeMarkup(zoneText(zone, days))}</p>`}
</header>
${days.length === 0 ? '' : controls(days)}
<main>
${days.length === 0 ? '<p>Nothing is scheduled yet.</p>' : days.map((day) => section(day, page)).join('\n')}
</main>
<footer>
<p>As of <time datetime="${toRfc3339(generatedAt, zone)}">${longDate(localDay(generatedAt, zone))}, ${clockTime(generatedAt, zone)}</time>.</p>
</footer>
<script>${pageScript}</script>
</body>
</html>
`;
}

/** If escaping ever failed, injected markup could neither run nor load anything. */
const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src 'sha256-${createHash('sha256').update(pageScript).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function anchorOfDay(date: string): string {
  return `day-${date}`;
}

function controls(days: readonly Day[]): string {
  const tab = ({ date }: Day) => `<li><a href="#${anchorOfDay(date)}">${shortDate(date)}</a></li>`;
  return `<div class="controls">
<nav aria-label="Days"><ul>${days.map(tab).join('')}</ul></nav>
<search><label for="search">Search</label><input id="search" type="search" placeholder="Title, speaker, room, track" autocomplete="off"><p role="status"></p></search>
</div>`;
}

function section(day: Day, page: Page): string {
  const { date, endMs, rooms, slots, across } = day;
  const lanes = rooms.reduce((sum, room) => sum + room.lanes.length, 0);
  const cells = rooms.flatMap((room) => room.lanes);
  const rows = slots.map((ms, slot) => ({ ms, slot, ...extentOf(day, slot) }));
  const minutes = rows.reduce((sum, row) => sum + row.minutes, 0);
  const anchor = anchorOfDay(date);
  return `<section class="day" id="${anchor}" aria-labelledby="${anchor}-heading" data-end="${toRfc3339(endMs, page.zone)}">
<h2 id="${anchor}-heading">${longDate(date)}</h2>
<div ${frameOf(lanes, longDate(date))} style="--lanes:${lanes};--minutes:${minutes}">
<table>
<caption>Rooms across, times down</caption>
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

/** A table that may be wider than the screen is in a frame that the keyboard can scroll. */
function frameOf(lanes: number, name: string): string {
  if (lanes <= 3) return 'class="frame"';
  return `class="frame ${lanes <= 6 ? 'broad' : 'wide'}" role="group" aria-label="${name}" tabindex="0"`;
}

function roomHeading({ name, lanes }: RoomOfDay): string {
  const scope = lanes.length === 1 ? 'scope="col"' : `scope="colgroup" colspan="${lanes.length}"`;
  return `<th ${scope}><span dir="auto">${escapeMarkup(name)}</span></th>`;
}

function rowElement(
  row: TableRow,
  lanes: readonly (readonly TimetableCell[])[],
  across: readonly TimetableCell[],
  page: Page,
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
  const kind = isGap ? ' class="rest gap"' : isStart ? '' : ' class="rest"';
  return `<tr${kind} style="--m:${minutes}"><th scope="row">${time}</th>${cells.join('')}</tr>`;
}

function cellElement({ session, span }: TimetableCell, page: Page, columns = 1): string {
  const rows = span === 1 ? '' : ` rowspan="${span}"`;
  return `<td${rows}${columns > 1 ? ` colspan="${columns}"` : ''}>${sessionElement(session, page)}</td>`;
}

function sessionElement(session: Session, { zone, identities }: Page): string {
  const { title, track = '', format = '', abstract = '', startMs, endMs, isDurationAssumed } = session;
  const anchor = anchorOf(identities.get(session)?.uuid ?? '');
  const speakers = speakerNames(session).map((name) => `<bdi>${escapeMarkup(name)}</bdi>`);
  // An assumed end would be a false promise to the audience.
  const until = isDurationAssumed ? '' : `–${clockTime(endMs, zone)}`;
  const parts = [
    `<h3 dir="auto"><a href="#${anchor}">${escapeMarkup(title)}</a></h3>`,
    speakers.length === 0 ? '' : `<p class="speakers">${speakers.join(', ')}</p>`,
    `<p class="facts"><span>${clockTime(startMs, zone)}${until}</span>${fact('room', isInNoRoom(session) ? '' : roomLabel(session))}${fact('format', format)}${fact('track', track)}</p>`,
    abstract.trim() === ''
      ? ''
      : `<details><summary>About<span class="unseen"> ${escapeMarkup(title)}</span></summary><p dir="auto">${escapeMarkup(abstract.trim())}</p></details>`,
  ];
  const kind = session.isBreak === true ? 'session break' : 'session';
  const hue = track === '' ? `class="${kind}"` : `class="${kind} tracked" style="--hue:${hueOf(track)}"`;
  return `<article id="${anchor}" ${hue}>${parts.join('')}</article>`;
}

function fact(name: string, value: string): string {
  return value === '' ? '' : `<span class="${name}"><bdi>${escapeMarkup(value)}</bdi></span>`;
}

/** `21 May 2027`, `20–21 May 2027`, `30 May – 1 June 2027`. */
function periodOf(days: readonly Day[]): string {
  const [first, last] = [days.at(0)?.date, days.at(-1)?.date];
  if (first === undefined || last === undefined) return 'Timetable';
  if (first === last) return longDate(first);
  const until = dateText(last, { ...dayAndMonth, year: 'numeric' });
  if (first.slice(0, 7) === last.slice(0, 7)) return `${dateText(first, { day: 'numeric' })}–${until}`;
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  return `${dateText(first, isOneYear ? dayAndMonth : { ...dayAndMonth, year: 'numeric' })} – ${until}`;
}

/** `Europe/Berlin (UTC+2)`, or the offset alone if the zone has no name. */
function zoneText(zone: string, days: readonly Day[]): string {
  const offsets = new Set(days.flatMap(({ slots }) => slots).map((ms) => offsetName(toRfc3339(ms, zone).slice(-6))));
  if (/^[+-]/.test(zone) || offsets.has(zone)) return [...offsets].join(', ');
  return `${zone.replaceAll('_', ' ')} (${[...offsets].join(', ')})`;
}

/** `+02:00` → `UTC+2`. */
function offsetName(offset: string): string {
  const [, sign = '', hours = '', minutes = ''] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? [];
  const isZero = Number(hours) + Number(minutes) === 0;
  return isZero ? 'UTC' : `UTC${sign === '-' ? '−' : '+'}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`;
}

const dayAndMonth = { day: 'numeric', month: 'long' } as const;

function longDate(date: string): string {
  return dateText(date, { weekday: 'long', ...dayAndMonth, year: 'numeric' });
}

function shortDate(date: string): string {
  return dateText(date, { weekday: 'short', day: 'numeric', month: 'short' });
}

/** Without the punctuation between the parts, which varies between versions of the locale data. */
function dateText(date: string, options: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  const parts = format.formatToParts(new Date(date)).filter(({ type }) => type !== 'literal');
  return parts.map(({ value }) => value).join(' ');
}
