// Reads how long a session takes. Must not know dates or clock times.
import { foldDateText } from '../fold.ts';
import { quoteCell } from '../quote.ts';
import { type ReadInstant, refuse, type TimeRefusal } from './time-reading.ts';
import { hourWords, minuteWords, oneOf } from './words.ts';

/** The unit of bare numbers. */
export type DurationUnit = 'minutes' | 'hours';

/**
 * Milliseconds, more than 0, in `45`, `45 min`, `1h 30m`, `1,5 h`, `1:30` or `PT45M`.
 * @param unit of a bare number
 */
export function readDuration(
  text: string,
  unit: DurationUnit = 'minutes',
): Pick<ReadInstant, 'ok' | 'ms'> | TimeRefusal<'duration'> {
  const folded = foldDateText(text);
  const isBareHours = unit === 'hours' && /^\d{1,2}(?:[.,]\d{1,2})?$/.test(folded);
  const parts = isBareHours
    ? { hours: folded, minutes: undefined }
    : forms.map((form) => form.exec(folded)?.groups).find((groups) => groups !== undefined);
  const hours = Number((parts?.hours ?? '0').replace(',', '.'));
  const minutes = hours * 60 + Number(parts?.minutes ?? 0);
  if (minutes > 0) return { ok: true, ms: Math.round(minutes * 60_000) };
  const examples = '45, 45 min, 1h 30m, 1:30 or PT45M';
  return refuse('duration', `${quoteCell(text)}: expected a duration such as ${examples}`);
}

/** Also abbreviated. */
const minuteUnit = `${oneOf(minuteWords)}\\.?`;
const hourUnit = `${oneOf(hourWords)}\\.?`;

const forms = [
  new RegExp(`^(?<minutes>\\d{1,4}) ?(?:${minuteUnit})?$`, 'u'),
  new RegExp(
    `^(?<hours>\\d{1,2}) ?${hourUnit}(?:,? ?(?<minutes>\\d{1,2}) ?(?:${minuteUnit})?)?$`,
    'u',
  ),
  // One digit after the point: 1.30 h may be an hour and 30 minutes.
  new RegExp(`^(?<hours>\\d{1,2}[.,]\\d) ?${hourUnit}$`, 'u'),
  // Hours up to 23, because 45:00 may be minutes and seconds.
  /^(?<hours>[01]?\d|2[0-3]):(?<minutes>[0-5]\d)(?::00)?$/,
  /^pt(?:(?<hours>\d{1,2})h)?(?:(?<minutes>\d{1,4})m)?(?:0s)?$/,
];
