// How long sessions take: minutes, or an error.
import { describe, expect, it } from 'vitest';
import { readDuration } from './duration.ts';
import { hourWords, minuteWords } from './words.ts';

describe('a duration', () => {
  const minutes = (count: number) => ({ ok: true, ms: count * 60_000 });

  it.each([
    ['45', 45],
    ['1h 30m', 90],
    ['1h30', 90],
    ['1:30', 90],
    ['01:30:00', 90],
    ['45′', 45],
    ['1.5h', 90],
    ['1,5 h', 90],
    ['1 hour 30 minutes', 90],
    ['1 h 30 Minuten', 90],
    ['PT1H30M', 90],
    ['2 Stunden', 120],
    ['1 heure', 60],
    ['2 horas', 120],
    ['1 Std. 30 Min.', 90],
    ['1,5 Stunden', 90],
    ['1時間30分', 90],
  ])('%j is %i minutes', (text, count) => expect(readDuration(text)).toEqual(minutes(count)));

  it.each(minuteWords)('has minutes in the word %s', (word) => {
    expect(readDuration(`45 ${word}`)).toEqual(minutes(45));
  });

  it.each(hourWords)('has hours in the word %s', (word) => {
    expect(readDuration(`2 ${word}`)).toEqual(minutes(120));
    expect(readDuration(`1 ${word} 30`)).toEqual(minutes(90));
  });

  it.each(['', '0', 'PT0M', '-45', '45 s', '1.30 h', '1.5', '45:00', '1:75', '1:30:30', '1h m'])(
    '%j is none',
    (text) =>
      expect(readDuration(text)).toMatchObject({
        ok: false,
        problem: 'duration',
        message: expect.stringContaining(': expected a duration such as 45, '),
      }),
  );
});
