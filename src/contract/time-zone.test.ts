// The names of time zones.
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { canonicalZone, isTimeZone } from './time-zone.ts';

it.each([
  ['europe/berlin', 'Europe/Berlin'],
  ['Europe/Berlin', 'Europe/Berlin'],
  ['AMERICA/ARGENTINA/BUENOS_AIRES', /^America\/(Argentina\/)?Buenos_Aires$/],
  ['us/eastern', 'America/New_York'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['utc', 'UTC'],
  ['Etc/GMT+5', 'Etc/GMT+5'],
])('%s is spelled %s', (name, written) => {
  expect(isTimeZone(name)).toBe(true);
  expect(canonicalZone(name)).toMatch(written);
});

it.each([
  'Berlin',
  '+02:00',
  'Europe/',
  '',
  'Etc/Nowhere',
  '2026-05-02T09:00Z',
  '2026-05-02[Europe/Berlin]',
])('%j is not a time zone', (name) => {
  expect(isTimeZone(name)).toBe(false);
});

it('are those that the date library has, of those with three letters', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const known = letters
    .flatMap((first) => letters.map((second) => `${first}${second}T`))
    .filter(isTimeZone);
  expect(known).toContain('CET');
  expect(isTimeZone('jst')).toBe(false);
  const epoch = Temporal.Instant.fromEpochMilliseconds(0);
  for (const name of known) expect(epoch.toZonedDateTimeISO(name).epochMilliseconds).toBe(0);
});
