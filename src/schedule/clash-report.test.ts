// The warnings of a plan where a session that it places or moves begins before the assumed end of one that stays in the room.
import { expect, it } from 'vitest';
import { at, options, row, submission } from '../../test/support/schedule-rows.ts';
import { planSchedule } from './plan.ts';

const coffee = { submissionId: undefined, title: 'Coffee', durationMs: 10 * 60_000 };

it.each([
  ['is moved into it', [row(2, 'b', '09:15')], [['Talk a', 'Talk b', '09:45']]],
  ['is placed into it in another room', [row(2, 'b', '09:15', { room: 'Hall' })], []],
  ['follows it', [row(2, 'b', '09:45')], []],
  ['follows it without the turnaround', [row(2, 'b', '09:50')], [['Talk a', 'Talk b', '09:45']], 10],
  ['begins within the turnaround of the start, which is a clash', [row(2, 'b', '09:05')], [], 10],
  ['is after a session that ended it', [row(2, 'b', '09:35')], [['Talk c', 'Talk b', '10:15']], 0, '09:30'],
  ['is after a break that ended it', [row(2, 'b', '09:30'), row(3, '', '09:20', coffee)], []],
  ['comes before it, itself without a duration', [row(2, 'c', '08:45')], []],
  ['is of the same file', [row(2, 'b', '10:00'), row(3, 'c', '10:15')], []],
  ['does not change', [row(2, 'a', '09:00')], [], 0, '09:30'],
])('an assumed end of a session that stays, if a session %s', (_, rows, expected, minutes = 0, c = '') => {
  const held = [
    submission('a', { placement: at('09:00') }),
    submission('b', { durationMs: 30 * 60_000 }),
    submission('c', { placement: c === '' ? undefined : at(c) }),
  ];
  const { warnings } = planSchedule(rows, held, { ...options, turnaroundMs: minutes * 60_000 });
  const overlaps = warnings.filter(({ code }) => code === 'assumed_overlap').map(({ message }) => message);
  expect(overlaps.length).toBe(expected.length);
  for (const [one, other, end] of expected) {
    const both = new RegExp(`^room Lab.*: "${one}" [^"]*–${end} \\(end assumed\\) and "${other}" \\(line 2\\)`);
    expect(overlaps).toContainEqual(expect.stringMatching(both));
  }
});
