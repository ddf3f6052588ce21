// Finds which room, track or format of an event a text names, and words why it names none, or
// several. Must not know services, files or flags.
import { listText, quoted } from '../contract/amount.ts';
import { foldKey } from '../contract/key.ts';
import { mostSimilar } from './similarity.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * The item with this id, else the one with this name, without case and outer white space.
 * @param noun of one item: `track`
 * @returns the item, or why there is none: a clause without a full stop
 */
export function among<T extends Named>(
  items: readonly T[],
  text: string,
  noun: string,
):
  | { readonly item: T }
  | { readonly code: 'unknown_name' | 'ambiguous_name'; readonly message: string } {
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
  const all = items.length === 0 ? `no ${noun}s` : namesOf(items);
  return `no ${noun} is named ${quoted(text)}${nearestText(text, items)}; the event has ${all}`;
}

/**
 * The same of items that the talks of an event show, beside which it may have others: `no talk of
 * the event has the track "Bakend"; the most similar is "Backend"; talks have "Backend", "Web"`
 */
export function unusedText(noun: string, text: string, items: readonly Named[]): string {
  const none = `no talk of the event has the ${noun} ${quoted(text)}`;
  return `${none}${nearestText(text, items)}; talks have ${namesOf(items)}`;
}

function nearestText(text: string, items: readonly Named[]): string {
  const names = items.map(({ name }) => name);
  const similar = mostSimilar(text, names);
  return similar === undefined ? '' : `; the most similar is ${quoted(similar)}`;
}

function namesOf(items: readonly Named[]): string {
  return listText(
    items.map(({ name }) => quoted(name)),
    namedItems,
  );
}

/** How many names a message lists. */
const namedItems = 20;
