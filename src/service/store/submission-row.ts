// Owns how a row of a submission becomes its record, and how a record is written. Pure.
import type { SqlRow } from './driver.ts';
import { type Place, type Submission, sessionKey } from './record-fields.ts';

/** What is read of a submission. */
export interface SubmissionRow extends Omit<Submission, 'track' | 'format' | 'place'> {
  readonly track_id: string | null;
  readonly track_name: string | null;
  readonly format_id: string | null;
  readonly format_name: string | null;
  readonly format_minutes: number | null;
  readonly room_id: string | null;
  readonly room_name: string | null;
  readonly starts_at: string | null;
  readonly ends_at: string | null;
}

/** Its record. The row may have further columns. */
export function submissionOf(row: SubmissionRow): Submission {
  const { track_id, format_id, format_minutes } = row;
  const track = track_id === null ? undefined : { id: track_id, name: row.track_name ?? '' };
  const format =
    format_id === null
      ? undefined
      : { id: format_id, name: row.format_name ?? '', minutes: format_minutes ?? 0 };
  return {
    id: row.id,
    event_id: row.event_id,
    number: row.number,
    title: row.title,
    abstract: row.abstract,
    status: row.status,
    feedback: row.feedback,
    submitter_email: row.submitter_email,
    submitter_first_name: row.submitter_first_name,
    submitter_last_name: row.submitter_last_name,
    track,
    format,
    place: placeOf(row),
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

function placeOf({ room_id, room_name, starts_at, ends_at }: SubmissionRow): Place | undefined {
  if (room_id === null || starts_at === null || ends_at === null) return undefined;
  const room = { id: room_id, name: room_name ?? '' };
  return { room, start: starts_at, end: ends_at };
}

/** The values of the columns that belong to a record alone. */
export function submissionColumns(record: Submission): SqlRow {
  const { track, format, place, event_id: _, ...own } = record;
  return {
    ...own,
    track_id: track?.id ?? null,
    format_id: format?.id ?? null,
    room_id: place?.room.id ?? null,
    starts_at: place?.start ?? null,
    ends_at: place?.end ?? null,
    sort_key: sessionKey(place),
  };
}
