// Rows of a schedule, submissions and options, for tests of plans.
import { unmatched } from '../../src/schedule/planned-sessions.ts';
import type { ScheduleRow } from '../../src/schedule/row.ts';
import type { EventSubmission } from '../../src/schedule/submissions.ts';

export const options = {
  file: 's.csv',
  baseUrl: 'http://127.0.0.1',
  event: 'conf',
  timeZone: 'Europe/Berlin',
  defaultDurationMs: 45 * 60_000,
  turnaroundMs: 0,
  sharedRooms: [],
};

export function submission(id: string, given: Partial<EventSubmission> = {}): EventSubmission {
  return { ...unmatched, id, title: `Talk ${id}`, ...given };
}

/** @param time on 2 May 2026 in Berlin; empty for none */
export function row(line: number, submissionId: string, time: string, given: Partial<ScheduleRow> = {}): ScheduleRow {
  const start = time === '' ? undefined : `2026-05-02T${time}:00+02:00`;
  return {
    line,
    submissionId,
    title: '',
    submitterEmail: undefined,
    room: 'Lab',
    start,
    startMs: start === undefined ? undefined : Date.parse(start),
    durationMs: 30 * 60_000,
    people: [],
    track: undefined,
    format: undefined,
    ...given,
  };
}

/** A placement at a time of that day. */
export const at = (time: string, room = 'Lab') => ({ room, start: `2026-05-02T${time}:00+02:00` });
export const program = ['a', 'b', 'c'].map((id) => submission(id));
