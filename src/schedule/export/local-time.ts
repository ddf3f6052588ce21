// An instant as the clocks of a place show it, to reckon with. It knows no session and no format.
import { Temporal } from 'temporal-polyfill';

export function localTime(ms: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
}
