// Owns the changes of sessions: how a schedule file differs from the event, and what a change
// between two places is. Pure.
import type { Change } from '../changes/change.ts';
import { type FilePlace, filePlaceKey, filePlaceOf } from '../changes/file-place.ts';
import { isSameValue } from '../contract/likeness.ts';
import type { Matches } from './match.ts';
import type { Placement } from './submissions.ts';

/** A row with the placement that it specifies. */
export interface WantedRow extends FilePlace {
  readonly to: Placement;
}

/** A session, and where it is to go. */
interface Placing extends Pick<Change, 'names'> {
  /** Of its submission. */
  readonly title: string;
  /** Null if it is not placed. */
  readonly from: Placement | null;
  /** Null if it is taken out of the schedule. */
  readonly to: Placement | null;
}

/** The change that brings a session to a place. */
export function placing({ names, title, from, to }: Placing, place: FilePlace): Change {
  return {
    row: place.line,
    ...filePlaceOf(place),
    names,
    title,
    fields: to === null ? nowhere : { room: to.room, start: to.start },
    base: from === null ? nowhere : { room: from.room, start: from.start },
  };
}

/** What a session without a place has. */
export const nowhere = { room: null, start: null };

/** The place that values of a session have; null if they have none. */
export function placeIn({ room, start }: Readonly<Record<string, unknown>>): Placement | null {
  return typeof room === 'string' && typeof start === 'string' ? { room, start } : null;
}

/** What a change between two places is called. */
export function actionOf({ fields, base }: Pick<Change, 'fields' | 'base'>): PlaceAction {
  if (placeIn(fields) === null) return 'unplace';
  return placeIn(base ?? nowhere) === null ? 'place' : 'move';
}

type PlaceAction = 'place' | 'move' | 'unplace';

export interface Difference {
  readonly changes: readonly Change[];
  /** The keys of the places of rows whose session is already in place. */
  readonly unchanged: readonly string[];
  /** The further slots of sessions. */
  readonly further: readonly FurtherSlot[];
}

/** A row whose session has an earlier one, which is used: the service has one slot for each. */
export interface FurtherSlot {
  readonly row: WantedRow;
  readonly used: WantedRow;
  /** Of the submission. */
  readonly title: string;
}

/**
 * The changes that rows require, and the rows that require none. Of several rows of a session, the
 * first is used.
 */
export function difference(rows: readonly WantedRow[], matched: Matches['matched']): Difference {
  const changes: Change[] = [];
  const unchanged: string[] = [];
  const further: FurtherSlot[] = [];
  const first = firstRows(rows, matched);
  for (const row of rows) {
    const { to } = row;
    const found = matched.get(filePlaceKey(row));
    const used = first.get(found?.id ?? '');
    if (found === undefined || used === undefined) continue;
    if (used !== row) {
      further.push({ row, used, title: found.title });
      continue;
    }
    const { id, title, placement: from = null } = found;
    if (isSamePlace(from, to)) unchanged.push(filePlaceKey(row));
    else changes.push(placing({ names: { id }, title, from, to }, row));
  }
  return { changes, unchanged, further };
}

/** For each session, the first of its rows in the file. */
function firstRows(
  rows: readonly WantedRow[],
  matched: Matches['matched'],
): ReadonlyMap<string, WantedRow> {
  const first = new Map<string, WantedRow>();
  for (const row of rows) {
    const id = matched.get(filePlaceKey(row))?.id;
    if (id !== undefined && !first.has(id)) first.set(id, row);
  }
  return first;
}

/** The same room at the same instant, however the name's case and the offset are written. */
export function isSamePlace(one: Placement | null, other: Placement | null): boolean {
  if (one === null || other === null) return one === other;
  return placeFields.every((field) => isSameValue(field, one[field], other[field]));
}

const placeFields = ['room', 'start'] as const;
