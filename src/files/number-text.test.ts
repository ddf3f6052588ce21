// Clock times and dates of a spreadsheet's cells, whose fractions no number holds exactly.
import { expect, it } from 'vitest';
import { numberText } from './number-text.ts';

const minutesPerDay = 1440;

it.each([15, 17])('shows every minute of a day exactly, written with %i digits', (digits) => {
  const clock = (value: number) => numberText(value, 'hh:mm', false);
  const both = (value: number) => numberText(value, 'yyyy-mm-dd hh:mm', false);
  for (let minute = 0; minute < minutesPerDay; minute++) {
    const [hours, rest] = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0'));
    const fraction = Number((minute / minutesPerDay).toPrecision(digits));
    // 2026-05-02
    const serial = Number((46144 + minute / minutesPerDay).toPrecision(digits));
    expect([clock(fraction), both(serial)]).toEqual([`${hours}:${rest}`, `2026-05-02 ${hours}:${rest}`]);
  }
});
