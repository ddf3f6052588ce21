// Reading a session's start.
import { describe, expect, it } from 'vitest';
import { readStart } from './start.ts';

const berlin = 'Europe/Berlin';

describe('accepted', () => {
  it.each([
    // An offset in the text is preserved, whatever the time zone.
    ['2026-05-02T09:00:00+02:00', berlin, '2026-05-02T09:00:00+02:00'],
    ['2026-05-02T09:00:00+02:00', undefined, '2026-05-02T09:00:00+02:00'],
    ['2026-05-02T09:00:00-05:30', berlin, '2026-05-02T09:00:00-05:30'],
    ['2026-05-02T07:00:00Z', berlin, '2026-05-02T07:00:00+00:00'],
    ['2026-05-02t07:00:00z', undefined, '2026-05-02T07:00:00+00:00'],
    ['2026-05-02 07:00:00-00:00', undefined, '2026-05-02T07:00:00+00:00'],
    ['2026-05-02T09:00:00.5+02:00', undefined, '2026-05-02T09:00:00.5+02:00'],
    ['2026-05-02T09:00+02:00', undefined, '2026-05-02T09:00:00+02:00'],
    // A local time gets the offset of the zone on that day.
    ['2026-05-02 09:00', berlin, '2026-05-02T09:00:00+02:00'],
    ['2026-12-02T09:00', berlin, '2026-12-02T09:00:00+01:00'],
    ['2026-05-02T09:00:30', 'America/St_Johns', '2026-05-02T09:00:30-02:30'],
    ['2026-05-02 09:00:00.250', 'UTC', '2026-05-02T09:00:00.250+00:00'],
    [' 2026-05-02 09:00\n', 'Asia/Kolkata', '2026-05-02T09:00:00+05:30'],
    ['2028-02-29 09:00', berlin, '2028-02-29T09:00:00+01:00'],
    // Both sides of the gap and of the repeated hour.
    ['2026-03-29 01:59:59', berlin, '2026-03-29T01:59:59+01:00'],
    ['2026-03-29 03:00', berlin, '2026-03-29T03:00:00+02:00'],
    ['2026-10-25 01:59', berlin, '2026-10-25T01:59:00+02:00'],
    ['2026-10-25 03:00', berlin, '2026-10-25T03:00:00+01:00'],
    ['2026-10-25T02:30:00+01:00', berlin, '2026-10-25T02:30:00+01:00'],
  ])('%j in %s', (text, timeZone, value) =>
    expect(readStart(text, timeZone)).toEqual({ ok: true, value }),
  );
});

it.each([
  ['1899-12-31T09:00:00Z', false],
  ['1900-01-01T09:00:00Z', true],
  ['2199-12-31T09:00:00Z', true],
  ['2200-01-01T09:00:00Z', false],
])('has a usual year: %s, %s', (text, ok) => {
  expect(readStart(text, undefined).ok).toBe(ok);
});

describe('refused', () => {
  it.each([
    ['2026-03-29 02:30', berlin, 'gap', /02:30:00 on 2026-03-29 does not exist in Europe\/Berlin/],
    ['2026-03-29 02:00', berlin, 'gap', /does not exist/],
    [
      '2026-10-25 02:30',
      berlin,
      'ambiguous',
      /happens twice in Europe\/Berlin.*\+02:00 or \+01:00/,
    ],
    ['2026-10-25 02:00', berlin, 'ambiguous', /happens twice/],
    ['2026-10-25 02:59:59', berlin, 'ambiguous', /happens twice/],
    ['2026-05-02 09:00', undefined, 'no_time_zone', /needs a time zone/],
    ['2026-05-02 09:00', 'Mars/Olympus', 'unknown_time_zone', /unknown time zone "Mars\/Olympus"/],
    ['tomorrow', berlin, 'format', /such as 2026-05-02T09:00:00\+02:00/],
  ])('%j in %s is a %s', (text, timeZone, problem, message) => {
    expect(readStart(text, timeZone)).toEqual({
      ok: false,
      problem,
      message: expect.stringMatching(message),
    });
  });

  it.each([
    '',
    '09:00',
    '2026-02-30 09:00',
    '2026-05-02 24:00',
    '2026-05-02 09:60',
    '2026-05-02 9:00',
    '2026-05-02T09:00:00+0200',
    '2026-05-02T09:00:00+24:00',
    '2026-05-02T09:00:00 +02:00',
    '2026-05-02T09:00.5',
    '2026-05-02T09:00:00[Europe/Berlin]',
    '2026-05-02  09:00',
  ])('%j, as malformed', (text) => {
    for (const timeZone of [berlin, undefined])
      expect(readStart(text, timeZone)).toMatchObject({ problem: 'format' });
  });
});
