// Owns what a place in the schedule is, and what a change between two places is called. Pure.
import { isSameValue } from '../contract/likeness.ts';
import type { Change } from './change.ts';

/** The room and start of a session. */
export interface Placement {
  readonly room: string;
  /** RFC 3339 with an offset. */
  readonly start: string;
}

/** What a session without a place has. */
export const nowhere = { room: null, start: null };

/** The place that values of a session have; undefined if they have none. */
export function placeIn(values: Readonly<Record<string, unknown>>): Placement | undefined {
  const { room, start } = values;
  return typeof room === 'string' && typeof start === 'string' ? { room, start } : undefined;
}

/** The same room at the same instant, however the name's case and the offset are written. */
export function isSamePlace(one: Placement | undefined, other: Placement | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return isSameRoom(one.room, other.room) && isSameValue('start', one.start, other.start);
}

/** Whether two names are those of one room: case and white space do not count. */
export function isSameRoom(one: string, other: string): boolean {
  return isSameValue('room', one, other);
}

/** What a change between two places is called. */
export function actionOf({
  fields,
  base = nowhere,
}: Pick<Change, 'fields' | 'base'>): 'place' | 'move' | 'unplace' {
  if (placeIn(fields) === undefined) return 'unplace';
  return placeIn(base) === undefined ? 'place' : 'move';
}

/** How many of the changes place, move and take out a session. */
export function countActions(changes: Iterable<Pick<Change, 'fields' | 'base'>>) {
  const counts = { place: 0, move: 0, unplace: 0 };
  for (const change of changes) counts[actionOf(change)]++;
  return counts;
}

/** A change, as far as it says where a session goes. */
export interface NewPlace extends Pick<Change, 'fields'> {
  readonly names: { readonly id?: string | undefined };
}

/** The new places of submissions, by their ids; null for one that is taken out, before others. */
export type NewPlaces = ReadonlyMap<string, Placement | null>;

/** What is not created yet has no id, and takes no place from others. */
export function newPlaces(changes: Iterable<NewPlace>): NewPlaces {
  const places = new Map<string, Placement | null>();
  for (const { names, fields } of changes) {
    if (names.id !== undefined) places.set(names.id, placeIn(fields) ?? null);
  }
  return places;
}
