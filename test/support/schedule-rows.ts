// Rows of a schedule, read and written, submissions and options, for tests of schedule files and
// plans.
import { Readable } from 'node:stream';
import type { TimeOptions } from '../../src/columns/dates/time-reading.ts';
import { mapColumns } from '../../src/columns/mapping.ts';
import { fileSource } from '../../src/files/source.ts';
import { unmatched } from '../../src/schedule/match/filed-sessions.ts';
import { readScheduleFile } from '../../src/schedule/read/schedule-file.ts';
import type { ScheduleRow } from '../../src/schedule/read/schedule-row.ts';
import type { EventSubmission } from '../../src/schedule/submissions.ts';

export const options = {
  file: 's.csv',
  timeZone: 'Europe/Berlin',
  defaultDurationMs: 45 * 60_000,
  turnaroundMs: 0,
  sharedRooms: [],
};

export function submission(id: string, values: Partial<EventSubmission> = {}): EventSubmission {
  return { ...unmatched, id, title: `Talk ${id}`, ...values };
}

/** @param time on 2 May 2026 in Berlin; empty for none */
export function row(
  line: number,
  submissionId: string,
  time: string,
  cells: Partial<ScheduleRow> = {},
): ScheduleRow {
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
    ...cells,
  };
}

/** A row that finds its submission by its title. */
export function rowWithoutId(line: number, cells: Partial<ScheduleRow> = {}): ScheduleRow {
  return { ...row(line, '', '09:00'), submissionId: undefined, ...cells };
}

/** A placement at a time of that day. */
export const at = (time: string, room = 'Lab') => ({ room, start: `2026-05-02T${time}:00+02:00` });
export const submissions = ['a', 'b', 'c'].map((id) => submission(id));

export const minutes = (count: number) => count * 60_000;
export const berlin: TimeOptions = { timeZone: 'Europe/Berlin', dateOrder: undefined };

/** The rows of `s.csv` with this text. */
export async function readSchedule(
  text: string,
  time: TimeOptions = berlin,
  room?: string,
): Promise<readonly ScheduleRow[]> {
  const sheet = await fileSource('s.csv', () => Readable.from([Buffer.from(text)])).open();
  const { rows } = await readScheduleFile(sheet, {
    file: 's.csv',
    map: [],
    mapColumns: async (options) => mapColumns(options),
    time,
    room,
  });
  return rows;
}

/** A row as it is read from the first line after the header. */
export const keynote = rowWithoutId(2, { title: 'Keynote', durationMs: undefined });
