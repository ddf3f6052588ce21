// Owns when and where a session takes place. Must not know statuses or lists.
import type { Database, RoomRow, SubmissionRow } from './database.ts';
import { OccupiedRoom } from './database.ts';
import { type Operation, operation, Refusal } from './operation.ts';
import { readIsoTime, writeTime } from './python-times.ts';
import { showSubmission, submissionOf } from './submissions.ts';

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
    const submission = await submissionOf(database, ids.submission_id);
    const room = await roomOf(database, submission.event_id, body.room ?? '');
    const start = readIsoTime(body.start ?? '');
    if (start === undefined) throw new Refusal(400, 'start must be an ISO 8601 time');
    const end = start + minutesOf(database, submission) * MINUTE;
    try {
      await database.statement(() =>
        database.change(submission, {
          room_id: room.id,
          starts_at: writeTime(start),
          ends_at: writeTime(end),
        }),
      );
    } catch (error) {
      if (error instanceof OccupiedRoom) throw new Refusal(409, 'The room is occupied then');
      throw error;
    }
    return await showSubmission(database, submission);
  },
});

const unplace = operation({
  method: 'DELETE',
  path: '/v1/sessions/{submission_id}/schedule',
  isWrite: true,
  isOptional: true,
  async answer({ database, ids }) {
    const submission = await submissionOf(database, ids.submission_id);
    await database.statement(() =>
      database.change(submission, {
        room_id: null,
        starts_at: null,
        ends_at: null,
      }),
    );
    return await showSubmission(database, submission);
  },
});

/** A room of the event by its id or its name, without case, not trimmed. */
async function roomOf(database: Database, eventId: string, text: string): Promise<RoomRow> {
  const rooms = await database.query(() =>
    database.rooms.filter((room) => room.event_id === eventId),
  );
  const name = text.toLowerCase();
  const room = rooms.find((row) => row.id === name || row.name.toLowerCase() === name);
  if (room === undefined) throw new Refusal(400, `unknown room ${text}`);
  return room;
}

/** How long a session lasts: as it is placed, else as its format says, else the usual time. */
function minutesOf(database: Database, { starts_at, ends_at, format_id }: SubmissionRow): bigint {
  const start = readIsoTime(starts_at ?? '');
  const end = readIsoTime(ends_at ?? '');
  if (start !== undefined && end !== undefined) return (end - start) / MINUTE;
  const format = database.formats.find(({ id }) => id === format_id);
  return format === undefined ? USUAL_MINUTES : BigInt(format.default_duration_min);
}

export const PLACEMENT_OPERATIONS: readonly Operation[] = [place, unplace];
