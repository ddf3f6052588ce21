// Schedules of eight sessions, for tests that plan and apply any of them.
import { array, constantFrom, nat, record } from 'fast-check';
import type { ScheduleRow } from '../../src/schedule/schedule-row.ts';
import type { Placement } from '../../src/schedule/submissions.ts';

export const target = { event: 'conf', timeZone: undefined };

const somewhere = record({
  room: constantFrom('Hall', 'Lab', 'Attic'),
  start: nat(5).map((hour) => `2026-05-02T0${hour}:00:00+00:00`),
});
export const ids = Array.from({ length: 8 }, (_, at) => `s${at}`);
export const placements = array(somewhere, { minLength: ids.length, maxLength: ids.length });

export function scheduleRows(
  places: readonly Placement[],
  named: readonly string[] = ids,
): readonly ScheduleRow[] {
  return ids.flatMap((id, at) => {
    const { room, start } = places[at] ?? { room: '', start: '' };
    const others = {
      title: '',
      submitterEmail: undefined,
      durationMs: undefined,
      people: [],
      track: undefined,
      format: undefined,
    };
    return named.includes(id)
      ? [{ ...others, line: at + 2, submissionId: id, room, start, startMs: Date.parse(start) }]
      : [];
  });
}

export const planOptions = {
  ...target,
  file: 's.csv',
  baseUrl: 'http://127.0.0.1',
  defaultDurationMs: 1,
  turnaroundMs: 0,
  sharedRooms: [],
};
