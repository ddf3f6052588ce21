// Owns the names of pages: readable, safe on every system, and the same for ever. Pure.

import { withoutAccents } from '../../contract/key.ts';
import { normalForm } from '../../contract/normal-form.ts';

/** Names by the ids of records. */
export type PageNames = Readonly<Record<string, string>>;

/**
 * The saved names, and a name for each page that has none yet, in the order of the pages.
 * @param pages with the title of the talk, or the name of the speaker, as their texts
 * @param kind begins a name that would mean something to a system or a site generator
 */
export function namePages(
  saved: PageNames,
  pages: readonly { readonly id: string; readonly text: string }[],
  kind: string,
): PageNames {
  const names = new Map(Object.entries(saved));
  const taken = new Set(names.values());
  for (const { id, text } of pages) {
    if (names.has(id)) continue;
    const name = freeName(safeName(text, kind), taken);
    names.set(id, name);
    taken.add(name);
  }
  const sorted = [...names].sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return Object.fromEntries(sorted);
}

/** What a name consists of: no letter has two cases, and no part is a path. */
export const namePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

function safeName(text: string, kind: string): string {
  const plain = withoutAccents(normalForm(text, 'NFKD').toLowerCase());
  const words = plain.replace(/['’]/g, '').match(/[a-z0-9]+/g) ?? [];
  const name = shortened(words.join('-'));
  if (name === '') return kind;
  return special.test(name) ? `${kind}-${name}` : name;
}

/**
 * Windows has devices of some names. `index` is the page of the folder, and Eleventy cuts off a
 * date at the beginning.
 */
const special = /^(?:con|prn|aux|nul|com\d|lpt\d|index|\d{4}-\d\d-\d\d(?:-.*)?)$/;

const longestName = 60;

/** After a word, if there are several. */
function shortened(name: string): string {
  if (name.length <= longestName) return name;
  const cut = name.slice(0, longestName + 1);
  const end = cut.lastIndexOf('-');
  return cut.slice(0, end > 0 ? end : longestName);
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) {
    const numbered = `${name}-${number}`;
    if (!taken.has(numbered)) return numbered;
  }
}
