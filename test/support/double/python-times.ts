// Owns how Python reads ISO 8601 and PostgreSQL writes a time. Must not know what it is for.

const CALENDAR_DATE = /^(?<year>\d{4})(?<dash>-?)(?<month>\d{2})\k<dash>(?<day>\d{2})/;
const WEEK_DATE = /^(?<year>\d{4})-?W(?<week>\d{2})(?:-?(?<weekday>\d))?/;
const CLOCK = /^(?<hours>\d{2})(?:(?<colon>:?)(?<minutes>\d{2})(?:\k<colon>(?<seconds>.+))?)?$/;
const SECONDS = /^(?<whole>\d{2})(?:[.,](?<fraction>\d+))?$/;
/** The last time that Python knows. */
export const LAST_TIME = BigInt(Date.UTC(10_000, 0)) * 1000n - 1n;

const DAY_MS = 86_400_000;

/**
 * What Python 3.11 reads as ISO 8601, as microseconds since 1970; undefined for any other text.
 * A time without an offset is UTC. Texts that only a fault of that reader accepts are refused.
 */
export function readIsoTime(sent: string): bigint | undefined {
  // The server does so before it reads.
  const text = sent.replaceAll('Z', '+00:00');
  const date = CALENDAR_DATE.exec(text) ?? WEEK_DATE.exec(text);
  if (date?.groups === undefined) return undefined;
  const midnight = readDate(date.groups);
  if (midnight === undefined) return undefined;
  const rest = text.slice(date[0].length);
  if (rest === '') return midnight;
  // Any single character separates the date and the time.
  const [separator = ''] = rest;
  const clock = rest.slice(separator.length);
  const zoneAt = clock.search(/[+-]/);
  const time = readClock(zoneAt === -1 ? clock : clock.slice(0, zoneAt));
  const offset = zoneAt === -1 ? 0n : readOffset(clock.slice(zoneAt));
  if (time === undefined || offset === undefined) return undefined;
  return midnight + time - offset;
}

/** A time as PostgreSQL writes it into JSON: UTC, the fraction without trailing zeros. */
export function writeTime(microseconds: bigint): string {
  const second = microseconds / 1_000_000n - (microseconds % 1_000_000n < 0n ? 1n : 0n);
  const fraction = microseconds - second * 1_000_000n;
  const whole = new Date(Number(second) * 1000).toISOString().slice(0, 19);
  const digits = String(fraction).padStart(6, '0').replace(/0+$/, '');
  return `${whole}${digits === '' ? '' : `.${digits}`}+00:00`;
}

type Parts = Record<string, string | undefined>;

function readDate({ year, week, weekday, month, day }: Parts): bigint | undefined {
  if (Number(year) < 1) return undefined;
  const time =
    week === undefined ? monthDay(year, month, day) : weekDay(year, week, weekday ?? '1');
  return time === undefined ? undefined : BigInt(time) * 1000n;
}

function monthDay(year?: string, month?: string, day?: string): number | undefined {
  const time = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(time) || new Date(time).getUTCDate() !== Number(day)) return undefined;
  return time;
}

/** Week 1 of ISO 8601 is that of the 4th of January. */
function weekDay(year: string | undefined, week: string, weekday: string): number | undefined {
  const number = Number(week);
  const day = Number(weekday);
  if (number < 1 || number > 53 || day < 1 || day > 7) return undefined;
  const fourth = Date.parse(`${year}-01-04T00:00:00Z`);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS;
  const start = monday + (number - 1) * 7 * DAY_MS;
  // Week 53 exists only if its Thursday is in this year.
  const thursday = new Date(start + 3 * DAY_MS).getUTCFullYear();
  return thursday === Number(year) ? start + (day - 1) * DAY_MS : undefined;
}

/** Hours, minutes and seconds, with or without colons, as microseconds. */
function readClock(text: string): bigint | undefined {
  const groups = CLOCK.exec(text)?.groups;
  const seconds = SECONDS.exec(groups?.seconds ?? '00')?.groups;
  if (groups === undefined || seconds === undefined) return undefined;
  const hour = Number(groups.hours);
  const minute = Number(groups.minutes ?? 0);
  const second = Number(seconds.whole);
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const fraction = (seconds.fraction ?? '').slice(0, 6).padEnd(6, '0');
  return BigInt((hour * 60 + minute) * 60 + second) * 1_000_000n + BigInt(fraction);
}

function readOffset(text: string): bigint | undefined {
  const size = readClock(text.slice(1));
  return text.startsWith('-') && size !== undefined ? -size : size;
}
