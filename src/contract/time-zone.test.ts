// The names of time zones.
import { expect, it } from 'vitest';
import { canonicalZone, isTimeZone } from './time-zone.ts';

it.each([
  ['europe/berlin', 'Europe/Berlin'],
  ['Europe/Berlin', 'Europe/Berlin'],
  ['AMERICA/ARGENTINA/BUENOS_AIRES', /^America\/(Argentina\/)?Buenos_Aires$/],
  ['us/eastern', 'America/New_York'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['utc', 'UTC'],
])('%s is spelled %s', (name, written) => {
  expect(isTimeZone(name)).toBe(true);
  expect(canonicalZone(name)).toMatch(written);
});

it.each(['Berlin', '+02:00', 'Europe/', '', 'Etc/Nowhere'])('%j is not a time zone', (name) => {
  expect(isTimeZone(name)).toBe(false);
});
