// Owns the order in which a run sends its placements, by where the sessions are when it sends them.

import { bodyOf } from '../../changes/change.ts';
import { type Move, orderMoves, type PlacedSession } from '../../changes/order.ts';
import { type NewPlaces, newPlaces, type Placement, placeIn } from '../../changes/place.ts';
import { forEachOverlap, type Slot } from '../../changes/room-rule.ts';
import { toRfc3339 } from '../../columns/dates/zoned-time.ts';
import type { OrderedUpdate } from '../../runs/part.ts';
import type { RunRow } from '../../runs/row.ts';
import { type RuledSubmission, ruledSessions } from '../clashes/service-rule.ts';

/**
 * Placements in waves. Where the service does not show how long its sessions last, all are in one.
 * @param rows that are to be sent, with the ids of their submissions
 * @param all rows of the run
 * @param submissions the event as it was read last
 */
export function orderPlacements(
  rows: readonly RunRow[],
  all: Iterable<RunRow>,
  submissions: readonly RuledSubmission[],
): readonly (readonly OrderedUpdate[])[] {
  const byId = rowsById(rows);
  const places = placesOf(rows);
  const current = placedNow(submissions, all);
  const ids = new Set<string | undefined>(current.map(({ id }) => id));
  const isKnown = rows.every(({ note }) => ids.has(note.id));
  const sessions = isKnown ? ruledSessions(current, places) : undefined;
  if (sessions === undefined) return [rows.map((row) => lastUpdate(row, []))];
  const waves = orderMoves(sessions);
  const updates = new Map<Move, OrderedUpdate>();
  for (const move of waves.flat()) {
    const row = byId.get(move.id);
    const after = move.after.flatMap((other) => updates.get(other) ?? []);
    if (row === undefined) continue;
    updates.set(move, move.isInterim ? interimUpdate(row, move) : lastUpdate(row, after));
  }
  return waves.map((wave) => inOrder(wave.flatMap((move) => updates.get(move) ?? [])));
}

/**
 * The placements that the service would refuse because sessions remain where they are, directly or
 * because of others that are held back; each with a session that is in its way.
 */
export function heldBack(
  rows: readonly RunRow[],
  remaining: readonly RunRow[],
  submissions: readonly RuledSubmission[],
) {
  const sessions = (ruledSessions(submissions, placesOf(rows)) ?? []).filter(
    ({ takesRoom }) => takesRoom,
  );
  const byId = rowsById([...rows, ...remaining]);
  const held: { row: RunRow; holder: RunRow }[] = [];
  let holders = sessions.filter(({ id }) => remaining.some(({ note }) => note.id === id));
  let free = sessions.filter(({ to }) => to !== undefined);
  while (holders.length > 0) {
    const waiting = heldBy(holders, free);
    for (const [session, holder] of waiting) {
      const [row, of] = [byId.get(session.id), byId.get(holder.id)];
      if (row !== undefined && of !== undefined) held.push({ row, holder: of });
    }
    holders = [...waiting.keys()];
    free = free.filter((session) => !waiting.has(session));
  }
  return held;
}

/** The sessions whose new places others have now, each with one of these. */
function heldBy(
  holders: readonly PlacedSession[],
  moved: readonly PlacedSession[],
): ReadonlyMap<PlacedSession, PlacedSession> {
  const inSlot = (session: PlacedSession, slot: Slot | undefined) =>
    slot === undefined ? [] : [{ ...slot, session }];
  const targets = moved.flatMap((session) => inSlot(session, session.to));
  const held = holders.flatMap((session) => inSlot(session, session.now));
  const holderOf = new Map<PlacedSession, PlacedSession>();
  forEachOverlap(targets, held, ({ session }, { session: holder }) => {
    holderOf.set(session, holder);
  });
  return holderOf;
}

function rowsById(rows: readonly RunRow[]): ReadonlyMap<string, RunRow> {
  return new Map(rows.flatMap((row) => (row.note.id === undefined ? [] : [[row.note.id, row]])));
}

function placesOf(rows: readonly RunRow[]): NewPlaces {
  return newPlaces(rows.map(({ note: { id }, fields }) => ({ names: { id }, fields })));
}

function interimUpdate(row: RunRow, { to: { room, startMs } }: Move): OrderedUpdate {
  const fields = { room, start: toRfc3339(startMs, 'UTC') };
  return { row, fields, isInterim: true, after: [] };
}

function lastUpdate(row: RunRow, after: readonly OrderedUpdate[]): OrderedUpdate {
  return { row, fields: bodyOf(row), isInterim: false, after };
}

function inOrder(wave: readonly OrderedUpdate[]): readonly OrderedUpdate[] {
  return wave.toSorted((one, other) => one.row.number - other.row.number);
}

/** The event with what the run has placed since it was read. */
function placedNow(
  submissions: readonly RuledSubmission[],
  all: Iterable<RunRow>,
): readonly RuledSubmission[] {
  const placed = new Map<string, Placement | undefined>();
  for (const row of all) {
    const { id, interim } = row.note;
    if (id === undefined) continue;
    if (row.state === 'updated') placed.set(id, placeIn(row.fields));
    else if (interim?.isDone === true) placed.set(id, placeIn(interim.fields));
  }
  return submissions.map((submission) => {
    if (!placed.has(submission.id)) return submission;
    return { ...submission, placement: placed.get(submission.id) };
  });
}
