// Owns a timetable as one self-contained HTML page; its parts are in the files page-….ts.
import { createHash } from 'node:crypto';
import { clockTime, localDay, toRfc3339 } from '../../columns/dates/zoned-time.ts';
import type { LanguageCode } from '../../columns/vocabulary/languages.ts';
import { escapeMarkup } from '../../contract/escape.ts';
import { plainLetters } from '../../contract/key.ts';
import pageScript from './page.client.js' with { type: 'text' };
import { pageDates, zoneText } from './page-dates.ts';
import { anchorOfDay, daySection } from './page-day.ts';
import { type FilterNames, type PageContext, type PageProperty, pageOf } from './page-parts.ts';
import { speakersSection } from './page-speakers.ts';
import { pageStyle, styleOfColors, styleOfProperties } from './page-style.ts';
import { type PageWords, pageWords } from './page-words.ts';
import { type Day, gridOf, type Timetable } from './timetable.ts';

/**
 * A page that loads nothing else; all text in it is escaped.
 * @param language of its labels and dates
 */
export function htmlOf(timetable: Timetable, language: LanguageCode = 'en'): string {
  const { title, zone, sessions, generatedAt } = timetable;
  const words = pageWords[language];
  const { days } = gridOf(timetable, words.allRooms);
  const properties = new Map<string, readonly [PageProperty, number]>();
  const page = pageOf(timetable, words, (name, value) =>
    properties.set(`${name}-${value}`, [name, value]),
  );
  const dates = pageDates(language);
  const main = days.map((day) => daySection(day, dates.long(day.date), page)).join('\n');
  const ownStyle = styleOfColors(page.colors.values()) + styleOfProperties(properties.values());
  const style = pageStyle + ownStyle;
  const policy = policyOf(style);
  const [first, last] = [days.at(0)?.date, days.at(-1)?.date];
  const generated = dates.at(localDay(generatedAt, zone), clockTime(generatedAt, zone));
  const asOf = `<time datetime="${toRfc3339(generatedAt, zone)}">${generated}</time>`;
  const zones = zoneText(
    zone,
    days.flatMap(({ slots }) => slots),
  );
  const timesIn = words.timesIn.replace('{zone}', () => escapeMarkup(zones));
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapeMarkup(title)}: ${words.timetable}</title>
<style>${style}</style>
</head>
<body>
<header class="top">
<h1 dir="auto">${escapeMarkup(title)}</h1>
<p>${first === undefined || last === undefined ? words.timetable : dates.period(first, last)}</p>
${days.length === 0 ? '' : `<p class="zone">${timesIn}</p>`}
</header>
${days.length === 0 ? '' : controls(days, dates.short, page)}
<main id="timetable">
${days.length === 0 ? `<p>${words.nothing}</p>` : main}
${speakersSection(sessions, page)}</main>
<footer>
<p>${words.asOf.replace('{time}', asOf)}</p>
</footer>
<script>${script}</script>
</body>
</html>
`;
}

const script = `const plainLetters = ${JSON.stringify(plainLetters)};\n${pageScript}`;

/** If escaping ever failed, injected markup could neither run nor load anything. */
function policyOf(style: string): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/**
 * The days, and what only scripts can do: the search and the filters, which the style hides without
 * them.
 */
function controls(
  days: readonly Day[],
  shortDate: (day: string) => string,
  { words, rooms, tracks }: PageContext,
): string {
  const tab = ({ date }: Day) => `<li><a href="#${anchorOfDay(date)}">${shortDate(date)}</a></li>`;
  const all = days.length === 1 ? '' : `<li><a href="#timetable">${words.allDays}</a></li>`;
  const search = [
    `<label for="search">${words.search}</label>`,
    `<input id="search" type="search" placeholder="${words.searchHint}" autocomplete="off">`,
    `<button id="favorites" type="button" aria-pressed="false">${words.favorites}</button>`,
    filter({ id: 'room', label: words.room, all: words.allRooms, choices: rooms }),
    filter({ id: 'track', label: words.track, all: words.allTracks, choices: tracks }),
    `<p role="status"${countsOf(words)}></p>`,
  ].join('');
  return `<div class="controls">
<nav aria-label="${words.days}"><ul>${days.map(tab).join('')}${all}</ul></nav>
<search data-favorite="${words.favorite}">${search}</search>
</div>`;
}

/** @param all the label of the choice that shows all sessions */
function filter({
  id,
  label,
  all,
  choices,
}: {
  readonly id: string;
  readonly label: string;
  readonly all: string;
  readonly choices: FilterNames;
}): string {
  if (choices.size < 2) return '';
  const options = [...choices.values()].map(
    (name, at) => `<option value="${at}">${escapeMarkup(name)}</option>`,
  );
  return (
    `<label for="${id}">${label}</label>` +
    `<select id="${id}"><option value="">${all}</option>${options.join('')}</select>`
  );
}

/** The texts of the number of results by plural category. */
function countsOf({ found }: PageWords): string {
  return Object.entries(found)
    .map(([category, text]) => ` data-${category}="${text}"`)
    .join('');
}
