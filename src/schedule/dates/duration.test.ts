// How long sessions take, in the words of twelve languages.
import { describe, expect, it } from 'vitest';
import { readDuration } from './duration.ts';

const minutes = (count: number) => ({ ok: true, ms: count * 60_000 });

describe('a duration', () => {
  it.each([
    ['45', 45],
    [' 45 min ', 45],
    ['45m', 45],
    ['1 minute', 1],
    ['90 minutes', 90],
    ['1h', 60],
    ['2 hours', 120],
    ['1h 30m', 90],
    ['1h30', 90],
    ['1 hour 30 minutes', 90],
    ['1:30', 90],
    ['00:45', 45],
    ['01:30:00', 90],
    ['PT45M', 45],
    ["45'", 45],
    ['45′', 45],
    ['45 Min.', 45],
    ['45 minutos', 45],
    ['45分', 45],
    ['45分钟', 45],
    ['90 мин', 90],
    ['1.5h', 90],
    ['1,5 h', 90],
    ['1 Std. 30 Min.', 90],
    ['1 heure 30', 90],
    ['1 hora y 30 minutos', 90],
    ['1 ora e 30 minuti', 90],
    ['1 uur en 30 minuten', 90],
    ['1 godz. 30 min', 90],
    ['1 hod. 30 min', 90],
    ['1 ч 30 мин', 90],
    ['1時間30分', 90],
    ['1小时30分钟', 90],
    ['0:45:00', 45],
    ['PT1H30M', 90],
    ['pt2h', 120],
  ])('%j is %i minutes', (text, count) => expect(readDuration(text)).toEqual(minutes(count)));

  it.each([
    '',
    '0',
    '0:00',
    'PT',
    'PT0M',
    '-45',
    '45 s',
    '1.30 h',
    '1.5',
    '1½ h',
    '45:00',
    '1:75',
    '1:30:30',
    'long',
    'h',
    '1h m',
  ])('%j is none', (text) =>
    expect(readDuration(text)).toMatchObject({
      ok: false,
      problem: 'duration',
      message: expect.stringContaining(': expected a duration such as 45, '),
    }),
  );
});
