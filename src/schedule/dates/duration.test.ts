// How long sessions take, in the words of twelve languages.
import { describe, expect, it } from 'vitest';
import { readDuration } from './read-time.ts';
import { hourWords, minuteWords } from './words.ts';

const minutes = (count: number) => ({ ok: true, ms: count * 60_000 });

describe('a duration', () => {
  it.each([
    ['45', 45],
    ['1h 30m', 90],
    ['1h30', 90],
    ['1:30', 90],
    ['01:30:00', 90],
    ['45′', 45],
    ['1.5h', 90],
    ['1,5 h', 90],
    ['1 hora y 30 minutos', 90],
    ['1時間30分', 90],
    ['PT1H30M', 90],
  ])('%j is %i minutes', (text, count) => expect(readDuration(text)).toEqual(minutes(count)));

  it.each(hourWords)('has hours in the word %s', (word) => {
    expect(readDuration(`2 ${word}`)).toEqual(minutes(120));
  });

  it.each(minuteWords)('has minutes in the word %s', (word) => {
    expect(readDuration(`45 ${word}`)).toEqual(minutes(45));
  });

  it.each(['', '0', 'PT0M', '-45', '45 s', '1.30 h', '1.5', '45:00', '1:75', '1:30:30', '1h m'])('%j is none', (text) =>
    expect(readDuration(text)).toMatchObject({
      ok: false,
      problem: 'duration',
      message: expect.stringContaining(': expected a duration such as 45, '),
    }),
  );
});
