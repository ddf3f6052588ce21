// Finds what a schedule file changes of the event: the sessions that it places elsewhere. Pure.
import type { Change } from '../../changes/change.ts';
import { type FilePlace, filePlaceKey, filePlaceOf } from '../../changes/file-place.ts';
import { isSamePlace, nowhere, type Placement } from '../../changes/place.ts';
import { firstByKey } from '../../contract/grouped.ts';
import type { Matches } from '../match/match.ts';

/** A row with the placement that it specifies. */
export interface WantedRow extends FilePlace {
  readonly to: Placement;
}

/**
 * The change that brings a session to a place.
 * @param title of its submission
 * @param from undefined if it is not placed
 * @param to undefined if it is taken out of the schedule
 * @param place in its file
 */
export function placing(
  session: Pick<Change, 'names'> & {
    readonly title: string;
    readonly from: Placement | undefined;
    readonly to: Placement | undefined;
  },
  place: FilePlace,
): Change {
  const { names, title, from, to } = session;
  return {
    row: place.line,
    ...filePlaceOf(place),
    names,
    title,
    fields: to === undefined ? nowhere : { room: to.room, start: to.start },
    base: from === undefined ? nowhere : { room: from.room, start: from.start },
  };
}

/** A row whose session has an earlier one, which is used: the service has one slot for each. */
export interface FurtherSlot {
  readonly row: WantedRow;
  readonly used: WantedRow;
  /** Of the submission. */
  readonly title: string;
}

/**
 * The changes that rows require, and the keys of the places of rows whose sessions are already
 * there. Of several rows of a session, the first is used; the others are its further slots.
 */
export function difference(rows: readonly WantedRow[], matched: Matches['matched']) {
  const changes: Change[] = [];
  const unchanged: string[] = [];
  const further: FurtherSlot[] = [];
  const submissionOf = (row: WantedRow) => matched.get(filePlaceKey(row));
  const firsts = firstByKey(rows, (row) => submissionOf(row)?.id);
  for (const row of rows) {
    const { to } = row;
    const submission = submissionOf(row);
    if (submission === undefined) continue;
    const { id, title, placement: from } = submission;
    const used = firsts.get(id) ?? row;
    if (used !== row) {
      further.push({ row, used, title });
      continue;
    }
    if (isSamePlace(from, to)) unchanged.push(filePlaceKey(row));
    else changes.push(placing({ names: { id }, title, from, to }, row));
  }
  return { changes, unchanged, further };
}
