// Ids are the same in every run; the expected UUIDs were computed with Python's uuid5.
import { describe, expect, it } from 'vitest';
import { session } from '../../../test/support/timetables.ts';
import { exportIds, uuidOf } from './identity.ts';

describe('the ids of an export', () => {
  it('are derived from what they identify', () => {
    expect(uuidOf('room', 'Aula')).toBe('425426ad-5209-5b62-9ab8-c1ab97b0a237');
    const [one, again, nameless] = [
      session('2026-05-02T09:00:00+02:00', 45, { submissionId: 'sub_1' }),
      session('2026-05-03T09:00:00+02:00', 45, { submissionId: 'sub_1' }),
      session('2026-05-03T09:00:00+02:00', 45, { submissionId: undefined, title: 'Hallway' }),
    ];
    expect([...exportIds([one, again, nameless]).values()]).toEqual([
      { uuid: 'c340c114-1c04-5318-96cc-4cce4a1a3c74', number: 1128317204, elsewhere: [] },
      { uuid: '38efd7fa-2af5-55fd-b943-acdf0d50c822', number: 955242490, elsewhere: [] },
      { uuid: '61e3fa1d-6c31-587c-847b-d6c50a598ca3', number: 1642330653, elsewhere: [] },
    ]);
  });

  it('stay the same when a session moves or others are added', () => {
    const before = session('2026-05-02T09:00:00+02:00', 45, { submissionId: 'sub_1' });
    const moved = { ...before, room: 'Lab', startMs: before.startMs + 1 };
    const other = session('2026-05-02T08:00:00+02:00', 45, { submissionId: 'sub_2' });
    expect(exportIds([other, moved]).get(moved)).toEqual(exportIds([before]).get(before));
  });

  it('are unique positive integers, for as many sessions as a schedule may have', () => {
    const one = session('2026-05-02T09:00:00+02:00', 45);
    const many = Array.from({ length: 20_000 }, (_, index) => ({
      ...one,
      submissionId: `sub_${index}`,
    }));
    const numbers = Array.from(exportIds(many).values(), ({ number }) => number);
    expect(new Set(numbers).size).toBe(many.length);
    expect(
      numbers.every((number) => Number.isInteger(number) && number >= 1 && number < 2 ** 31),
    ).toBe(true);
  });
});
