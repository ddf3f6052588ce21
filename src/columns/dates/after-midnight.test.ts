// Hours after midnight in lists: the date of the evening before is an error in a list in order.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../test/support/processor-time.ts';
import { hoursAfterMidnight, type ListedStart } from './after-midnight.ts';

/** @param text such as `2027-05-26 22:30`, in Berlin in summer */
function row(text: string, room = 'Main stage', isWhole = false): ListedStart {
  const start = `${text.replace(' ', 'T')}:00+02:00`;
  return { cell: text.slice(11), start, startMs: Date.parse(start), room, isWhole };
}

const doubtful = (rows: readonly ListedStart[]) =>
  hoursAfterMidnight(rows).map((each) => [rows.indexOf(each.row), each.message]);

const evening = ['2027-05-26 20:00', '2027-05-26 22:30'].map((text) => row(text));
const morning = ['2027-05-27 09:00', '2027-05-27 10:00'].map((text) => row(text));
const message = (cell: string, day: string, next: string) =>
  `"${cell}" is below later times of ${day}: write ${next}, ` +
  `or write ${day} ${cell} in place of the time if that is what you mean`;

describe('an hour after midnight with the date of the evening before', () => {
  it('is an error that names the next date', () => {
    const rows = [...evening, row('2027-05-26 00:30'), row('2027-05-26 02:00'), ...morning];
    expect(doubtful(rows)).toEqual([
      [2, message('00:30', '2027-05-26', '2027-05-27')],
      [3, message('02:00', '2027-05-26', '2027-05-27')],
    ]);
  });

  it('is found at the end of a month, and at the end of a list', () => {
    const rows = [row('2027-05-31 23:00'), row('2027-05-31 05:59')];
    expect(doubtful(rows)).toEqual([[1, message('05:59', '2027-05-31', '2027-06-01')]]);
  });

  it('is found in a list that is in order in each room', () => {
    const club = [row('2027-05-26 19:00', 'Club'), row('2027-05-26 01:00', 'Club')];
    const rows = [...evening, ...morning, ...club];
    expect(doubtful(rows)).toEqual([[5, message('01:00', '2027-05-26', '2027-05-27')]]);
  });

  it.each([
    ['on the next date', [...evening, row('2027-05-27 00:30'), ...morning]],
    ['above the later ones', [row('2027-05-26 00:30'), ...evening, ...morning]],
    ['from 6:00 on', [...evening, row('2027-05-26 06:00')]],
    ['in one cell with its date', [...evening, row('2027-05-26 00:30', 'Club', true)]],
    ['below those of another date', [...evening, row('2027-05-27 00:30'), row('2027-05-28 01:00')]],
    [
      'in a list without an order',
      [...evening, row('2027-05-26 00:30'), row('2027-05-26 21:00'), row('2027-05-26 12:00')],
    ],
    ['beside the same time', [row('2027-05-26 00:30'), row('2027-05-26 00:30', 'Club')]],
    ['in no list', []],
  ])('is none %s', (_, rows) => expect(doubtful(rows)).toEqual([]));

  it('is no error when the message has been followed', () => {
    const hours = fc.array(fc.integer({ min: 6, max: 23 }), { minLength: 1 });
    const nights = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1 });
    const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
    const inOrder = (day: string, of: readonly number[]) =>
      of.toSorted((a, b) => a - b).map((hour) => row(`${day} ${clock(hour)}`));
    fc.assert(
      fc.property(hours, nights, (day, night) => {
        const before = inOrder('2027-05-26', day);
        const wrong = [...before, ...inOrder('2027-05-26', night)];
        expect(hoursAfterMidnight(wrong).map((each) => each.row)).toEqual(
          wrong.slice(before.length),
        );
        expect(doubtful([...before, ...inOrder('2027-05-27', night)])).toEqual([]);
      }),
    );
  });

  it('is found in linear time', () => {
    const night = row('2027-05-26 00:30');
    const rows = [...evening, ...Array.from({ length: 40_000 }, () => ({ ...night }))];
    const begin = processorMs();
    expect(hoursAfterMidnight(rows)).toHaveLength(40_000);
    expect(processorMs() - begin).toBeLessThan(1200);
  });
});
