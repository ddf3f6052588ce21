// Owns when and where a session takes place. Must not know statuses or lists.

import type { RoomRow, SubmissionRow } from './database.ts';
import { type Database, DatabaseRefusal, OccupiedRoom } from './database.ts';
import { type Operation, operation, RefusedRequest } from './operation.ts';
import { foldCase } from './python-text.ts';
import { LAST_TIME, readIsoTime, writeTime } from './python-times.ts';
import { findSubmission, showSubmission } from './submissions.ts';

const MINUTE = 60_000_000n;
/** The minutes of a session without a format. */
const USUAL_MINUTES = 30n;

const PLACEMENT_RULES = {
  room: { type: 'text', min: 1, max: 300, isRequired: true },
  start: { type: 'text', min: 1, max: 100, isRequired: true },
} as const;

const place = operation({
  method: 'PUT',
  path: '/v1/sessions/{submission_id}/schedule',
  isWrite: true,
  body: PLACEMENT_RULES,
  async answer({ database, ids, body }) {
    const session = await findSubmission(database, ids.submission_id);
    const room = await roomIn(database, session.event_id, body.room ?? '');
    const start = readIsoTime(body.start ?? '');
    if (start === undefined) throw new RefusedRequest(400, 'A start is an ISO 8601 time');
    const end = start + (await minutesOf(database, session)) * MINUTE;
    if (end > LAST_TIME) throw new DatabaseRefusal('no time after the year 9999');
    try {
      await database.statement(() =>
        database.change(session.id, {
          room_id: room.id,
          starts_at: writeTime(start),
          ends_at: writeTime(end),
        }),
      );
    } catch (error) {
      if (error instanceof OccupiedRoom) throw new RefusedRequest(409, 'The room is occupied then');
      throw error;
    }
    return await showSubmission(database, session.id);
  },
});

const unplace = operation({
  method: 'DELETE',
  path: '/v1/sessions/{submission_id}/schedule',
  isWrite: true,
  isOptional: true,
  async answer({ database, ids }) {
    const { id } = await findSubmission(database, ids.submission_id);
    await database.statement(() =>
      database.change(id, {
        room_id: null,
        starts_at: null,
        ends_at: null,
      }),
    );
    return await showSubmission(database, id);
  },
});

/** A room of the event by its id, or by its name without case; nothing is trimmed. */
async function roomIn(database: Database, eventId: string, text: string): Promise<RoomRow> {
  const rooms = await database.select(database.rooms, (row) => row.event_id === eventId);
  const name = foldCase(text);
  const room = rooms.find((row) => row.id === text || foldCase(row.name) === name);
  if (room === undefined) throw new RefusedRequest(400, 'The room is not found');
  return room;
}

/** How long a session lasts: as it is placed, else as its format says, else the usual time. */
async function minutesOf(database: Database, session: SubmissionRow): Promise<bigint> {
  const { starts_at, ends_at, format_id } = session;
  const start = readIsoTime(starts_at ?? '');
  const end = readIsoTime(ends_at ?? '');
  if (start !== undefined && end !== undefined) {
    const minutes = (end - start) / MINUTE;
    return minutes > 0n ? minutes : USUAL_MINUTES;
  }
  if (format_id === null) return USUAL_MINUTES;
  const format = await database.selectById(database.formats, format_id);
  return format === undefined ? USUAL_MINUTES : BigInt(format.default_duration_min);
}

export const PLACEMENT_OPERATIONS: readonly Operation[] = [place, unplace];
