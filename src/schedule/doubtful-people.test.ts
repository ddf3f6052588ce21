// Clashes between people of cells that name several, or may do so.
import { describe, expect, it } from 'vitest';
import { readSchedule } from '../../test/support/schedule-rows.ts';
import { planSchedule } from './plan.ts';

const options = {
  file: 'schedule.csv',
  baseUrl: 'http://127.0.0.1',
  event: 'conf',
  timeZone: 'UTC',
  defaultDurationMs: 45 * 60_000,
  turnaroundMs: 0,
  sharedRooms: [],
};

/** The clashes and the unclear names of sessions at one time, each in a room of its own. */
async function planOf(...cells: readonly string[]) {
  const lines = cells.map(
    (cell, at) => `Talk ${at + 1},Room ${at + 1},2026-05-02T09:00Z,"${cell.replaceAll('"', '""')}"`,
  );
  const text = ['Title,Room,Start,Speakers', ...lines].join('\n');
  const rows = await readSchedule(text, { timeZone: undefined });
  const { clashes, warnings } = planSchedule(rows, [], options);
  return {
    clashes: clashes.map(({ what }) => what),
    unclear: warnings.flatMap((warning) =>
      warning.code === 'unclear_people' && 'text' in warning ? [warning.text] : [],
    ),
  };
}

describe('people of one cell', () => {
  it.each([
    ['Ada Lovelace & Grace Hopper', 'Grace Hopper', ['Grace Hopper']],
    ['Ada Lovelace and Grace Hopper', 'Hopper, Grace', ['Grace Hopper']],
    ['Dr. Ada Lovelace, PhD', 'Ada Lovelace (she/her)', ['Ada Lovelace']],
    ['Ada Lovelace, Ph.D.', 'Grace Hopper, Ph.D.', []],
    ['Hong DANG', 'Hong Dang', ['Hong DANG']],
    ['DUPONT Jean', 'Jean Dupont', ['Jean DUPONT']],
    ['山田太郎', '山田 太郎、佐藤花子', ['山田太郎']],
    ['TBA', 'TBA', []],
  ])('clash: %j and %j', async (one, other, clashes) => {
    expect(await planOf(one, other)).toEqual({ clashes, unclear: [] });
  });

  it.each([
    ['A & B', 'B', ['B']],
    ['Ada/Grace', 'Grace', ['Grace']],
    ['Ada, Grace', 'Grace', ['Grace']],
    ['Ann & Bo Muster', 'Ann Muster', ['Ann Muster']],
    ['Simon & Schuster', 'Ada Lovelace', []],
  ])('are several if one of them is named elsewhere: %j and %j', async (one, other, clashes) => {
    const planned = await planOf(one, other);
    expect(planned.clashes).toEqual(clashes);
    expect(planned.unclear).toEqual(clashes.length > 0 ? [] : [one]);
  });

  it('stay whole and are reported if it cannot be known', async () => {
    expect(await planOf('Simon & Schuster', 'Simon & Schuster', 'Ann Muster, Bo')).toEqual({
      clashes: ['Simon & Schuster'],
      unclear: ['Simon & Schuster', 'Ann Muster, Bo'],
    });
  });
});
