// Owns how a schedule file differs from the event, and the change that brings a session to a place.
// Pure.
import type { Change } from '../changes/change.ts';
import { type FilePlace, filePlaceKey, filePlaceOf } from '../changes/file-place.ts';
import { isSamePlace, nowhere, type Placement } from '../changes/place.ts';
import type { Matches } from './match.ts';

/** A row with the placement that it specifies. */
export interface WantedRow extends FilePlace {
  readonly to: Placement;
}

/** A session, and where it is to go. */
interface MovedSession extends Pick<Change, 'names'> {
  /** Of its submission. */
  readonly title: string;
  /** Undefined if it is not placed. */
  readonly from: Placement | undefined;
  /** Undefined if it is taken out of the schedule. */
  readonly to: Placement | undefined;
}

/** The change that brings a session to a place. */
export function placing({ names, title, from, to }: MovedSession, place: FilePlace): Change {
  return {
    row: place.line,
    ...filePlaceOf(place),
    names,
    title,
    fields: to === undefined ? nowhere : { room: to.room, start: to.start },
    base: from === undefined ? nowhere : { room: from.room, start: from.start },
  };
}

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
    const used = found && first.get(found.id);
    if (found === undefined || used === undefined) continue;
    if (used !== row) {
      further.push({ row, used, title: found.title });
      continue;
    }
    const { id, title, placement: from } = found;
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
