// Owns a timetable as one self-contained HTML page; its style and script are in page-style.ts and page-script.ts.
import { createHash } from 'node:crypto';
import type { Session } from '../session.ts';
import { clockTime, localDay, toRfc3339 } from '../time.ts';
import { type Cell, type Day, gridOf, type RoomOfDay, type Timetable } from './grid.ts';
import { type ExportId, exportIds } from './identity.ts';
import { pageScript } from './page-script.ts';
import { pageStyle } from './page-style.ts';
import { anchorOf, escapeMarkup, pageLink, speakerNames } from './public-text.ts';
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
<p>${escapeMarkup(periodOf(days))}</p>
</header>
${days.length === 0 ? '' : controls(days)}
<main>
${days.length === 0 ? '<p>Nothing is scheduled yet.</p>' : days.map((day) => section(day, page)).join('\n')}
</main>
<footer>
<p>All times are in ${escapeMarkup(zone)}. As of <time datetime="${toRfc3339(generatedAt, zone)}">${longDate(localDay(generatedAt, zone))}, ${clockTime(generatedAt, zone)}</time>.</p>
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
  const { date, endMs, rooms, slots } = day;
  const lanes = rooms.reduce((sum, room) => sum + room.lanes.length, 0);
  const cells = rooms.flatMap((room) => room.lanes);
  const rows = slots.map((ms, slot) => row(ms, slot, cells, page));
  const anchor = anchorOfDay(date);
  return `<section class="day" id="${anchor}" aria-labelledby="${anchor}-heading" data-end="${toRfc3339(endMs, page.zone)}">
<h2 id="${anchor}-heading">${longDate(date)}</h2>
<div ${frameOf(lanes, longDate(date))} style="--lanes:${lanes}">
<table>
<caption>Rooms across, times down</caption>
<thead><tr><td></td>${rooms.map(roomHeading).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</div>
</section>`;
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

function row(ms: number, slot: number, lanes: readonly (readonly Cell[])[], page: Page): string {
  const cells = lanes.map((lane) => {
    const cell = lane.find(({ slot: start, span }) => start <= slot && slot < start + span);
    if (cell === undefined) return '<td></td>';
    return cell.slot === slot ? cellElement(cell, page) : '';
  });
  const { zone } = page;
  const time = `<time datetime="${toRfc3339(ms, zone)}">${clockTime(ms, zone)}</time>`;
  return `<tr><th scope="row">${time}</th>${cells.join('')}</tr>`;
}

function cellElement({ session, span }: Cell, page: Page): string {
  const rows = span === 1 ? '' : ` rowspan="${span}"`;
  return `<td${rows}>${sessionElement(session, page)}</td>`;
}

function sessionElement(session: Session, { zone, identities }: Page): string {
  const { title, room, track = '', format = '', abstract = '', startMs, endMs, isDurationAssumed } = session;
  const anchor = anchorOf(identities.get(session)?.uuid ?? '');
  const speakers = speakerNames(session).map((name) => `<bdi>${escapeMarkup(name)}</bdi>`);
  // An assumed end would be a false promise to the audience.
  const until = isDurationAssumed ? '' : `–${clockTime(endMs, zone)}`;
  const parts = [
    `<h3 dir="auto"><a href="#${anchor}">${escapeMarkup(title)}</a></h3>`,
    speakers.length === 0 ? '' : `<p class="speakers">${speakers.join(', ')}</p>`,
    `<p class="facts"><span>${clockTime(startMs, zone)}${until}</span>${fact('room', room)}${fact('format', format)}</p>`,
    track === '' ? '' : `<p class="track" dir="auto">${escapeMarkup(track)}</p>`,
    abstract.trim() === ''
      ? ''
      : `<details><summary>About<span class="unseen"> ${escapeMarkup(title)}</span></summary><p dir="auto">${escapeMarkup(abstract.trim())}</p></details>`,
  ];
  const hue = track === '' ? 'class="session"' : `class="session tracked" style="--hue:${hueOf(track)}"`;
  return `<article id="${anchor}" ${hue}>${parts.join('')}</article>`;
}

function fact(name: string, value: string): string {
  return value === '' ? '' : `<span class="${name}"><bdi>${escapeMarkup(value)}</bdi></span>`;
}

function periodOf(days: readonly Day[]): string {
  const [first, last] = [days.at(0)?.date, days.at(-1)?.date];
  if (first === undefined || last === undefined) return 'Timetable';
  if (first === last) return longDate(first);
  const withYear = { ...dayAndMonth, year: 'numeric' } as const;
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  return `${dateText(first, isOneYear ? dayAndMonth : withYear)} – ${dateText(last, withYear)}`;
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
