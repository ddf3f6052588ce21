// Owns the style of the timetable's page: which of its style sheets applies where, and the rules of
// the colors that a page has.

import pageCss from './page.css' with { type: 'text' };
import frameCss from './page-frame.css' with { type: 'text' };
import listCss from './page-list.css' with { type: 'text' };
import paperCss from './page-paper.css' with { type: 'text' };
import type { PageProperty } from './page-parts.ts';
import phoneCss from './page-phone.css' with { type: 'text' };
import type { SchemeColors, TrackColor } from './track-color.ts';

/** The colors of the tracks that the page has, in both schemes. */
export function styleOfColors(colors: Iterable<TrackColor>): string {
  const bySlot = new Map(Array.from(colors, (color) => [color.slot, color]));
  const rules = (scheme: 'light' | 'dark') =>
    Array.from(bySlot, ([slot, color]) => `.track-${slot} { ${colorsOf(color[scheme])} }`).join(
      '\n',
    );
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
  return Array.from(
    properties,
    ([name, value]) => `.${name}-${value} { --${name}: ${value}; }\n`,
  ).join('');
}

/** The rules of `page-list.css`, for what is inside the elements of a selector. */
function listIn(selector: string): string {
  return listCss.replaceAll('.list ', `${selector} `);
}

function media(query: string, ...rules: readonly string[]): string {
  return `@media ${query} {\n${rules.join('')}}\n`;
}

export const pageStyle = [
  pageCss,
  frameCss,
  media('(max-width: 79.99rem)', frameCss.replaceAll('.wide', '.broad')),
  listIn('.listed'),
  media('(max-width: 47.99rem)', phoneCss, listIn('body')),
  media('print', listIn('.crowded'), paperCss),
].join('');
