// Instants on the clocks of time zones. Expected texts are written by hand.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTime } from './read-time.ts';
import { clocksOf, clockTime, localDay, toRfc3339 } from './zoned-time.ts';

const berlin = 'Europe/Berlin';
const within = (timeZone: string | undefined) => ({ timeZone });

describe('an instant', () => {
  it.each([
    ['2026-05-02T07:00:00Z', berlin, '2026-05-02T09:00:00+02:00'],
    ['2026-10-25T00:30:00Z', berlin, '2026-10-25T02:30:00+02:00'],
    ['2026-10-25T01:30:00Z', berlin, '2026-10-25T02:30:00+01:00'],
    ['2026-05-02T22:30:00Z', 'Asia/Kolkata', '2026-05-03T04:00:00+05:30'],
    ['2026-05-02T02:29:59Z', 'America/St_Johns', '2026-05-01T23:59:59-02:30'],
    ['2026-05-02T08:00:00.250Z', 'Africa/Lagos', '2026-05-02T09:00:00.250+01:00'],
    ['2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31T00:00:00+14:00'],
  ])('%s in %s is %s', (utc, zone, text) => {
    const ms = Date.parse(utc);
    expect(toRfc3339(ms, zone)).toBe(text);
    expect(localDay(ms, zone)).toBe(text.slice(0, 10));
    expect(clockTime(ms, zone)).toBe(text.slice(11, 16));
  });

  const zones = fc.constantFrom(
    berlin,
    'Africa/Lagos',
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'America/St_Johns',
    'America/New_York',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'UTC',
  );
  const instants = fc
    .integer({ min: Date.UTC(1980, 0, 1) / 1000, max: Date.UTC(2060, 0, 1) / 1000 })
    .map((second) => second * 1000);

  it('is the same after being written and read', () => {
    fc.assert(
      fc.property(instants, zones, (ms, zone) => {
        expect(readTime(toRfc3339(ms, zone), within(undefined))).toMatchObject({
          ok: true,
          ms,
          text: expect.any(String),
        });
      }),
    );
  });

  it('is the same after its local day and time are read, unless the clocks show them twice', () => {
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        const ms = instant - (instant % 60_000);
        const read = readTime(`${localDay(ms, zone)} ${clockTime(ms, zone)}`, within(zone));
        expect(read.ok ? read.ms : read.problem).toBe(read.ok ? ms : 'ambiguous');
      }),
    );
  });
});

it.each([
  [
    ['2026-05-02T09:00:00+02:00', '2026-05-02T09:00:00Z', '2026-05-02T10:00:00+02:00'],
    '+02:00',
    ['+02:00', 'UTC'],
  ],
  [['tomorrow'], 'UTC', []],
])('the clocks of %j', (starts, usual, all) => {
  expect(clocksOf(starts)).toEqual({ usual, all });
});
