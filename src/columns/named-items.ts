// Finds which room, track or format of an event a text names, and words why it names none, or
// several. Must not know services, files or flags.
import { listText, quoted } from '../contract/amount.ts';
import { foldKey } from '../contract/key.ts';
import { mostSimilar } from './similarity.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What a text names, or why it does not: a clause without a full stop. */
export type Naming<Item> =
  | { readonly item: Item }
  | { readonly code: 'unknown_name' | 'ambiguous_name'; readonly message: string };

/**
 * The item with this id, else the one with this name, without case and outer white space.
 * @param noun of one item: `track`
 */
export function among<T extends Named>(items: readonly T[], text: string, noun: string): Naming<T> {
  const byId = items.find(({ id }) => id === text.trim());
  if (byId !== undefined) return { item: byId };
  const named = items.filter(({ name }) => foldKey(name) === foldKey(text));
  const [item] = named;
  if (item === undefined) {
    return { code: 'unknown_name', message: unknownText(noun, text, items) };
  }
  if (named.length === 1) return { item };
  const ids = listText(named.map(({ id }) => id));
  const message = `${named.length} ${noun}s are named ${quoted(text)}; write an id: ${ids}`;
  return { code: 'ambiguous_name', message };
}

/** `no track is named "Bakend"; the most similar is "Backend"; the event has "Backend", "Web"` */
function unknownText(noun: string, text: string, items: readonly Named[]): string {
  const names = items.map(({ name }) => name);
  const similar = mostSimilar(text, names);
  return [
    `no ${noun} is named ${quoted(text)}`,
    similar === undefined ? '' : `the most similar is ${quoted(similar)}`,
    `the event has ${names.length === 0 ? `no ${noun}s` : listText(names.map(quoted), namedItems)}`,
  ]
    .filter(Boolean)
    .join('; ');
}

/** How many names a message lists. */
const namedItems = 20;
