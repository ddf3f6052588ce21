// Owns the style of the timetable's page: on wide screens, phones, dark screens and paper.
import type { PageProperty } from './page-parts.ts';
import type { SchemeColors, TrackColor } from './track-color.ts';

/** The colors of the tracks that the page has, in both schemes. */
export function styleOfColors(colors: Iterable<TrackColor>): string {
  const bySlot = new Map(Array.from(colors, (color) => [color.slot, color]));
  const rules = (scheme: 'light' | 'dark') =>
    Array.from(bySlot, ([slot, color]) => `.track-${slot} { ${colorsOf(color[scheme])} }`).join('\n');
  return bySlot.size === 0
    ? ''
    : `${rules('light')}\n@media (prefers-color-scheme: dark) {\n${rules('dark')}\n}\n${onPaper}`;
}

function colorsOf({ tint, edge, name }: SchemeColors): string {
  return `--tint: ${tint}; --edge: ${edge}; --name: ${name};`;
}

/** After the colors of dark screens: on paper, only the edge has a color. */
const onPaper = '@media print { .session.tracked { --tint: #fff; --name: #000; } }\n';

/** A class for each custom property and value that the page has. */
export function styleOfProperties(properties: Iterable<readonly [PageProperty, number]>): string {
  return Array.from(properties, ([name, value]) => `.${name}-${value} { --${name}: ${value}; }\n`).join('');
}

/** The rows one below the other: on phones, for search results, and for very wide tables on paper. */
function list(within: string): string {
  return `
${within} .frame { overflow: visible; max-height: none; border: 0; }
${within} :is(table, tbody) { display: block; min-width: 0; border: 0; }
${within} thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
${within} tbody tr.rest { display: none; }
${within} tbody tr { display: block; position: relative; height: auto; padding: .625rem 0 .625rem 3.75rem; border-top: 1px solid var(--line); }
${within} tbody tr > * { border: 0 !important; }
${within} tbody th { position: absolute; left: 0; width: auto; padding: .5rem 0; border: 0; background: none; }
${within} tbody td { display: block; height: auto; padding: 0; border: 0; }
${within} tbody td:is(:empty, .copy) { display: none; }
${within} tbody td:not(:empty, [hidden]) ~ td { padding-top: .5rem; }
${within} .session { height: auto; }
${within} .now { min-width: 0; }
${within} .facts .room { display: inline !important; }`;
}

/** Tables that are wider than the screen scroll on their own, and their rooms and times stay visible. */
function scrolling(frame: string): string {
  return `
${frame} { overflow: auto; max-height: calc(100vh - var(--bar, 3.75rem) - 1.5rem); border: 1px solid var(--line); border-radius: .5rem; }
${frame} thead :is(th, td) { top: 0; }
${frame} thead td { left: 0; z-index: 3; }`;
}

export const pageStyle = `
:root {
  --paper: #fcfcfb; --raised: #fff; --ink: #1b1c1e; --quiet: #5a5d63; --line: #dedfe2; --accent: #1f4fbf; --now: #c4221f;
  --gap: repeating-linear-gradient(-45deg, transparent 0 .375rem, #0000000a .375rem .75rem); --minute: .1875rem;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #131416; --raised: #1c1e21; --ink: #ecedee; --quiet: #a6a9b0; --line: #34373c; --accent: #9dbcff; --now: #ff7b74;
    --gap: repeating-linear-gradient(-45deg, transparent 0 .375rem, #ffffff0d .375rem .75rem);
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: calc(var(--bar, 3.75rem) + 3.5rem); }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
body { margin: 0; padding: 0 clamp(1rem, 3vw, 2.5rem); background: var(--paper); color: var(--ink);
  font: 1rem/1.45 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: break-word; }
:is(h1, h2, h3, p) { margin: 0; }
a { color: inherit; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[hidden] { display: none !important; }
.unseen, caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.top { padding: clamp(1.5rem, 5vw, 3.5rem) 0 1rem; }
h1 { font-size: clamp(1.75rem, 1.2rem + 2.6vw, 3rem); line-height: 1.1; letter-spacing: -.022em; text-wrap: balance; }
.top p { margin-top: .5rem; color: var(--quiet); font-size: 1.125rem; }
.controls { position: sticky; top: 0; z-index: 4; display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem;
  margin: 0 calc(-1 * clamp(1rem, 3vw, 2.5rem)); padding: .625rem clamp(1rem, 3vw, 2.5rem);
  background: var(--paper); border-bottom: 1px solid var(--line); }
nav { min-width: 0; max-width: 100%; }
nav ul { display: flex; gap: .25rem; margin: 0; padding: .1875rem; list-style: none; overflow-x: auto; }
nav a { display: block; padding: .4375rem .875rem; border-radius: 99px; text-decoration: none; white-space: nowrap; font-weight: 550; }
nav a:hover { background: var(--line); }
nav a[aria-current] { background: var(--ink); color: var(--paper); }
search { display: none; flex-wrap: wrap; align-items: center; gap: .5rem; flex: 1 1 16rem; justify-content: flex-end; }
.scripted search { display: flex; }
search label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
search :is(input, select, button) { min-width: 0; padding: .4375rem .875rem; font: inherit; color: inherit;
  background: var(--raised); border: 1px solid var(--quiet); border-radius: 99px; }
search input { flex: 1 1 16rem; max-width: 20rem; }
search select { flex: 0 1 auto; max-width: 11rem; text-overflow: ellipsis; }
search button { cursor: pointer; white-space: nowrap; }
search button::before { content: "☆\\00a0"; content: "☆\\00a0" / ""; }
search button[aria-pressed=true] { background: var(--ink); color: var(--paper); border-color: var(--ink); }
search button[aria-pressed=true]::before { content: "★\\00a0"; content: "★\\00a0" / ""; }
search input::placeholder { color: var(--quiet); opacity: 1; }
search p:empty { position: absolute; }
search p { color: var(--quiet); font-variant-numeric: tabular-nums; white-space: nowrap; }

.day { padding-top: 1.75rem; }
h2 { font-size: 1.375rem; line-height: 1.2; letter-spacing: -.012em; margin-bottom: .875rem; }
.frame { position: relative; }
${scrolling('.wide')}
@media (max-width: 79.99rem) { ${scrolling('.broad')} }
table { width: 100%; min-width: calc(4.25rem + var(--lanes) * 11.5rem); border-collapse: separate; border-spacing: 0; table-layout: fixed; }
:is(th, td) { padding: .25rem; text-align: start; vertical-align: top; }
thead :is(th, td) { position: sticky; top: var(--bar, 3.75rem); z-index: 2; padding: .625rem .5rem; background: var(--paper); border-bottom: 2px solid var(--ink); line-height: 1.25; }
thead td { width: 4.25rem; }
thead span { position: sticky; left: 4.75rem; display: inline-block; max-width: 100%; }
tbody th { position: sticky; left: 0; z-index: 1; width: 4.25rem; padding: .5rem; background: var(--paper); font-weight: 600; font-variant-numeric: tabular-nums; }
tbody tr { height: calc(var(--m) * var(--minute)); }
tbody td { height: 1px; }
tbody tr + tr:not(.rest) > *, .gap > * { border-top: 1px solid var(--line); }
.rest:not(.gap) > th time { display: block; height: 0; overflow: hidden; }
.rest:not(.gap) > th, .rest > td:empty { padding-block: 0; line-height: 0; }
.gap > :is(th, td) { background: var(--gap); font-weight: 400; color: var(--quiet); padding-block: .125rem; font-size: .8125rem; }
.now { position: absolute; left: 0; width: 100%; min-width: calc(4.25rem + var(--lanes) * 11.5rem); z-index: 1; height: 0; border-top: 2px solid var(--now); pointer-events: none; }
.now::before { content: ""; position: absolute; left: 0; top: -.375rem; width: .625rem; height: .625rem; border-radius: 50%; background: var(--now); }

.session { position: relative; display: flex; flex-wrap: wrap; align-content: flex-start; column-gap: .75rem; height: 100%; padding: .5rem .625rem; border-radius: .375rem; background: var(--raised); border: 1px solid var(--line); border-inline-start: 5px solid var(--quiet); }
.break { background: none; border: 1px dashed var(--line); color: var(--quiet); }
.tracked { background: var(--tint); border-color: transparent; border-inline-start-color: var(--edge); }
.tracked.again-1 { border-inline-start-style: double; }
.tracked.again-2 { border-inline-start-style: dashed; }
.tracked.again-0 { border-inline-start-style: dotted; }
.session:target { outline: 3px solid var(--accent); outline-offset: 1px; }
.session > * { min-width: 0; }
.session > :is(h3, .speakers, [open]) { flex-basis: 100%; }
h3 { font-size: .9375rem; line-height: 1.3; font-weight: 650; letter-spacing: -.006em; text-wrap: pretty; }
h3 a { text-decoration: none; }
h3 a:hover { text-decoration: underline; text-underline-offset: .15em; }
.speakers { font-size: .875rem; }
.star { position: absolute; top: 0; right: 0; width: 2rem; height: 2rem; padding: 0; border: 0; background: none; color: var(--quiet); font: 1.125rem/1 sans-serif; cursor: pointer; }
.star::before { content: "☆"; content: "☆" / ""; }
.star[aria-pressed=true] { color: var(--accent); }
.star[aria-pressed=true]::before { content: "★"; content: "★" / ""; }
.scripted .session:not(.break) h3 { padding-right: 1.375rem; }
.facts { color: var(--quiet); font-size: .8125rem; font-variant-numeric: tabular-nums; }
.tracked .facts { color: color-mix(in oklab, var(--ink) 78%, var(--tint)); }
.facts span + span::before { content: "\\00a0· "; }
.facts .room { display: none; }
.track { font-weight: 600; color: var(--name); }
details { font-size: .875rem; }
summary { width: fit-content; font-size: .8125rem; cursor: pointer; }
details p { margin-top: .375rem; white-space: pre-line; max-width: 65ch; }
.people { padding-top: 3rem; }
.people > div { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr)); gap: 1.5rem 2rem; }
.people article { padding: .5rem .625rem; border-radius: .375rem; }
.people article:target { outline: 3px solid var(--accent); outline-offset: 1px; }
.people h3 { font-size: 1rem; }
.people :is(p, ul) { margin-top: .25rem; font-size: .875rem; }
.people .role { color: var(--quiet); }
.biography { white-space: pre-line; max-width: 65ch; }
.people ul { padding-inline-start: 1.125rem; }
footer { padding: 2rem 0 3rem; color: var(--quiet); font-size: .875rem; }

@media screen {
  body:not(.searching, .whole) .day.away { display: none; }
  .searching .people { display: none; }
}
${list('.listed')}
@media (max-width: 47.99rem) {
  /* Only the days stay visible: the rest would take too much of the screen. */
  .controls { display: contents; }
  nav { position: sticky; top: 0; z-index: 4; max-width: none; margin: 0 calc(-1 * clamp(1rem, 3vw, 2.5rem)); padding: .1875rem calc(clamp(1rem, 3vw, 2.5rem) - .1875rem);
    background: var(--paper); border-bottom: 1px solid var(--line); }
  search { padding-top: .5rem; gap: .375rem; }
  search :is(input, select) { flex: 1 1 40%; max-width: none; font-size: 1rem; }
  search input { flex-basis: calc(100% - 4rem); }
  search button { font-size: 0; }
  search button::before { font-size: 1rem; }
  search p:not(:empty) { flex-basis: 100%; }
  ${list('body')}
}
@media print {
  @page { size: landscape; margin: 10mm; }
  :root { --paper: #fff; --raised: #fff; --ink: #000; --quiet: #444; --line: #bbb; --gap: none; color-scheme: light; }
  body { padding: 0; }
  .top { padding: 0 0 2mm; }
  .top p { display: inline; margin-inline-end: 1em; font-size: 8pt; }
  h1 { font-size: 14pt; }
  h2 { font-size: 11pt; margin-bottom: 1mm; break-after: avoid; }
  .controls, details, .star, .now, footer, .facts span + span { display: none !important; }
  .day { padding-top: 0; }
  .day + .day, .people { break-before: page; }
  .people { padding: 0; }
  .people article { break-inside: avoid; padding: 0 0 3mm; }
  .people :is(h3, p, ul) { margin-top: 0; font-size: 9pt; }
  a { text-decoration: none; }
  .people > div { display: block; columns: 3; }
  /* Rows are as high as their texts, so that a day of three rooms fits on a page. */
  .frame { overflow: visible !important; max-height: none; border: 0; font-size: clamp(4.5pt, 48pt / var(--lanes), 7pt); line-height: 1.15; }
  tbody tr { height: auto; }
  table { min-width: 0; }
  tr { break-inside: avoid; }
  :is(th, td) { padding: .25mm; }
  :is(thead :is(th, td), tbody th, thead span) { position: static; padding: .5mm; }
  thead td { width: 4.5em; }
  .gap { display: none; }
  .session { display: block; padding: .5mm 1mm; border: .5pt solid var(--line); border-inline-start: 2pt solid var(--quiet); border-radius: 0; }
  .tracked { border-color: var(--line); border-inline-start-color: var(--edge); }
  .session :is(h3, p) { font-size: 1em; line-height: inherit; margin: 0; }
  .session .speakers { display: inline; padding-inline-end: 1em; }
  .session .facts { display: inline-block; }
  ${list('.crowded')}
  :is(.listed, .crowded) .frame { font-size: 8pt; }
  :is(.listed, .crowded) tbody tr { padding: 1mm 0 1mm 12mm; }
  :is(.listed, .crowded) tbody th { padding: 1.5mm 0; }
  .listed .day + .day { break-before: auto; padding-top: 3mm; }
}
`;
