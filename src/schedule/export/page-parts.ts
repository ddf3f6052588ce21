// Owns what all parts of the timetable's page share: the words, the rooms and tracks to choose
// from, and names for the style.

import { firstByKey } from '../../contract/grouped.ts';
import { foldKey } from '../../contract/key.ts';
import { roomsOf, type Session } from '../session.ts';
import { exportIds } from './identity.ts';
import type { PageWords } from './page-words.ts';
import { byName, inOrder, type Timetable } from './timetable.ts';
import { type TrackColor, trackColors } from './track-color.ts';

export interface PageContext {
  readonly zone: string;
  readonly words: PageWords;
  /** The id of a session's element. HTML checkers want a letter first. */
  anchorOf(session: Session): string;
  /** What the filters offer, in this order. */
  readonly rooms: FilterNames;
  readonly tracks: FilterNames;
  readonly colors: ReadonlyMap<string, TrackColor>;
  /**
   * The name of a class that sets a custom property of the style. The policy of the page allows no
   * style in an attribute.
   * @param value a number that belongs to the property
   */
  property(name: PageProperty, value: number): string;
}

/** `lanes` of a day, and `m`, the minutes of a row. */
export type PageProperty = 'lanes' | 'm';

/** Names as they are shown, by their folded form. */
export type FilterNames = ReadonlyMap<string, string>;

/** @param onProperty is called for each property of the page, with repetition */
export function pageOf(
  { zone, sessions, tracks }: Timetable,
  words: PageWords,
  onProperty: (name: PageProperty, value: number) => void,
): PageContext {
  const ordered = inOrder(sessions);
  const identities = exportIds(sessions);
  const trackNames = ordered.flatMap(({ track }) => (track === undefined ? [] : [track]));
  return {
    zone,
    words,
    anchorOf: (session) => `session-${identities.get(session)?.uuid}`,
    rooms: choicesOf([...ordered].sort(breaksLast).flatMap(roomsOf)),
    tracks: choicesOf(trackNames.toSorted(byName)),
    colors: trackColors(tracks ?? trackNames),
    property(name, value) {
      onProperty(name, value);
      return `${name}-${value}`;
    },
  };
}

/**
 * The place of a name among the choices, by which the script finds it; undefined for an empty name.
 */
export function indexOf(choices: FilterNames, name: string): number | undefined {
  const at = [...choices.keys()].indexOf(foldKey(name));
  return at < 0 ? undefined : at;
}

function choicesOf(names: readonly string[]): FilterNames {
  const choices = firstByKey(names, foldKey);
  choices.delete('');
  return choices;
}

function breaksLast(one: Session, other: Session): number {
  return Number(one.isBreak === true) - Number(other.isBreak === true);
}
