// The rows of a schedule file that are not talks, in its plan.
import { describe, expect, it } from 'vitest';
import { options, row, submission, submissions } from '../../../test/support/schedule-rows.ts';
import type { ScheduleRow } from '../read/schedule-row.ts';
import { planSchedule } from './plan.ts';

describe('rows that are not talks', () => {
  const pause = (line: number, title: string, time: string, given: Partial<ScheduleRow> = {}) =>
    row(line, '', time, { submissionId: undefined, title, room: '', ...given });
  const planned = (...rows: readonly ScheduleRow[]) => planSchedule(rows, submissions, options);

  it('need no submission and no room, and are not sent', () => {
    const { places, unchanged, changes, unknown, breaks, warnings } = planned(
      row(2, 'a', '09:00'),
      pause(3, 'Kaffeepause', '09:30'),
      pause(4, 'Crab rolls', '10:00', { format: 'Meal', room: 'Lab' }),
      pause(5, 'Lunch', ''),
    );
    expect([places.length, unchanged]).toEqual([4, []]);
    expect([changes.length, unknown, breaks?.map(({ line }) => line)]).toEqual([1, [], [3, 4, 5]]);
    expect(warnings).toMatchObject([{ code: 'no_start' }]);
  });

  it('are talks if they match a submission, or name an id, an address or a person', () => {
    const talks = [
      pause(2, 'Break things on purpose', '09:00', { room: 'Lab' }),
      pause(3, 'Lunch', '10:00', { submissionId: 'x', room: 'Lab' }),
      pause(4, 'Lunch', '11:00', { submitterEmail: 'a@example.org', room: 'Lab' }),
      pause(5, 'Lunch', '12:00', { people: [{ name: 'Ada King' }], room: 'Lab' }),
    ];
    expect(planned(...talks).unknown.map(({ line }) => line)).toEqual([2, 3, 4, 5]);
    const lunch = planSchedule(
      [pause(2, 'Lunch', '12:00', { room: 'Lab' })],
      [submission('l', { title: 'Lunch' })],
      options,
    );
    expect([lunch.changes.length, lunch.breaks?.length]).toEqual([1, 0]);
  });

  it.each([
    ['in the same room', { room: 'Lab' }, 1],
    ['in one of several rooms', { room: 'Hall', otherRooms: ['Lab'] }, 1],
    ['in all rooms', { room: 'alle' }, 1],
    ['in another room', { room: 'Hall' }, 0],
    ['without a room', { room: '' }, 0],
  ])('clash with a talk %s', (_, given, count) => {
    const { clashes, clashCounts } = planned(
      row(2, 'a', '09:00'),
      pause(3, 'Lunch', '09:15', given),
    );
    expect(clashCounts).toEqual({ total: count });
    const [first] = clashes;
    if (count === 1)
      expect(first).toMatchObject({
        what: 'Lab',
        sessions: [{ line: 2 }, { line: 3, isBreak: true }],
      });
  });

  it('last until the next session if their end is unknown, and need no turnaround', () => {
    const rows = [
      row(2, 'a', '09:00'),
      pause(3, 'Break', '09:30', { room: 'Lab', durationMs: undefined }),
      row(4, 'b', '09:45'),
      pause(5, 'Break', '10:15', { room: 'all', durationMs: undefined }),
      row(6, 'c', '10:30', { room: 'Hall' }),
    ];
    const { clashes, warnings } = planSchedule(rows, submissions, {
      ...options,
      turnaroundMs: 5 * 60_000,
    });
    expect([clashes, warnings]).toEqual([[], []]);
  });
});
