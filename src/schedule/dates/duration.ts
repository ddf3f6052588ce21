// Reads durations as people and spreadsheets write them. Must not know dates.
import { foldDateText } from '../../columns/fold.ts';
import { quoteCell } from '../../columns/quote.ts';
import { andWords } from '../../columns/vocabulary/conjunctions.ts';
import type { TimeReading } from './read-time.ts';
import { hourWords, minuteWords } from './words.ts';

/** Milliseconds, more than 0, in `45`, `45 min`, `1h 30m`, `1,5 h`, `1:30` or `PT45M`; a bare number is minutes. */
export function readDuration(text: string): TimeReading {
  const plain = foldDateText(text);
  const parts = forms.map((form) => form.exec(plain)?.groups).find((groups) => groups !== undefined);
  const hours = Number((parts?.hours ?? '0').replace(',', '.'));
  const minutes = hours * 60 + Number(parts?.minutes ?? 0);
  if (minutes > 0) return { ok: true, ms: Math.round(minutes * 60_000) };
  const message = `${quoteCell(text)}: expected a duration such as 45, 45 min, 1h 30m, 1:30 or PT45M`;
  return { ok: false, problem: 'duration', message };
}

const anyOf = (words: readonly string[]) => `(?:${[...words].sort((a, b) => b.length - a.length).join('|')})\\.?`;
const hourUnit = anyOf(hourWords);
const minuteUnit = anyOf(minuteWords);

const and = andWords.map(foldDateText).join('|');

const forms = [
  new RegExp(`^(?<minutes>\\d{1,4}) ?(?:${minuteUnit})?$`, 'u'),
  new RegExp(`^(?<hours>\\d{1,2}) ?${hourUnit}(?:,? ?(?:(?:${and}) )?(?<minutes>\\d{1,2}) ?(?:${minuteUnit})?)?$`, 'u'),
  // One digit after the point: 1.30 h may be an hour and 30 minutes.
  new RegExp(`^(?<hours>\\d{1,2}[.,]\\d) ?${hourUnit}$`, 'u'),
  // Hours up to 23, because 45:00 may be minutes and seconds.
  /^(?<hours>[01]?\d|2[0-3]):(?<minutes>[0-5]\d)(?::00)?$/,
  /^pt(?:(?<hours>\d{1,2})h)?(?:(?<minutes>\d{1,4})m)?(?:0s)?$/,
];
